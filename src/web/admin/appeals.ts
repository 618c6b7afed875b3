/** The admin page for appeals against decisions. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Appeal, answerAppeal, listAppeals } from '../../domain/moderation/appeals.ts';
import { readId } from '../../http/ids.ts';
import { addressOf } from '../components/account.ts';
import { day } from '../components/date-text.ts';
import { appealState, decisionTitle } from '../components/decision-text.ts';
import { empty } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import { itemTexts } from './account-facts.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, row, rows } from './layout.ts';

const path = '/admin/appeals';

export const appeals = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const closed = visitor.c.req.query('closed') === 'yes';
      const list = (await listAppeals({ closed })).map((each) => row(describe(each, visitor.token)));
      const other = closed
        ? html`<p><a href="${path}">Open appeals</a></p>`
        : html`<p><a href="${path}?closed=yes">Answered appeals</a></p>`;
      const body = html`${other}${list.length > 0 ? rows(list) : empty(closed ? 'No answered appeals.' : 'No open appeals.')}`;
      return adminContent(visitor, '/admin/reports', closed ? 'Answered appeals' : 'Appeals', body);
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
<div class="field"><label for="${answerId}">Answer to the member</label><textarea id="${answerId}" name="answer" maxlength="2000" rows="2"></textarea></div>
<div class="admin-actions"><button name="decision" value="grant">Grant and undo</button><button class="quiet" name="decision" value="reject">Reject the appeal</button></div></form>`;
  return html`<strong>${decisionTitle(action)}</strong> for <a href="/admin/people/${account.id}">${addressOf(account)}</a>
<br><span class="hint">${day(createdAt)}, by ${moderator ? `@${moderator}` : 'the operator'}</span>
<p class="admin-quote">${text || 'No reason was given.'}</p>${itemTexts(items)}<h2>Appeal</h2><p class="admin-quote">${appeal}</p>
${appealClosedAt ? html`<p>${appealState(decision)}, ${day(appealClosedAt)}${appealAnswer ? html`: ${appealAnswer}` : ''}</p>` : form}`;
}
