/** Pages in place of what is missing, gone or broken; programs get the same as JSON. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { DomainError, type ErrorCode } from '../../lib/errors.ts';
import { asDomainError, errorResponse, statusOf } from '../errors.ts';
import { page, pageHeaders } from './layout.ts';

const words: Partial<Record<ErrorCode, [title: string, text: string]>> = {
  not_found: ['Nothing on this plate', 'There is no such page, or it is not for you to see.'],
  gone: ['Eaten up', 'This was here, and its author took it away.'],
  forbidden: ['Not on your table', 'This is not yours to do.'],
  rate_limited: ['Too many cooks', 'Wait a few minutes, then try again.'],
  unavailable: [
    'The kitchen is closed for a moment',
    'The server cannot reach its database. Try again soon.',
  ],
};
const broken: [string, string] = ['Something boiled over', 'This is our mistake. Try again in a moment.'];
const refused: [string, string] = ['This cannot be done', 'What was asked for has no answer here.'];

/** Whether it is a person with a browser who asks. */
const readsPages = (c: Context) => /text\/html|xhtml/.test(c.req.header('accept') ?? '');

export async function problem(
  c: Context,
  error: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  // Logs what nobody expected, and knows what else to say.
  const plain = errorResponse(error);
  if (!readsPages(c)) return plain;

  const known = asDomainError(error);
  const code = known?.code ?? null;
  const [title, usual] = code === null ? broken : (words[code] ?? refused);
  const said = code === 'validation_failed' || code === 'conflict' ? known?.errors.base : undefined;
  const text = said ? `${said.join(', ')}.` : usual;
  const body = await page(
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a class="button quiet" href="/">To the first page</a></p>`,
  );
  const retry = plain.headers.get('Retry-After');
  return new Response(String(body), {
    status: code === null ? 500 : statusOf[code],
    headers: { ...pageHeaders, Vary: 'Accept, Cookie', ...(retry && { 'Retry-After': retry }), ...headers },
  });
}

/** For paths where nothing is. */
export const noPage = (c: Context): Promise<Response> =>
  problem(c, new DomainError('not_found', 'not found'));
