/** Keeps what a member has written and what cannot be saved: the answer carries it until it is sent again. */
import type { Context } from 'hono';
import { formToken, readUncheckedForm, sessionOf } from '../../http/browser-session.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { t } from '../../lib/language/text.ts';
import { noteFailure } from '../../lib/operation.ts';
import { assetPaths } from '../assets.ts';
import { Note } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { accountHeader } from '../components/page-handler.tsx';
import type { Unsent } from '../member-page.ts';
import { isOfRequest } from './form.tsx';

/** By address, because such forms are read without a session. */
const unsentLimit: RateLimit = { name: 'interrupted-form', quota: 20, windowSeconds: 300 };

async function readUnsent(c: Context): Promise<Unsent> {
  await enforceRateLimit(unsentLimit, clientAddressOf(c));
  const { fields, oversized } = await readUncheckedForm(c, null);
  return { fields, hadFiles: oversized.length > 0 };
}

const KeptFields = ({ fields }: Pick<Unsent, 'fields'>) => (
  <>
    {[...fields]
      .filter(([name]) => !isOfRequest.test(name))
      .map(([name, value]) => (
        <HiddenFields fields={{ [name]: value }} />
      ))}
  </>
);

const actionOf = (c: Context): string => new URL(c.req.url).pathname;

// The session has ended: the visitor logs in again in another tab

/** Nothing is stored. Throws forbidden for a form of another origin. */
export async function interruptedPage(c: Context): Promise<Response> {
  const { fields, hadFiles } = await readUnsent(c);
  const body = (
    <>
      <h1>{t('write.logged-out')}</h1>
      <Note>{t(hadFiles ? 'write.safe-without-photos' : 'write.safe')}</Note>
      <ol class="plain-steps">
        <li>
          <a href="/login?next=/write/continue" target="_blank" rel="noopener">
            {t('write.log-in-new-tab')}
          </a>
        </li>
        <li>{t('write.come-back')}</li>
      </ol>
      <form method="post" enctype="multipart/form-data" action={actionOf(c)}>
        <HiddenFields fields={{ form_token: formToken(c, null), intent: 'edit' }} />
        <KeptFields fields={fields} />
        <div class="choices">
          <button>{t('write.continue')}</button>
        </div>
      </form>
    </>
  );
  return c.html(page(t('write.logged-out'), body), 403, pageHeaders);
}

/** Opened in the other tab after the login. */
export const continuePage = async () => ({
  title: t('write.logged-in'),
  body: (
    <>
      <h1>{t('write.logged-in-again')}</h1>
      <p>{t('write.close-tab')}</p>
    </>
  ),
});

// The server is busy or has no database: the script of the page sends the form again, or the member does

const retrySeconds = 3;
const maxAttempt = 20;

/**
 * The header is that of the member, or of neither members nor visitors if there was no time to find out.
 * @param unsent null if the form was not read yet
 */
export async function busyPage(c: Context, error: unknown, unsent: Unsent | null): Promise<Response> {
  noteFailure(error);
  const { fields, hadFiles } = unsent ?? (await readUnsent(c));
  const session = sessionOf(c);
  const attempt = Math.min(maxAttempt, Number(/^\d{1,2}$/.exec(fields.get('attempt') ?? '')?.[0] ?? 0) + 1);
  const intent = fields.get('intent');
  const body = (
    <>
      <h1>{t('form-error.not-sent')}</h1>
      <Note kind="bad">{t('error-page.text-unavailable')}</Note>
      <p>{t(hadFiles ? 'write.safe-without-photos' : 'write.safe')}</p>
      {!hadFiles && <p role="status" data-text={t('form-error.sent-again')} />}
      <form
        method="post"
        enctype="multipart/form-data"
        action={actionOf(c)}
        data-retry={hadFiles ? undefined : String(retrySeconds)}
      >
        <HiddenFields fields={{ form_token: fields.get('form_token') ?? '', attempt: String(attempt) }} />
        <KeptFields fields={fields} />
        <div class="choices">
          {!hadFiles && (
            <button name={intent === null ? undefined : 'intent'} value={intent ?? undefined}>
              {t('form-error.send-again')}
            </button>
          )}
          <button name="intent" value="edit" class={hadFiles ? undefined : 'quiet'}>
            {t('write.continue')}
          </button>
        </div>
      </form>
    </>
  );
  const head = <script type="module" src={assetPaths.retry} />;
  const html = await page(t('form-error.not-sent'), body, { session, isForAll: session === null, head });
  return new Response(String(html), {
    status: 503,
    // Without a session it is not known whose page this is, and the service worker must forget nothing.
    headers: { ...pageHeaders, ...(session && accountHeader(session)), 'Retry-After': String(retrySeconds) },
  });
}
