/** The settings page for the password and sessions. */
import { Hono } from 'hono';
import {
  changePassword,
  endOtherAccess,
  endSession,
  listAuthorizedApps,
  listLogins,
  listSessions,
} from '../../domain/access/credentials.ts';
import { arePasskeysPossible, findSecondFactor } from '../../domain/access/second-factor.ts';
import { listPersonalTokens } from '../../domain/access/tokens.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { idInPath } from '../../http/pagination.ts';
import { browserName } from '../../lib/browser-name.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, actionContext } from '../components/actions.tsx';
import { Checkbox, Choices, Field, newPassword, PostForm } from '../components/fields.tsx';
import { Day, Moment, richText, visuallyHidden } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/access';
const sessions = '/settings/sessions';
/** Log-ins that the page lists. */
const maxLogins = 10;

export const credentials = new Hono()
  .get(path, memberPage(show))
  .post(path, confirmedForm(save))
  .post(
    sessions,
    memberForm(async (form) => {
      const { c, me, session, fields } = form;
      const withApps = fields.get('apps') === 'yes';
      const text = { action: t('login-settings.log-out-others'), consequence: t('apps.revoke-all-text') };
      // A browser that was logged out can log in again, and an app must be allowed anew.
      const question = withApps ? askFirst(form, { ...text, back: path }) : null;
      if (question) return question;
      setSessionCookie(c, await endOtherAccess(me, session.id, { withApps }));
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${sessions}/:id/end`,
    memberForm(async ({ c, me }) => {
      await endSession(me, idInPath(c));
      return `${path}?saved=yes`;
    }),
  );

async function save(form: SubmittedForm): Promise<string> {
  const { c, me, session, fields } = form;
  setSessionCookie(c, await changePassword(me, fields.get('password') ?? '', session.id));
  return `${path}?saved=yes`;
}

/**
 * Apps keep their access unless the member chooses otherwise: a script whose token is gone cannot get it back by
 * itself.
 */
const LogOutForm = ({ visitor, apps }: { visitor: MemberVisitor; apps: number }) => (
  <PostForm visitor={visitor} action={sessions}>
    {apps > 0 && (
      <Checkbox
        name="apps"
        label={t('login-settings.log-out-apps', { count: apps })}
        hint={t('login-settings.log-out-apps-hint')}
        checked={false}
      />
    )}
    <Choices action={t('login-settings.log-out-others')} kind="quiet" />
  </PostForm>
);

async function show(visitor: MemberVisitor) {
  const { me, session } = visitor;
  const [browsers, logins, { isOn }, apps, tokens] = await Promise.all([
    listSessions(me),
    listLogins(me, maxLogins),
    findSecondFactor(me),
    listAuthorizedApps(me),
    listPersonalTokens(me),
  ]);
  const context = actionContext(visitor)!;
  const list = browsers.map(({ id, userAgent, createdAt, expiresAt }) => {
    const name = browserName(userAgent);
    return (
      <li>
        <div>
          <bdi>{name}</bdi>
          <br />
          <span class="hint">
            {richText('login-settings.logged-in-and-expires', {
              since: <Day date={createdAt} />,
              until: <Day date={expiresAt} />,
            })}
          </span>
        </div>
        {id === session.id ? (
          <span class="chip">{t('login-settings.this-browser')}</span>
        ) : (
          <div class="actions">
            <ActionButton
              context={context}
              action={`${sessions}/${id}/end`}
              label={t('login-settings.log-out-browser')}
              hiddenText={name}
            />
          </div>
        )}
      </li>
    );
  });
  const body = (
    <>
      <h2>{t('login-settings.password')}</h2>
      <PostForm visitor={visitor} action={path}>
        <ProofField visitor={visitor} path={path} />
        <Field
          name="password"
          label={t('login-settings.new-password')}
          type="password"
          hint={t('login-settings.new-password-hint')}
          attributes={newPassword}
        />
        <button>{t('login-settings.change-password')}</button>
      </PostForm>
      <h2>{t('login-settings.two-factor')}</h2>
      <p>
        {richText(`login-settings.two-factor-${isOn ? 'on' : 'off'}`, {
          link: (text) => <a href="/settings/two-factor">{text}</a>,
          hidden: visuallyHidden,
        })}
      </p>
      {arePasskeysPossible ? (
        <>
          <h2>{t('login-settings.passkeys')}</h2>
          <p>{richText('login-settings.passkeys-text', { link: (text) => <a href="/settings/passkeys">{text}</a> })}</p>
        </>
      ) : null}
      <h2>{t('login-settings.browsers')}</h2>
      <ul class="rows">{list}</ul>
      {(browsers.length > 1 || apps.length + tokens.length > 0) && (
        <LogOutForm visitor={visitor} apps={apps.length + tokens.length} />
      )}
      <h2>{t('login-settings.recent')}</h2>
      <p class="hint">{t('login-settings.recent-text')}</p>
      <ul class="rows">
        {logins.map(({ userAgent, address, createdAt }) => (
          <li>
            <div>
              <bdi>{browserName(userAgent)}</bdi>
              <br />
              <span class="hint">
                {richText('login-settings.time-and-address', {
                  time: <Moment date={createdAt} />,
                  address: <bdi>{address}</bdi>,
                })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
  return settingsPage(visitor, path, t('settings.tab-login'), body);
}
