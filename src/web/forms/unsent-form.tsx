/** Keeps what a browser has sent and what cannot be saved: the answer carries it until it is sent again. */
import type { Context } from 'hono';
import { readUncheckedForm, sessionOf } from '../../http/browser-session.ts';
import type { FormSubmission } from '../../http/form.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { t } from '../../lib/language/text.ts';
import { noteFailure } from '../../lib/operation.ts';
import { assetPaths } from '../assets.ts';
import { Note } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { type Html, page, pageHeaders } from '../components/layout.tsx';
import { accountHeader, referringPath } from '../components/page-handler.tsx';

/** What a form has sent that could not be saved. */
export interface Unsent {
  fields: URLSearchParams;
  /** The fields with a chosen file. Files are not kept. */
  files: string[];
}

export const unsentOf = ({ fields, allFiles, oversized, unstored }: FormSubmission): Unsent => ({
  fields,
  files: [...allFiles.map(({ field }) => field), ...oversized, ...unstored],
});

/** By address, because such forms are read without a session. */
const unsentLimit: RateLimit = { name: 'interrupted-form', quota: 20, windowSeconds: 300 };

/** Throws forbidden unless the browser is that of a member, and rate_limited. */
export async function readUnsent(c: Context): Promise<Unsent> {
  await enforceRateLimit(unsentLimit, clientAddressOf(c));
  return unsentOf(await readUncheckedForm(c, null));
}

/** Fields that are not part of what was written. */
export const isOfRequest = /^(?:intent|form_token|attempt|show_form)$/;

export const KeptFields = ({ fields }: Pick<Unsent, 'fields'>) => (
  <>
    {[...fields]
      .filter(([name]) => !isOfRequest.test(name))
      .map(([name, value]) => (
        <HiddenFields fields={{ [name]: value }} />
      ))}
  </>
);

// The server is busy or has no database: the script of the page sends the form again, or the member does

const retrySeconds = 3;
const maxAttempt = 20;

/**
 * For forms whose items are created once, however often they are sent.
 * @param unsent null if the form was not read yet
 */
export async function retryingPage(c: Context, error: unknown, unsent: Unsent | null): Promise<Response> {
  noteFailure(error);
  const { fields, files } = unsent ?? (await readUnsent(c));
  const hadFiles = files.length > 0;
  const attempt = Math.min(maxAttempt, Number(/^\d{1,2}$/.exec(fields.get('attempt') ?? '')?.[0] ?? 0) + 1);
  const intent = fields.get('intent');
  const form = (
    <>
      {!hadFiles && <p role="status" data-text={t('form-error.sent-again')} />}
      <form
        method="post"
        enctype="multipart/form-data"
        action={c.req.path}
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
  return notSaved(c, form, hadFiles, <script type="module" src={assetPaths.retry} />);
}

/** No page holds what nobody but the member may read. */
const isSecret = /^(?:password|current|code)$/;

/** Any other form, whose own page cannot be shown either. It is sent again only by a tap. */
export async function keptPage(c: Context, error: unknown, { fields, files }: Unsent): Promise<Response> {
  noteFailure(error);
  const isIncomplete = files.length > 0 || [...fields.keys()].some((name) => isSecret.test(name));
  const kept = new URLSearchParams([...fields].filter(([name]) => !isSecret.test(name)));
  const askedOn = referringPath(c.req.header('referer'));
  if (askedOn && !kept.has('asked_on')) kept.set('asked_on', askedOn);
  const given = ['form_token', 'intent'].flatMap((name) => fields.getAll(name).map((value) => [name, value]));
  const isMultipart = c.req.header('content-type')?.startsWith('multipart/');
  const form = (
    <form method="post" enctype={isMultipart ? 'multipart/form-data' : undefined} action={c.req.path}>
      <HiddenFields fields={Object.fromEntries(given)} />
      <KeptFields fields={kept} />
      <div class="choices">
        {!isIncomplete && <button>{t('form-error.send-again')}</button>}
        <button name="show_form" value="yes" class={isIncomplete ? undefined : 'quiet'}>
          {t('form-error.back')}
        </button>
      </div>
    </form>
  );
  return notSaved(c, form, files.length > 0);
}

/** The header is that of the member, or of neither members nor visitors if there was no time to find out. */
async function notSaved(c: Context, form: Html, hadFiles: boolean, head?: Html): Promise<Response> {
  const session = sessionOf(c);
  const body = (
    <>
      <h1>{t('form-error.not-sent')}</h1>
      <Note kind="bad">{t('error-page.text-unavailable')}</Note>
      <p>{t(hadFiles ? 'write.safe-without-photos' : 'write.safe')}</p>
      {form}
    </>
  );
  const html = await page(t('form-error.not-sent'), body, { session, isForAll: session === null, head });
  return new Response(String(html), {
    status: 503,
    // Without a session it is not known whose page this is, and the service worker must forget nothing.
    headers: { ...pageHeaders, ...(session && accountHeader(session)), 'Retry-After': String(retrySeconds) },
  });
}
