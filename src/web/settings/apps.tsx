/** The settings page for authorized apps and personal access tokens. */
import { Hono } from 'hono';
import { type AuthorizedApp, endOtherAccess, listAuthorizedApps, revokeApp } from '../../domain/access/credentials.ts';
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
          {allowed.map((app) => (
            <AppRow app={app} context={context} />
          ))}
        </ul>
      ) : (
        <Empty>{t('apps.no-apps')}</Empty>
      )}
      <h2>{t('apps.tokens')}</h2>
      <p class="hint">{t('apps.tokens-text')}</p>
      {own.length > 0 && (
        <ul class="rows">
          {own.map((each) => (
            <TokenRow token={each} context={context} />
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

const PermissionList = ({ list }: { list: string[] }) => (
  <ul class="hint">
    {list.map((scope) => (
      <li>{scopeText(scope as Scope)[0]}</li>
    ))}
  </ul>
);

const Since = ({ date }: { date: Date }) => (
  <span class="hint">{richText('apps.since', { day: <Day date={date} /> })}</span>
);

function AppRow({
  app: { id, name, website, scopes: granted, since },
  context,
}: {
  app: AuthorizedApp;
  context: ActionContext;
}) {
  const url = webUrl(website);
  const label = (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
  const title = url
    ? richText('apps.name-and-site', {
        name: label,
        site: (
          <a href={url} rel="nofollow noopener noreferrer">
            {new URL(url).host}
          </a>
        ),
      })
    : label;
  return (
    <li>
      <div>
        {title}
        {since ? (
          <>
            <br />
            <Since date={since} />
          </>
        ) : null}
        <PermissionList list={granted} />
      </div>
      <div class="actions">
        <ActionButton
          context={context}
          action={`${path}/${encodeURIComponent(id)}/revoke`}
          label={t('apps.revoke')}
          hiddenText={name}
        />
      </div>
    </li>
  );
}

function TokenRow({
  token: { id, name, scopes: granted, createdAt },
  context,
}: {
  token: PersonalToken;
  context: ActionContext;
}) {
  const label = tokenName({ name });
  return (
    <li>
      <div>
        <strong>
          <bdi>{label}</bdi>
        </strong>
        <br />
        <Since date={createdAt} />
        <PermissionList list={granted} />
      </div>
      <div class="actions">
        <ActionButton context={context} action={`${tokens}/${id}/revoke`} label={t('apps.revoke')} hiddenText={label} />
      </div>
    </li>
  );
}
