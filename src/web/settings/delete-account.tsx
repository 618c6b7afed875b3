/** The settings page to delete the account, and the page that says goodbye. */
import { Hono } from 'hono';
import { hasPassword, proveWithPasskey } from '../../domain/access/credentials.ts';
import { arePasskeysPossible, listPasskeys, logInOptions } from '../../domain/access/second-factor.ts';
import { deleteAccount } from '../../domain/accounts/delete.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Field, PasskeyForm, PostForm } from '../components/fields.tsx';
import { pageHandler } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField, requireRecentLogIn } from '../forms/recent-log-in.tsx';
import { settingsPage } from './layout.tsx';

const path = '/settings/leave';
const farewellPath = '/farewell';

export const deleteAccountPage = new Hono()
  .get(path, memberPage(show))
  .post(
    path,
    memberForm(async (form) => {
      await requireProofAtOnce(form);
      await deleteAccount(form.me);
      setSessionCookie(form.c, null);
      return farewellPath;
    }),
  )
  .get(
    farewellPath,
    pageHandler(async () => farewell()),
  );

async function show(visitor: MemberVisitor) {
  const { c, session, me } = visitor;
  const [withPassword, passkeys] = await Promise.all([hasPassword(me), listPasskeys(me)]);
  const withPasskey = arePasskeysPossible && passkeys.length > 0;
  const body = (
    <>
      <h2>{t('delete-account.heading')}</h2>
      <Note>{t('delete-account.warning')}</Note>
      <p>{t('delete-account.export-first')}</p>
      <p>
        <a class="button quiet" href="/settings/export">
          {t('delete-account.to-export')}
        </a>
      </p>
      <p>{richText('delete-account.alternatives', { move: (text) => <a href="/settings/move">{text}</a> })}</p>
      <PostForm visitor={visitor} action={path}>
        {withPassword ? (
          <ProofField
            visitor={{ c, session: { ...session, isRecentlyAuthenticated: false } }}
            path={path}
            isOnlyPassword
          />
        ) : (
          <TypedName visitor={visitor} />
        )}
        <button class="danger">{t('delete-account.submit')}</button>
      </PostForm>
      {withPasskey ? (
        <PasskeyForm visitor={visitor} passkey={logInOptions(session.id)} kind="get" action={path}>
          <button class="danger quiet">{t('delete-account.with-passkey')}</button>
        </PasskeyForm>
      ) : null}
    </>
  );
  return settingsPage(visitor, path, t('delete-account.title'), body);
}

const TypedName = ({ visitor }: { visitor: MemberVisitor }) => (
  <>
    <Field
      name="name"
      label={t('delete-account.type-name', { username: visitor.session.username })}
      attributes={{ required: true, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
    />
    <ProofField visitor={visitor} path={path} />
  </>
);

function farewell() {
  const title = t('delete-account.farewell-title');
  const body = (
    <>
      <h1 data-logged-out="">{title}</h1>
      <p>{t('delete-account.farewell')}</p>
      <Note>{t('delete-account.farewell-final')}</Note>
      <p>
        <a class="button quiet" href="/">
          {t('error-page.to-front-page')}
        </a>
      </p>
    </>
  );
  return { title, body, layout: { width: 'text' as const, head: <meta name="robots" content="noindex" /> } };
}

/**
 * For what ends the account: the form itself brings the proof, however recent another one is. A member without a
 * password uses a passkey, or types the name after a recent proof. Throws validation_failed on the field.
 */
async function requireProofAtOnce({ session, fields }: SubmittedForm): Promise<void> {
  const credential = fields.get('credential');
  if (credential) {
    if (await proveWithPasskey(session, { state: fields.get('state') ?? '', credential })) return;
    throw invalid('credential', t('access.passkey-not-accepted'));
  }
  if (await hasPassword(session.accountId)) {
    await requireRecentLogIn({ session: { ...session, isRecentlyAuthenticated: false }, fields });
    return;
  }
  await requireRecentLogIn({ session, fields });
  const typed = (fields.get('name') ?? '').trim().replace(/^@/, '').toLowerCase();
  if (typed !== session.username) throw invalid('name', t('delete-account.name-wrong'));
}
