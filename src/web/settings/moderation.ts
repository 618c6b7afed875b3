/** The settings page with the decisions of the moderators about the member, and the form to appeal. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { appeal, maxAppealLength, mayAppeal } from '../../domain/moderation/appeals.ts';
import { type Decision, listDecisions } from '../../domain/moderation/decisions.ts';
import { readId } from '../../http/ids.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { day } from '../components/date-text.ts';
import { appealState, decisionMeaning, decisionTitle } from '../components/decision-text.ts';
import { empty } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { formTokenField, settingsForm, settingsPage } from './layout.ts';

const path = '/settings/moderation';

export const moderation = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    `${path}/:id/appeal`,
    settingsForm(
      async ({ c, me, fields }) => {
        await appeal(me, readId(c.req.param('id')!) ?? 0, fields.get('text') ?? '');
        return `${path}?saved=yes`;
      },
      (errors, form) => show(form, errors, readId(form.c.req.param('id')!) ?? 0),
    ),
  );

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, failedId = 0) {
  const decisions = await listDecisions(visitor.me, { onlyNotified: true });
  const body = html`<h2>Moderation decisions</h2>
${decisions.length > 0 ? html`<ul class="rows">${decisions.map((each) => html`<li>${describe(each, visitor, each.id === failedId ? errors : {})}</li>`)}</ul>` : empty('The moderators have not decided anything about your account.')}`;
  return settingsPage(visitor, path, 'Moderation decisions', body);
}

function describe(decision: Decision, visitor: MemberVisitor, errors: FieldErrors) {
  const { id, action, text, items, createdAt, undoneAt, appeal: words, appealAnswer } = decision;
  return html`<div><h3>${decisionTitle(action)}, ${day(createdAt)}${undoneAt ? html` <span class="chip">Undone</span>` : ''}</h3>
<p>${undoneAt ? 'This decision was undone.' : decisionMeaning(action)}</p>${text ? html`<p class="admin-quote">${text}</p>` : ''}
${items.length > 0 ? html`<ul>${items.map((item) => html`<li><bdi>${item.text || 'A post without text'}</bdi></li>`)}</ul>` : ''}
${words ? html`<p>${appealState(decision)}</p><p class="admin-quote">${words}</p>${appealAnswer ? html`<p>Answer of the moderators: ${appealAnswer}</p>` : ''}` : ''}
${mayAppeal(decision) ? appealForm(id, visitor, errors) : ''}</div>`;
}

function appealForm(id: number, visitor: MemberVisitor, errors: FieldErrors) {
  return html`<details${errors.text ? html` open` : ''}><summary>Appeal against this decision</summary><form method="post" action="${path}/${id}/appeal">${formTokenField(visitor)}
${field({ name: 'text', id: `text-${id}`, label: 'Why do you disagree?', type: 'textarea', hint: 'You can appeal once. The moderators read it and answer here.', errors: errors.text, attributes: { required: true, maxlength: maxAppealLength, rows: 4 } })}
<button>Send appeal</button></form></details>`;
}
