/** The page of one report: what was reported, both accounts' histories, and the form to decide. */
import { Hono } from 'hono';
import { getAccountHistory } from '../../domain/moderation/members.ts';
import { getReport, listReportsAbout, type Report, readModeratedItems } from '../../domain/moderation/reports.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { Note } from '../components/elements.tsx';
import { Day, richText } from '../components/texts.tsx';
import { AccountFacts, DecisionList } from './account-facts.tsx';
import { DecisionForm, submitDecision } from './decision-form.tsx';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent } from './layout.tsx';
import { categoryText, ReportList } from './reports.tsx';

const path = '/admin/reports';

export const report = new Hono()
  .get(
    `${path}/:id`,
    adminPage('moderate', async (visitor) => {
      const found = await getReport(readId(visitor.c.req.param('id')!) ?? 0);
      return adminContent(
        visitor,
        path,
        t('admin-reports.about', { account: addressOf(found.account) }),
        await show(found, visitor),
      );
    }),
  )
  .post(
    `${path}/:id/decide`,
    adminForm('moderate', async (form) => {
      const { id, account } = await getReport(readId(form.c.req.param('id')!) ?? 0);
      const question = await submitDecision(form, { account, reportId: id, back: `${path}/${id}` });
      if (question) return question;
      return `${path}?done=decide`;
    }),
  );

async function show(found: Report, visitor: AdminVisitor) {
  const { id, account, reporter, comment, category, createdAt, resolvedAt, iri } = found;
  const ids = [...found.eventableIds, ...found.hiddenIds];
  const [reported, reporting, others, items] = await Promise.all([
    getAccountHistory(account.id).catch(() => null),
    reporter && getAccountHistory(reporter.id).catch(() => null),
    listReportsAbout(account.id, id),
    readModeratedItems(visitor.moderator, { accountId: account.id, ids, reportId: id }),
  ]);
  const missing = ids.length - items.length;
  const summary = richText('admin-reports.summary', {
    category: categoryText(category),
    date: <Day date={createdAt} />,
    isForwarded: iri && reporter?.host === '' ? 'yes' : 'no',
    host: account.host,
    isClosed: resolvedAt ? 'yes' : 'no',
    closedOn: resolvedAt ? <Day date={resolvedAt} /> : '',
  });
  return (
    <>
      <p>{summary}</p>
      <p class="admin-quote">{comment || t('admin-reports.no-comment')}</p>
      {missing > 0 && <Note>{t('admin-reports.posts-missing', { count: missing })}</Note>}
      <h2>{t('admin-reports.reported-account')}</h2>
      {reported ? <AccountFacts history={reported} /> : <p>{t('admin-reports.account-gone')}</p>}
      <p>
        <a href={`/admin/people/${account.id}`}>{t('admin-reports.all-about-account')}</a>
      </p>
      {reported && reported.decisions.length > 0 ? (
        <>
          <h3>{t('admin-reports.earlier-decisions')}</h3>
          <DecisionList decisions={reported.decisions} visitor={visitor} />
        </>
      ) : null}
      {others.length > 0 && (
        <>
          <h3>{t('admin-reports.other-reports')}</h3>
          <ReportList list={others} />
        </>
      )}
      <h2>{t('admin-reports.reported-by')}</h2>
      {reporting ? (
        <AccountFacts history={reporting} />
      ) : (
        <p>{reporter ? addressOf(reporter) : t('admin-reports.deleted-account')}</p>
      )}
      {reported ? (
        <>
          <h2>{t('admin.decide')}</h2>
          <DecisionForm visitor={visitor} action={`${path}/${id}/decide`} account={account} items={items} isReport />
        </>
      ) : null}
    </>
  );
}
