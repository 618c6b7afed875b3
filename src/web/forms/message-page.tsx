/** Pages with a short message, mostly for forms that could not be processed. */
import type { Context } from 'hono';
import { sessionOf } from '../../http/browser-session.ts';
import { statusOf } from '../../http/errors.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type ErrorCode } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Heading, Note } from '../components/elements.tsx';
import { type Html, page, pageHeaders } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';

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
