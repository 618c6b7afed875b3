/** The admin page for appeals against decisions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Appeal, answerAppeal, listAppeals } from '../../domain/moderation/members.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.ts';
import { empty } from '../components/elements.ts';
import { hidden } from '../components/fields.ts';
import { day, richText } from '../components/texts.ts';
import { appealState, decisionTitle } from '../components/value-texts.ts';
import { itemTexts } from './account-facts.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, row, rows } from './layout.ts';

const path = '/admin/appeals';

export const appeals = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const closed = visitor.c.req.query('closed') === 'yes';
      const list = (await listAppeals(visitor.moderator, { closed })).map((each) => row(describe(each, visitor.token)));
      const other = closed
        ? html`<p><a href="${path}">${t('admin-reports.open-appeals')}</a></p>`
        : html`<p><a href="${path}?closed=yes">${t('admin-reports.answered-appeals')}</a></p>`;
      const body = html`${other}${list.length > 0 ? rows(list) : empty(closed ? t('admin-reports.no-answered-appeals') : t('admin-reports.no-open-appeals'))}`;
      return adminContent(
        visitor,
        '/admin/reports',
        closed ? t('admin-reports.answered-appeals') : t('admin-reports.appeals'),
        body,
      );
    }),
  )
  .post(
    `${path}/:id/answer`,
    adminForm('moderate', async ({ c, moderator, fields }) => {
      const answer = (fields.get('answer') ?? '').trim().slice(0, 2_000);
      const isGranted = fields.get('decision') === 'grant';
      await answerAppeal(moderator, readId(c.req.param('id')!) ?? 0, { isGranted, answer });
      return `${path}?done=appeal`;
    }),
  );

function describe({ decision, account, moderator }: Appeal, token: string) {
  const { id, action, text, items, createdAt, appeal, appealAnswer, appealClosedAt } = decision;
  const answerId = `answer-${id}`;
  const form = html`<form class="admin-form" method="post" action="${path}/${id}/answer">${hidden({ form_token: token })}
<div class="field"><label for="${answerId}">${t('admin-reports.answer')}</label><textarea id="${answerId}" name="answer" maxlength="2000" rows="2"></textarea></div>
<div class="admin-actions"><button name="decision" value="grant">${t('admin-reports.grant-appeal')}</button><button class="quiet" name="decision" value="reject">${t('admin-reports.reject-appeal')}</button></div></form>`;
  const title = richText('admin-reports.decision-for', {
    strong: (content) => html`<strong>${content}</strong>`,
    decision: decisionTitle(action),
    link: (content) => html`<a href="/admin/people/${account.id}">${content}</a>`,
    account: addressOf(account),
  });
  const date = day(createdAt);
  const decidedBy = moderator
    ? richText('admin-reports.decided-by', { date, moderator })
    : richText('admin-reports.decided-by-operator', { date });
  return html`${title}
<br><span class="hint">${decidedBy}</span>
<p class="admin-quote">${text || t('admin-reports.no-reason')}</p>${itemTexts(items)}<h2>${t('admin-reports.appeal')}</h2><p class="admin-quote">${appeal}</p>
${appealClosedAt ? html`<p>${richText('admin-reports.appeal-answered', { state: appealState(decision), date: day(appealClosedAt), hasAnswer: appealAnswer ? 'yes' : 'no', answer: appealAnswer ?? '' })}</p>` : form}`;
}
