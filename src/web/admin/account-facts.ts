/** Shows moderators what is known of an account: age, counts, state and earlier decisions. */
import { html } from 'hono/html';
import { mayUndoDecision } from '../../domain/moderation/admin-log.ts';
import type { Decision } from '../../domain/moderation/decisions.ts';
import type { AccountHistory } from '../../domain/moderation/members.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, byline } from '../components/account.ts';
import { empty } from '../components/elements.ts';
import { day, richText } from '../components/texts.ts';
import { appealState, decisionTitle } from '../components/value-texts.ts';
import type { AdminVisitor } from './guard.ts';
import { button, facts, row, rows } from './layout.ts';

export function accountFacts(history: AccountHistory) {
  const { account, role, createdAt, itemCount, reportsAbout, openReportsAbout, reportsMade } = history;
  const { invitedBy, invitedMembers } = history;
  return html`${byline(account, html`${addressOf(account)}${stateChips(history)}`)}${facts([
    [t('admin-accounts.since'), day(createdAt)],
    [t('admin-accounts.role'), t(`admin-accounts.role-${role}`)],
    [t('admin-accounts.posts'), itemCount],
    [t('admin-accounts.followers'), account.followersCount],
    [
      t('access.invited-by'),
      invitedBy ? html`<a href="/admin/people/${invitedBy.id}">@${invitedBy.username}</a>` : '–',
    ],
    [t('access.invited-members'), invitedMembers],
    [t('admin-accounts.reports-about'), reportsAbout],
    [t('admin-accounts.reports-about-open'), openReportsAbout],
    [t('admin-accounts.reports-made'), reportsMade],
    [t('admin-accounts.decisions'), history.decisions.length],
  ])}`;
}

function stateChips({ suspendedAt, limitedAt, isByServer }: AccountHistory) {
  const states = [
    suspendedAt && t('admin-accounts.state-suspended'),
    limitedAt && t('admin-accounts.state-limited'),
    isByServer && t('admin-accounts.state-by-server-rule'),
  ];
  return states.filter(Boolean).map((state) => html` <span class="chip">${state}</span>`);
}

/** Each with a button to undo it, where that is possible. */
export function decisionList(decisions: Decision[], { token }: AdminVisitor) {
  if (decisions.length === 0) return empty(t('admin-accounts.no-decisions'));
  return rows(
    decisions.map((decision) => {
      const { id, action, text, items, createdAt, undoneAt, notified } = decision;
      const notes = [
        undoneAt && t('admin-accounts.decision-undone'),
        !notified && t('admin-accounts.decision-without-notice'),
        appealState(decision),
      ].filter(Boolean);
      const title = richText('admin-accounts.decision-on-day', {
        strong: (content) => html`<strong>${content}</strong>`,
        decision: decisionTitle(action),
        date: day(createdAt),
      });
      return row(
        html`${title}${notes.map((each) => html` <span class="chip">${each}</span>`)}${text ? html`<p class="admin-quote">${text}</p>` : ''}${itemTexts(items)}`,
        [
          undoneAt === null && mayUndoDecision(action)
            ? button(token, `/admin/decisions/${id}/undo`, t('admin.undo'))
            : '',
        ],
      );
    }),
  );
}

export const itemTexts = (items: Decision['items']) =>
  items.length > 0
    ? html`<ul>${items.map(({ text }) => html`<li><bdi>${(text ?? t('admin-accounts.private-post')) || t('admin-accounts.post-without-text')}</bdi></li>`)}</ul>`
    : '';
