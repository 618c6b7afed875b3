/** Error pages for browsers. Other clients get the error as JSON. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { asDomainError, errorResponse, statusOf } from '../../http/errors.ts';
import { baseHeaders } from '../../http/headers.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { page, pageHeaders } from './layout.ts';

/** The other codes share a text. */
const codesWithText = ['not_found', 'gone', 'forbidden', 'rate_limited', 'unavailable'] as const;

/** True for browsers, which accept HTML. */
const acceptsHtml = (c: Context) => /text\/html|xhtml/.test(c.req.header('accept') ?? '');

export async function errorPage(c: Context, error: unknown, headers: Record<string, string> = {}): Promise<Response> {
  // Also logs unexpected errors.
  const plain = errorResponse(error, { ...baseHeaders(), ...headers });
  if (!acceptsHtml(c)) return plain;

  const known = asDomainError(error);
  const code = known?.code ?? null;
  const text = code === null ? 'internal' : (codesWithText.find((each) => each === code) ?? 'other');
  const title = t(`error-page.title-${text}`);
  const details = code === 'validation_failed' || code === 'conflict' ? known?.errors.base : undefined;

  const body = await page(
    title,
    html`<h1>${title}</h1><p>${details ? `${details.join(', ')}.` : t(`error-page.text-${text}`)}</p><p><a class="button quiet" href="/">${t('error-page.to-front-page')}</a></p>`,
  );
  const retry = plain.headers.get('Retry-After');
  return new Response(String(body), {
    status: code === null ? 500 : statusOf[code],
    headers: {
      ...pageHeaders,
      Vary: 'Accept, Accept-Language, Cookie',
      ...(retry && { 'Retry-After': retry }),
      ...headers,
    },
  });
}

/** Responds to unknown paths. */
export const notFoundPage = (c: Context): Promise<Response> => errorPage(c, notFound());
