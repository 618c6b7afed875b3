/** Answers to forms and to requests that are refused: a page with a short message, or JSON for the script. */
import type { Context, MiddlewareHandler } from 'hono';
import { sessionOf } from '../../http/browser-session.ts';
import { statusOf } from '../../http/errors.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type ErrorCode } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { Toggle } from '../components/actions.tsx';
import { Heading, Note } from '../components/elements.tsx';
import { type Html, page, pageHeaders } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';

// Pages with a short message, mostly for forms that could not be processed

const messages = {
  forbidden: 'expired',
  rate_limited: 'too-many',
  too_large: 'too-large',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const maxMegabytes = Math.floor(config.maxUploadBytes / 2 ** 20);

export function messagePage(c: Context, status: number, title: string, text: string | Html, headers = {}) {
  return c.html(
    page(
      title,
      <>
        <Heading text={title} />
        {status >= 400 ? <Note kind="bad">{text}</Note> : <p>{text}</p>}
      </>,
      { session: sessionOf(c) },
    ),
    status as 400,
    {
      ...pageHeaders,
      ...headers,
    },
  );
}

/** For a one-time link. `text` says why it does not work, and how to get another one. */
export function invalidLinkPage(c: Context, text: Html) {
  const title = t('form-error.link-invalid');
  const body = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
  return c.html(page(title, body, { session: sessionOf(c) }), 410, pageHeaders);
}

/** Explains an error in a submitted form. Rethrows errors that the visitor did not cause. */
export function formErrorPage(c: Context, error: unknown, headers: Record<string, string> = {}) {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  if (error.code === 'forbidden' && isAtOtherAddress(c)) {
    const text = richText('form-error.other-address-text', {
      address: <a href={config.baseUrl}>{config.baseUrl}</a>,
    });
    return messagePage(c, statusOf.forbidden, t('form-error.other-address'), text, headers);
  }
  const name = error.code in messages ? messages[error.code as keyof typeof messages] : 'unreadable';
  const text = t(`form-error.${name}-text`, { megabytes: maxMegabytes });
  return messagePage(c, statusOf[error.code], t(`form-error.${name}`), text, headers);
}

/** Whether a page of this server sent the form, opened by an address that is not the public one, such as 127.0.0.1. */
function isAtOtherAddress({ req }: Context): boolean {
  const from = URL.parse(req.header('origin') ?? '');
  return from !== null && from.origin !== config.baseUrl && from.host === req.header('host');
}

// Limits requests to a page by the client's address

/** For pages and feeds that search. */
export const searchLimit: RateLimit = { name: 'search', quota: 300, windowSeconds: 300 };

/** For feeds and what other sites embed. A service reads the feeds of many people from one address. */
export const feedLimit: RateLimit = { name: 'feeds', quota: 600, windowSeconds: 300 };

export const limitByAddress =
  (limit: RateLimit): MiddlewareHandler =>
  async (c, next) => {
    const headers: Record<string, string> = {};
    try {
      await enforceRateLimit(limit, clientAddressOf(c), headers);
    } catch (error) {
      return formErrorPage(c, error, headers);
    }
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return next();
  };

// Answers the script that submits forms without leaving the page

interface InPlaceAnswer {
  /** Announced to the reader. */
  message: string;
  /** The next state of buttons on the page. */
  toggles: (Pick<Toggle, 'key' | 'label'> & Partial<Toggle>)[];
  /** A form of one button that takes it back. */
  undo?: { action: string; label: string };
}

/** True for the script, which accepts nothing else. Browsers ask for HTML when they submit a form themselves. */
export const isInPlace = (c: Context) => c.req.header('accept') === 'application/json';

/** Returns the answer for the script, or otherwise the path to redirect to. */
export async function inPlaceOr(
  c: Context,
  path: string,
  answer: () => InPlaceAnswer | Promise<InPlaceAnswer>,
): Promise<Response | string> {
  if (!isInPlace(c)) return path;
  return c.json(await answer(), 200, { 'cache-control': 'private, no-store' });
}
