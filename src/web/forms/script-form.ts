/** Wraps what the scripts of pages send for a member. Errors are JSON, and nobody is redirected. */
import type { Context } from 'hono';
import { takesBody } from '../../http/body.ts';
import { type BrowserSession, findBrowserSession, readMemberForm } from '../../http/browser-session.ts';
import { errorResponse } from '../../http/errors.ts';
import { type FormSubmission, maxFormBytesOf } from '../../http/form.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { DomainError } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { errorsInWords } from '../components/error-words.ts';

interface ScriptForm extends FormSubmission {
  c: Context;
  session: BrowserSession;
}

interface ScriptFormOptions {
  /** Counted by member before anything is read. */
  rateLimit: RateLimit;
  withFiles?: boolean;
  /** Says to log in again. */
  loggedOut?: MessageKey;
}

export function scriptForm(
  handler: (form: ScriptForm) => Response | Promise<Response>,
  { rateLimit, withFiles = false, loggedOut = 'errors.log-in-again' }: ScriptFormOptions,
) {
  const files = withFiles ? 'kept' : 'refused';
  return takesBody({ from: 'members', maxBytes: maxFormBytesOf[files] }, async (c: Context) => {
    try {
      const session = await findBrowserSession(c);
      if (!session) throw new DomainError('unauthorized', t(loggedOut));
      await enforceRateLimit(rateLimit, `member ${session.accountId}`);
      return await handler({ c, session, ...(await readMemberForm(c, session, files)) });
    } catch (error) {
      // A script shows them on its page.
      const shown = error instanceof DomainError ? new DomainError(error.code, errorsInWords(error.errors)) : error;
      return errorResponse(shown, { 'Cache-Control': 'private, no-store' });
    }
  });
}
