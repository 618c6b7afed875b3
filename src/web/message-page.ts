/** Pages with a short message, mostly for forms that could not be processed. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { statusOf } from '../http/errors.ts';
import { config } from '../lib/config.ts';
import { DomainError, type ErrorCode } from '../lib/errors.ts';
import { type Html, page, pageHeaders } from './components/layout.ts';

const messages: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  forbidden: ['This form has expired', 'Go back, reload the page and try again.'],
  rate_limited: ['Too many attempts', 'Wait a few minutes and try again.'],
  too_large: [
    'This upload is too large',
    `The limit is ${Math.floor(config.maxUploadBytes / 2 ** 20)} MB. Your text is safe: go back and choose smaller photos or a smaller file.`,
  ],
};

const invalidForm = [
  'This form could not be read',
  'Nothing was saved. Go back, check what you entered, and try again.',
] as const;

export function messagePage(c: Context, status: number, title: string, text: string, headers = {}) {
  return c.html(page(title, html`<h1>${title}</h1><p>${text}</p>`), status as 400, {
    ...pageHeaders,
    ...headers,
  });
}

/** For a one-time link. `hint` says how to get another one. */
export function invalidLinkPage(c: Context, hint: Html) {
  const title = 'This link does not work';
  const body = html`<h1>${title}</h1><p>It was already used or has expired. ${hint}</p>`;
  return c.html(page(title, body), 410, pageHeaders);
}

/** Explains an error in a submitted form. Rethrows errors that the visitor did not cause. */
export function formErrorPage(c: Context, error: unknown, headers: Record<string, string> = {}) {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  const [title, text] = messages[error.code] ?? invalidForm;
  return messagePage(c, statusOf[error.code], title, text, headers);
}
