/** Error pages for browsers. Other clients get the error as JSON. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { asDomainError, errorResponse, statusOf } from '../../http/errors.ts';
import { DomainError, type ErrorCode } from '../../lib/errors.ts';
import { page, pageHeaders } from './layout.ts';

const messages: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  not_found: [
    'Page not found',
    'This page does not exist, or you may not see it. If you have an account, try to log in.',
  ],
  gone: ['Deleted', 'The author has deleted this.'],
  forbidden: ['Not allowed', 'You do not have permission to do this.'],
  rate_limited: ['Too many requests', 'Wait a few minutes and try again.'],
  unavailable: [
    'Temporarily unavailable',
    'The server is busy or cannot reach its database. Nothing is lost: try again in a moment.',
  ],
};
const internalError: [string, string] = [
  'Something went wrong',
  'This is an error on our side. Try again in a moment.',
];
const badRequest: [string, string] = [
  'This did not work',
  'The server could not process this request. Go back and try again.',
];

/** True for browsers, which accept HTML. */
const acceptsHtml = (c: Context) => /text\/html|xhtml/.test(c.req.header('accept') ?? '');

export async function errorPage(
  c: Context,
  error: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  // Also logs unexpected errors.
  const plain = errorResponse(error);
  if (!acceptsHtml(c)) return plain;

  const known = asDomainError(error);
  const code = known?.code ?? null;
  const [title, defaultText] = code === null ? internalError : (messages[code] ?? badRequest);
  const details = code === 'validation_failed' || code === 'conflict' ? known?.errors.base : undefined;
  const text = details ? `${details.join(', ')}.` : defaultText;
  const body = await page(
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a class="button quiet" href="/">Go to the front page</a></p>`,
  );
  const retry = plain.headers.get('Retry-After');
  return new Response(String(body), {
    status: code === null ? 500 : statusOf[code],
    headers: { ...pageHeaders, Vary: 'Accept, Cookie', ...(retry && { 'Retry-After': retry }), ...headers },
  });
}

/** Responds to unknown paths. */
export const notFoundPage = (c: Context): Promise<Response> =>
  errorPage(c, new DomainError('not_found', 'not found'));
