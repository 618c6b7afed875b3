/** Wraps forms that need no log-in, and ends the log-ins that some of them are. */
import type { Context } from 'hono';
import { takesBody } from '../../http/body.ts';
import { type BrowserSession, findBrowserSession, readSmallForm } from '../../http/browser-session.ts';
import { asDomainError } from '../../http/errors.ts';
import { maxSmallFormBytes } from '../../http/form.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { formErrorPage } from './answers.tsx';
import { formAsked, isRefusal, refuseForm, refuseUnread } from './refused-form.ts';

/** A form that a visitor or a member has submitted. */
export interface VisitorForm {
  c: Context;
  session: BrowserSession | null;
  fields: URLSearchParams;
  /** Counts one request. Throws rate_limited. */
  limit: (rateLimit: RateLimit, subject: string) => Promise<void>;
}

/**
 * Errors become a page, with the headers of the rate limit that was exceeded. `pageOf` returns the path of the page with
 * the form, by default that of the form.
 */
export const visitorForm = (
  handler: (form: VisitorForm) => Promise<Response> | Response,
  pageOf?: (fields: URLSearchParams) => string,
) =>
  takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, async (c: Context): Promise<Response> => {
    const headers: Record<string, string> = {};
    let fields = new URLSearchParams();
    try {
      const session = await findBrowserSession(c);
      const submission = await readSmallForm(c, session);
      fields = submission.fields;
      if (!submission.isTrusted) throw new DomainError('forbidden', t('form-error.expired-kept'));
      const asked = await formAsked(c, { fields, files: [] }, pageOf?.(fields));
      if (asked) return asked;
      const limit = (rateLimit: RateLimit, subject: string) => enforceRateLimit(rateLimit, subject, headers);
      return await handler({ c, session, fields, limit });
    } catch (error) {
      const isShown = (isRefusal(error) || asDomainError(error)?.code === 'unavailable') && fields.size > 0;
      const response = isShown
        ? await refuseForm(c, error, { fields, files: [] }, pageOf?.(fields))
        : ((await refuseUnread(c, error)) ?? (await formErrorPage(c, error, headers)));
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    }
  });
