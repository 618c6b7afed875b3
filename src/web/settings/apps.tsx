/** The settings page for authorized apps and personal access tokens. */
import { Hono } from 'hono';
import { endOtherAccess, listAuthorizedApps, revokeApp } from '../../domain/access/credentials.ts';
import {
  createPersonalToken,
  listPersonalTokens,
  type PersonalToken,
  revokePersonalToken,
  type Scope,
  scopes,
} from '../../domain/access/tokens.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { personalToken } from '../../http/input/account.ts';
import { idInPath } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty, Note } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm } from '../components/fields.tsx';
import { Day, richText, webUrl } from '../components/texts.tsx';
import { scopeText } from '../components/value-texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/apps';
const tokens = '/settings/tokens';

export const apps = new Hono()
  .get(path, memberPage(show))
  .post(tokens, confirmedForm(createToken, { page: path }))
  .post(
    `${tokens}/:id/revoke`,
    memberForm(async (form) => {
      const id = idInPath(form.c);
      const token = (await listPersonalTokens(form.me)).find((each) => each.id === id);
      const question = token && askRevoke(form, tokenName(token));
      if (question) return question;
      await revokePersonalToken(form.me, id);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${path}/:id/revoke`,
    memberForm(async (form) => {
      const id = form.c.req.param('id')!;
      const app = (await listAuthorizedApps(form.me)).find((each) => each.id === id);
      const question = app && askRevoke(form, app.name);
      if (question) return question;
      await revokeApp(form.me, id);
      return `${path}?saved=yes`;
    }),
  )
  .post(
    '/settings/end-all',
    memberForm(async (form) => {
      const { c, me, session } = form;
      const text = { action: t('apps.revoke-all-button'), consequence: t('apps.revoke-all-text') };
      const question = askFirst(form, { ...text, back: path });
      if (question) return question;
      setSessionCookie(c, await endOtherAccess(me, session.id, { withApps: true }));
      return `${path}?saved=yes`;
    }),
  );

const tokenName = ({ name }: Pick<PersonalToken, 'name'>) => name || t('apps.token-of-command-line');

const askRevoke = (form: SubmittedForm, about: string) =>
  askFirst(form, { action: t('apps.revoke'), about, consequence: t('ask.access'), back: path });

async function createToken(form: SubmittedForm) {
  const { me, session, fields } = form;
  if (!fields.has('scope')) throw invalid('scope', t('apps.choose-permission'));
  const input = parseOrThrow(personalToken, {
    name: fields.get('name') ?? '',
    scopes: fields.getAll('scope'),
  });
  const text = await createPersonalToken({ accountId: me, sessionId: session.id }, input);
  const body = (
    <>
      <h2>{t('apps.token', { name: input.name })}</h2>
      <Note>{t('apps.copy-now')}</Note>
      <pre>{`${text}`}</pre>
      <p>{richText('apps.send-in-header', { header: <code>{'Authorization: Bearer …'}</code> })}</p>
      <p>
        <a href={path}>{t('apps.back')}</a>
      </p>
    </>
  );
  return settingsPage(form, path, t('apps.new-token'), body);
}

async function show(visitor: MemberVisitor) {
  const [allowed, own] = await Promise.all([listAuthorizedApps(visitor.me), listPersonalTokens(visitor.me)]);
  const context = actionContext(visitor)!;
  const body = (
    <>
      <h2>{t('apps.authorized')}</h2>
      {allowed.length > 0 ? (
        <ul class="rows">
          {allowed.map(({ id, ...app }) => (
            <AccessRow {...app} action={`${path}/${encodeURIComponent(id)}/revoke`} context={context} />
          ))}
        </ul>
      ) : (
        <Empty>{t('apps.no-apps')}</Empty>
      )}
      <h2>{t('apps.tokens')}</h2>
      <p class="hint">{t('apps.tokens-text')}</p>
      {own.length > 0 && (
        <ul class="rows">
          {own.map((token) => (
            <AccessRow
              name={tokenName(token)}
              scopes={token.scopes}
              since={token.createdAt}
              action={`${tokens}/${token.id}/revoke`}
              context={context}
            />
          ))}
        </ul>
      )}
      <PostForm visitor={visitor} action={tokens}>
        <Field
          name="name"
          label={t('apps.token-name')}
          hint={t('apps.token-name-hint')}
          attributes={{ required: true, maxlength: 100 }}
        />
        <fieldset>
          <legend>{t('apps.permissions')}</legend>
          {scopes.map((scope) => (
            <Checkbox
              name="scope"
              value={scope}
              label={scopeText(scope)[0]}
              hint={t('apps.permission-hint', { scope, includes: scopeText(scope)[1] })}
              checked={scope === 'read'}
            />
          ))}
        </fieldset>
        <ProofField visitor={visitor} path={path} />
        <Choices action={t('apps.create-token')} />
      </PostForm>
      <h2>{t('apps.revoke-all')}</h2>
      <p>{t('apps.revoke-all-text')}</p>
      <PostForm visitor={visitor} action="/settings/end-all">
        <button class="danger">{t('apps.revoke-all-button')}</button>
      </PostForm>
    </>
  );
  return settingsPage(visitor, path, t('settings.tab-apps'), body);
}

interface AccessRowProps {
  name: string;
  /** The page of an app. */
  website?: string | null;
  scopes: string[];
  since: Date | null;
  /** Path of what it is revoked by. */
  action: string;
  context: ActionContext;
}

function AccessRow({ name, website, scopes: granted, since, action, context }: AccessRowProps) {
  const url = webUrl(website);
  const label = (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
  const site = url && (
    <a href={url} rel="nofollow noopener noreferrer">
      {new URL(url).host}
    </a>
  );
  return (
    <li>
      <div>
        {site ? richText('apps.name-and-site', { name: label, site }) : label}
        {since ? (
          <>
            <br />
            <span class="hint">{richText('apps.since', { day: <Day date={since} /> })}</span>
          </>
        ) : null}
        <ul class="hint">
          {granted.map((scope) => (
            <li>{scopeText(scope as Scope)[0]}</li>
          ))}
        </ul>
      </div>
      <div class="actions">
        <ActionButton context={context} action={action} label={t('apps.revoke')} hiddenText={name} />
      </div>
    </li>
  );
}
