/** The page of one report: what was reported, both accounts' histories, and the form to decide. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getAccountHistory } from '../../domain/moderation/members.ts';
import { getReport, listReportsAbout, type Report, readModeratedItems } from '../../domain/moderation/reports.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.ts';
import { note } from '../components/elements.ts';
import { day, richText } from '../components/texts.ts';
import { accountFacts, decisionList } from './account-facts.ts';
import { decisionForm, submitDecision } from './decision-form.ts';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent } from './layout.ts';
import { categoryText, reportList } from './reports.ts';

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
      await submitDecision(form, account, id);
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
    date: day(createdAt),
    isForwarded: iri && reporter?.host === '' ? 'yes' : 'no',
    host: account.host,
    isClosed: resolvedAt ? 'yes' : 'no',
    closedOn: resolvedAt ? day(resolvedAt) : '',
  });
  return html`<p>${summary}</p>
<p class="admin-quote">${comment || t('admin-reports.no-comment')}</p>
${missing > 0 ? note(t('admin-reports.posts-missing', { count: missing })) : ''}
<h2>${t('admin-reports.reported-account')}</h2>${reported ? accountFacts(reported) : html`<p>${t('admin-reports.account-gone')}</p>`}
<p><a href="/admin/people/${account.id}">${t('admin-reports.all-about-account')}</a></p>
${reported && reported.decisions.length > 0 ? html`<h3>${t('admin-reports.earlier-decisions')}</h3>${decisionList(reported.decisions, visitor)}` : ''}
${others.length > 0 ? html`<h3>${t('admin-reports.other-reports')}</h3>${reportList(others)}` : ''}
<h2>${t('admin-reports.reported-by')}</h2>${reporting ? accountFacts(reporting) : html`<p>${reporter ? addressOf(reporter) : t('admin-reports.deleted-account')}</p>`}
${reported ? html`<h2>${t('admin.decide')}</h2>${decisionForm(visitor, { action: `${path}/${id}/decide`, account, items, isReport: true })}` : ''}`;
}
