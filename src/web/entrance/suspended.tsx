/** The only page of a suspended member: the decisions, appeals, the export of the member's data, and logging out. */
import { Hono, type MiddlewareHandler } from 'hono';
import { logOut } from '../../domain/access/sessions.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { findSuspendedBrowserSession as findSession, setSessionCookie } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Choices, PostForm } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { ContactText, richText } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { exportFile, exportForm, exportPanel } from '../import-export/export.tsx';
import { decisionList, sendAppeal } from '../settings/moderation.tsx';

const path = '/suspended';
const exportPath = `${path}/export`;

/** Redirects everything that a suspended member requests to the page about the suspension. */
export const keepSuspended: MiddlewareHandler = async (c, next) => {
  const isThere = c.req.path === path || c.req.path.startsWith(`${path}/`);
  if (isThere || !(await findSession(c))) return next();
  return c.redirect(`${config.baseUrl}${path}`, 303);
};

export const suspended = new Hono()
  .get(path, memberPage(show, findSession))
  .post(
    `${path}/:id/appeal`,
    memberForm(
      async (form) => {
        await sendAppeal(form);
        return path;
      },
      { page: path, findSession },
    ),
  )
  .post(exportPath, exportForm(path, findSession))
  .get(`${exportPath}/file`, memberPage(exportFile, findSession))
  .post(
    `${path}/log-out`,
    memberForm(
      async ({ c, session }) => {
        await logOut(session.token);
        setSessionCookie(c, null);
        return '/login';
      },
      { findSession },
    ),
  );

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const [{ contact }, decisions, { body: data, headers }] = await Promise.all([
    getInstanceProfile(),
    decisionList(visitor, { path, none: t('suspended.no-decision'), withUndone: false }),
    exportPanel(visitor, exportPath),
  ]);
  const body = (
    <>
      <h1>{t('suspended.title')}</h1>
      <Note>{t('suspended.explanation', { username: visitor.session.username })}</Note>
      <h2>{t('decisions.page-title')}</h2>
      {decisions}
      {contact === '' ? null : <p>{richText('suspended.contact', { contact: <ContactText contact={contact} /> })}</p>}
      <h2>{t('suspended.your-data')}</h2>
      <p>{t('suspended.your-data-explanation')}</p>
      {data}
      <PostForm visitor={visitor} action={`${path}/log-out`}>
        <Choices action={t('logout.log-out')} kind="quiet" />
      </PostForm>
    </>
  );
  return { title: t('suspended.title'), body, layout: { width: 'text' }, headers };
}
