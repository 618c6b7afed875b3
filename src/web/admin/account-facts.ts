/** Shows moderators what is known of an account: age, counts, state and earlier decisions. */
import { html } from 'hono/html';
import type { AccountHistory } from '../../domain/moderation/account-history.ts';
import { mayUndoDecision } from '../../domain/moderation/admin-log.ts';
import type { Decision } from '../../domain/moderation/decisions.ts';
import { addressOf, byline } from '../components/account.ts';
import { day } from '../components/date-text.ts';
import { appealState, decisionTitle } from '../components/decision-text.ts';
import type { AdminVisitor } from './guard.ts';
import { button, facts, row, rows } from './layout.ts';

export function accountFacts(history: AccountHistory) {
  const { account, role, createdAt, itemCount, reportsAbout, openReportsAbout, reportsMade } = history;
  return html`${byline(account, html`${addressOf(account)}${stateChips(history)}`)}${facts([
    ['Since', day(createdAt)],
    ['Role', role],
    ['Posts', itemCount],
    ['Followers', account.followersCount],
    ['Reports about it', reportsAbout],
    ['of these open', openReportsAbout],
    ['Reports made by it', reportsMade],
    ['Decisions', history.decisions.length],
  ])}`;
}

function stateChips({ suspendedAt, limitedAt, isByServer }: AccountHistory) {
  const states = [
    suspendedAt && 'suspended',
    limitedAt && 'limited',
    isByServer && 'by the rule for its server',
  ];
  return states.filter(Boolean).map((state) => html` <span class="chip">${state}</span>`);
}

/** Each with a button to undo it, where that is possible. */
export function decisionList(decisions: Decision[], { token }: AdminVisitor) {
  if (decisions.length === 0) return html`<p class="empty">No decisions yet.</p>`;
  return rows(
    decisions.map((decision) => {
      const { id, action, text, items, createdAt, undoneAt, notified } = decision;
      const notes = [undoneAt && 'undone', !notified && 'without notice', appealState(decision)].filter(
        Boolean,
      );
      return row(
        html`<strong>${decisionTitle(action)}</strong>, ${day(createdAt)}${notes.map((each) => html` <span class="chip">${each}</span>`)}${text ? html`<p class="admin-quote">${text}</p>` : ''}${itemTexts(items)}`,
        [
          undoneAt === null && mayUndoDecision(action)
            ? button(token, `/admin/decisions/${id}/undo`, 'Undo')
            : '',
        ],
      );
    }),
  );
}

export const itemTexts = (items: Decision['items']) =>
  items.length > 0
    ? html`<ul>${items.map(({ text }) => html`<li><bdi>${text || 'A post without text'}</bdi></li>`)}</ul>`
    : '';
