/** The page on which a member proves again who they are: with the password, a code or a passkey. */
import { Hono } from 'hono';
import { proveWithCode, proveWithPasskey } from '../../domain/access/credentials.ts';
import {
  arePasskeysPossible,
  findSecondFactor,
  listPasskeys,
  logInOptions,
} from '../../domain/access/second-factor.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Field, PasskeyForm, PostForm } from '../components/fields.tsx';
import { localPageUrl } from '../components/page-handler.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { confirmPath, ProofField, requireRecentLogIn } from '../forms/recent-log-in.tsx';
import { pathWith } from '../forms/refused-form.ts';
import { settingsPage } from './layout.tsx';

export const confirmIdentity = new Hono()
  .get(confirmPath, memberPage(show))
  .post(confirmPath, memberForm(prove, { page: (fields) => pathWith(confirmPath, fields, ['next']) }));

async function prove(form: SubmittedForm): Promise<string> {
  const { session, fields } = form;
  const credential = fields.get('credential');
  const code = fields.get('code');
  if (credential) {
    if (!(await proveWithPasskey(session, { state: fields.get('state') ?? '', credential })))
      throw invalid('credential', t('access.passkey-not-accepted'));
  } else if (code !== null) {
    const isRight = await proveWithCode(session, code).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
      throw new DomainError('validation_failed', { code: error.errors.base! });
    });
    if (!isRight) throw invalid('code', t('access.wrong-code'));
  } else await requireRecentLogIn(form);
  return localPageUrl(fields.get('next')) ?? '/settings';
}

async function show(visitor: MemberVisitor) {
  const { c, me } = visitor;
  const session = { ...visitor.session, isRecentlyAuthenticated: false };
  const next = localPageUrl(c.req.query('next'))?.slice(config.baseUrl.length) ?? '/settings';
  const [{ isOn }, passkeys] = await Promise.all([findSecondFactor(me), listPasskeys(me)]);
  const body = (
    <>
      <h2>{t('access.confirm-title')}</h2>
      <p>{t('access.confirm-reason')}</p>
      {arePasskeysPossible && passkeys.length > 0 ? (
        <PasskeyForm
          visitor={visitor}
          passkey={logInOptions(session.id)}
          kind="get"
          action={confirmPath}
          fields={{ next }}
        >
          <button class="quiet">{t('access.confirm-with-passkey')}</button>
        </PasskeyForm>
      ) : null}
      <PostForm visitor={visitor} action={confirmPath} fields={{ next }}>
        <ProofField visitor={visitor} path={next} isOnlyPassword />
        <button>{t('access.confirm-with-password')}</button>
      </PostForm>
      {isOn && (
        <PostForm visitor={visitor} action={confirmPath} fields={{ next }}>
          <Field
            name="code"
            label={t('access.code-label')}
            attributes={{
              required: true,
              maxlength: 40,
              autocomplete: 'one-time-code',
              autocapitalize: 'none',
              spellcheck: 'false',
            }}
          />
          <button>{t('access.confirm-with-code')}</button>
        </PostForm>
      )}
    </>
  );
  return settingsPage(visitor, '/settings/access', t('access.confirm-title'), body);
}
