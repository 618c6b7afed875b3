/** The settings page with the decisions of the moderators about the member, and the form to appeal. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Decision, listDecisions } from '../../domain/moderation/decisions.ts';
import { appeal, maxAppealLength, mayAppeal } from '../../domain/moderation/members.ts';
import { readId } from '../../http/pagination.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { empty } from '../components/elements.ts';
import { field } from '../components/fields.ts';
import type { Html } from '../components/layout.ts';
import { day, richText } from '../components/texts.ts';
import { appealState, decisionMeaning, decisionTitle, privateAccessList } from '../components/value-texts.ts';
import { type MemberVisitor, memberPage, type SubmittedForm } from '../member-page.ts';
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
      async (form) => {
        await sendAppeal(form);
        return `${path}?saved=yes`;
      },
      (errors, form) => show(form, errors),
    ),
  );

const decisionOf = ({ c }: MemberVisitor): number => readId(c.req.param('id') ?? '') ?? 0;

/** Throws like `appeal`. */
export const sendAppeal = (form: SubmittedForm): Promise<void> =>
  appeal(form.me, decisionOf(form), form.fields.get('text') ?? '');

async function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  const body = html`<h2>${t('decisions.page-title')}</h2>
${await decisionList(visitor, { path, errors, none: t('decisions.none'), withUndone: true })}
${await privateAccessList(visitor.me)}`;
  return settingsPage(visitor, path, t('decisions.page-title'), body);
}

interface ListOptions {
  /** The forms to appeal are submitted below it. */
  path: string;
  /** Of the appeal that was submitted. */
  errors: FieldErrors;
  /** Says that there are no decisions. */
  none: string;
  withUndone: boolean;
}

/** What the moderators decided about the member, with the appeals and the forms for them. */
export async function decisionList(visitor: MemberVisitor, { path, errors, none, withUndone }: ListOptions) {
  const all = await listDecisions(visitor.me, { onlyNotified: true });
  const decisions = all.filter(({ undoneAt }) => withUndone || undoneAt === null);
  const failedId = decisionOf(visitor);
  const item = (each: Decision) =>
    html`<li>${describe(each, appealForm(each, visitor, path, each.id === failedId ? errors : {}))}</li>`;
  return decisions.length > 0 ? html`<ul class="rows">${decisions.map(item)}</ul>` : empty(none);
}

function describe(decision: Decision, form: Html | '') {
  const { action, text, items, createdAt, undoneAt, appeal: words, appealAnswer } = decision;
  return html`<div><h3>${richText('decisions.title-and-day', { title: decisionTitle(action), day: day(createdAt) })}${undoneAt ? html` <span class="chip">${t('decisions.undone-chip')}</span>` : ''}</h3>
<p>${undoneAt ? t('decisions.undone') : decisionMeaning(action)}</p>${text ? html`<p class="admin-quote">${text}</p>` : ''}
${items.length > 0 ? html`<ul>${items.map((item) => html`<li><bdi>${item.text || t('decisions.post-without-text')}</bdi></li>`)}</ul>` : ''}
${words ? html`<p>${appealState(decision)}</p><p class="admin-quote">${words}</p>${appealAnswer ? html`<p>${t('decisions.answer', { text: appealAnswer })}</p>` : ''}` : ''}
${form}</div>`;
}

function appealForm(decision: Decision, visitor: MemberVisitor, path: string, errors: FieldErrors) {
  if (!mayAppeal(decision)) return '';
  const { id } = decision;
  return html`<details${errors.text ? html` open` : ''}><summary>${t('decisions.appeal')}</summary><form method="post" action="${path}/${id}/appeal">${formTokenField(visitor)}
${field({ name: 'text', id: `text-${id}`, label: t('decisions.appeal-why'), type: 'textarea', hint: t('decisions.appeal-hint'), errors: errors.text, attributes: { required: true, maxlength: maxAppealLength, rows: 4 } })}
<button>${t('decisions.send-appeal')}</button></form></details>`;
}
