/** The page of one report: what was reported, both accounts' histories, and the form to decide. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { listByIds } from '../../domain/items/read.ts';
import { getAccountHistory } from '../../domain/moderation/account-history.ts';
import { getReport, listReportsAbout, type Report } from '../../domain/moderation/reports.ts';
import { readId } from '../../http/ids.ts';
import { addressOf } from '../components/account.ts';
import { day } from '../components/date-text.ts';
import { note } from '../components/elements.ts';
import { accountFacts, decisionList } from './account-facts.ts';
import { decisionForm, submitDecision } from './decision-form.ts';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent } from './layout.ts';
import { categoryTexts, reportList } from './reports.ts';

const path = '/admin/reports';

export const report = new Hono()
  .get(
    `${path}/:id`,
    adminPage('moderate', async (visitor) => {
      const found = await getReport(readId(visitor.c.req.param('id')!) ?? 0);
      return adminContent(
        visitor,
        path,
        `Report about ${addressOf(found.account)}`,
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
  const { id, account, reporter, comment, category, eventableIds, createdAt, resolvedAt, iri } = found;
  const [reported, reporting, others, items] = await Promise.all([
    getAccountHistory(account.id).catch(() => null),
    reporter && getAccountHistory(reporter.id).catch(() => null),
    listReportsAbout(account.id, id),
    reportedItems(found),
  ]);
  const missing = eventableIds.length - items.length;
  const sent = iri && reporter?.host === '' ? html` · also sent to ${account.host}` : '';
  return html`<p>${categoryTexts[category]} · ${day(createdAt)}${sent}${resolvedAt ? html` · closed ${day(resolvedAt)}` : ''}</p>
<p class="admin-quote">${comment || 'No comment.'}</p>
${missing > 0 ? note(missing === 1 ? 'One reported post was deleted or is hidden.' : `${missing} reported posts were deleted or are hidden.`) : ''}
<h2>Reported account</h2>${reported ? accountFacts(reported) : html`<p>This account no longer exists.</p>`}
<p><a href="/admin/people/${account.id}">All about this account</a></p>
${reported && reported.decisions.length > 0 ? html`<h3>Earlier decisions</h3>${decisionList(reported.decisions, visitor)}` : ''}
${others.length > 0 ? html`<h3>Other reports</h3>${reportList(others)}` : ''}
<h2>Reported by</h2>${reporting ? accountFacts(reporting) : html`<p>${reporter ? addressOf(reporter) : 'A deleted account'}</p>`}
${reported ? html`<h2>Decide</h2>${decisionForm(visitor, { action: `${path}/${id}/decide`, account, items, isReport: true })}` : ''}`;
}

/** As the reporter sees them, because the reporter chose to show them. */
const reportedItems = async ({ reporter, eventableIds }: Report): Promise<Eventable[]> =>
  listByIds(eventableIds, { accountId: reporter?.id ?? null, host: null });
