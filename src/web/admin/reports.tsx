/** The admin pages of reports: the list, and each report with what was reported and the form to decide. */
import { Hono } from 'hono';
import type { ReportCategory } from '../../db/vocabulary.ts';
import { countOpenAppeals, getAccountHistory } from '../../domain/moderation/members.ts';
import {
  getReport,
  listReports,
  listReportsAbout,
  type Report,
  readModeratedItems,
} from '../../domain/moderation/reports.ts';
import { idInPath } from '../../http/pagination.ts';
import { excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { Note, Pager, StateChips } from '../components/elements.tsx';
import { Day, richText } from '../components/texts.tsx';
import { AccountFacts, DecisionList } from './account-facts.tsx';
import { DecisionForm, submitDecision } from './decision-form.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage, beforeId, olderThan, Row, Rows } from './layout.tsx';

const perPage = 20;
const path = '/admin/reports';

const categoryText = (category: ReportCategory): string => t(`admin-reports.category-${category}`);

export const reports = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const resolved = visitor.c.req.query('resolved') === 'yes';
      const [found, appeals] = await Promise.all([
        listReports({ resolved, before: beforeId(visitor), limit: perPage + 1 }),
        countOpenAppeals(),
      ]);
      const here = resolved ? `${path}?resolved=yes` : path;
      const links = (
        <p>
          {resolved ? (
            <a href={path}>{t('admin-reports.open-reports')}</a>
          ) : (
            <a href={`${path}?resolved=yes`}>{t('admin-reports.closed-reports')}</a>
          )}{' '}
          · <a href="/admin/appeals">{t('admin-reports.appeals')}</a>
          <StateChips states={[appeals > 0 && t('admin-reports.appeals-open', { count: appeals })]} />
        </p>
      );
      const list = found.slice(0, perPage);
      const body = (
        <>
          {links}
          <ReportList list={list} empty={t(resolved ? 'admin-reports.none-closed' : 'admin-reports.none-open')} />
          <Pager newer={null} older={olderThan(found, perPage, here)} />
        </>
      );
      return adminContent(
        visitor,
        path,
        resolved ? t('admin-reports.closed-reports') : t('admin.section-reports'),
        body,
      );
    }),
  )
  .get(
    `${path}/:id`,
    adminPage('moderate', async (visitor) => {
      const found = await getReport(idInPath(visitor.c));
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
      const { id, account } = await getReport(idInPath(form.c));
      const question = await submitDecision(form, { account, reportId: id, back: `${path}/${id}` });
      if (question) return question;
      return `${path}?done=decide`;
    }),
  );

export function ReportList({ list, empty = t('admin-reports.none') }: { list: Report[]; empty?: string }) {
  return (
    <Rows
      empty={empty}
      list={list.map(({ id, account, reporter, comment, category, createdAt, resolvedAt, eventableIds }) => {
        const known = { category: categoryText(category), posts: eventableIds.length, date: <Day date={createdAt} /> };
        const line = reporter
          ? richText('admin-reports.listed', { ...known, reporter: <bdi>{addressOf(reporter)}</bdi> })
          : richText('admin-reports.listed-of-deleted', known);
        return (
          <Row
            text={
              <>
                <a href={`${path}/${id}`}>
                  {richText('admin-reports.about', { account: <bdi>{addressOf(account)}</bdi> })}
                </a>
                <StateChips states={[resolvedAt && t('admin-reports.closed')]} />
                <br />
                <span class="hint">{line}</span>
                <p class="admin-quote">{comment ? excerpt(comment, 300) : t('admin-reports.no-comment')}</p>
              </>
            }
          />
        );
      })}
    />
  );
}

// One report: what was reported, both accounts' histories, and the form to decide

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
