/** The settings page with the decisions of the moderators about the member, and the form to appeal. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { appeal, maxAppealLength, mayAppeal } from '../../domain/moderation/appeals.ts';
import { type Decision, listDecisions } from '../../domain/moderation/decisions.ts';
import { readId } from '../../http/ids.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { day } from '../components/date-text.ts';
import { appealState, decisionMeaning, decisionTitle } from '../components/decision-text.ts';
import { empty } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { richText } from '../components/rich-text.ts';
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
  const body = html`<h2>${t('decisions.page-title')}</h2>
${decisions.length > 0 ? html`<ul class="rows">${decisions.map((each) => html`<li>${describe(each, visitor, each.id === failedId ? errors : {})}</li>`)}</ul>` : empty(t('decisions.none'))}`;
  return settingsPage(visitor, path, t('decisions.page-title'), body);
}

function describe(decision: Decision, visitor: MemberVisitor, errors: FieldErrors) {
  const { id, action, text, items, createdAt, undoneAt, appeal: words, appealAnswer } = decision;
  return html`<div><h3>${richText('decisions.title-and-day', { title: decisionTitle(action), day: day(createdAt) })}${undoneAt ? html` <span class="chip">${t('decisions.undone-chip')}</span>` : ''}</h3>
<p>${undoneAt ? t('decisions.undone') : decisionMeaning(action)}</p>${text ? html`<p class="admin-quote">${text}</p>` : ''}
${items.length > 0 ? html`<ul>${items.map((item) => html`<li><bdi>${item.text || t('decisions.post-without-text')}</bdi></li>`)}</ul>` : ''}
${words ? html`<p>${appealState(decision)}</p><p class="admin-quote">${words}</p>${appealAnswer ? html`<p>${t('decisions.answer', { text: appealAnswer })}</p>` : ''}` : ''}
${mayAppeal(decision) ? appealForm(id, visitor, errors) : ''}</div>`;
}

function appealForm(id: number, visitor: MemberVisitor, errors: FieldErrors) {
  return html`<details${errors.text ? html` open` : ''}><summary>${t('decisions.appeal')}</summary><form method="post" action="${path}/${id}/appeal">${formTokenField(visitor)}
${field({ name: 'text', id: `text-${id}`, label: t('decisions.appeal-why'), type: 'textarea', hint: t('decisions.appeal-hint'), errors: errors.text, attributes: { required: true, maxlength: maxAppealLength, rows: 4 } })}
<button>${t('decisions.send-appeal')}</button></form></details>`;
}
