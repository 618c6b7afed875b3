/** A page that says why something was not done. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { DomainError, type ErrorCode } from '../../lib/errors.ts';
import { statusOf } from '../errors.ts';
import { page, pageHeaders } from './layout.ts';

const words: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  forbidden: ['This form is out of date', 'Go back, load the page again, and try once more.'],
  rate_limited: ['Too many attempts', 'Wait a few minutes, then try again.'],
};

export function notice(c: Context, status: number, title: string, text: string, headers = {}) {
  return c.html(page(title, html`<h1>${title}</h1><p>${text}</p>`), status as 400, {
    ...pageHeaders,
    ...headers,
  });
}

/** What a page answers when it cannot; throws what is none of the visitor's doing. */
export function refusal(c: Context, error: unknown, headers: Record<string, string> = {}) {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  const [title, text] = words[error.code] ?? ['This cannot be done', 'What was sent is no form of ours.'];
  return notice(c, statusOf[error.code], title, text, headers);
}
