/** Keeps what a member has written whose session has ended: the answer carries it until it is sent again. */
import type { Context } from 'hono';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { KeptFields, readUnsent } from '../forms/unsent-form.tsx';

/** The visitor logs in again in another tab. Nothing is stored. Throws forbidden for a form of another origin. */
export async function interruptedPage(c: Context): Promise<Response> {
  const { fields, files } = await readUnsent(c);
  const hadFiles = files.length > 0;
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
      <form method="post" enctype="multipart/form-data" action={c.req.path}>
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
