/** The form with which moderators decide about an account, its items and its server. */
import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import { decide } from '../../domain/moderation/decide.ts';
import {
  type DomainMeasure,
  decideOnDomain,
  domainMeasures,
} from '../../domain/moderation/decide-on-domain.ts';
import { type DecisionAction, effects } from '../../domain/moderation/effects.ts';
import { resolveReport } from '../../domain/moderation/reports.ts';
import { may } from '../../domain/roles/permissions.ts';
import { readId } from '../../http/ids.ts';
import { invalid } from '../../lib/errors.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { checkbox } from '../components/choice-fields.ts';
import { field, hidden } from '../components/field.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';
import type { AdminForm, AdminVisitor } from './guard.ts';

interface DecisionFormOptions {
  /** Path to submit to. */
  action: string;
  account: { id: number; host: string };
  items: Eventable[];
  /** Whether "no action" can be chosen, which closes the report. */
  isReport: boolean;
}

type Choice = [value: string, label: string, hint: string];

const accountChoices: Choice[] = [
  ['warn', 'Warn', 'Sends the reason to the member.'],
  ['remove_items', 'Remove the chosen posts', 'Deletes them for everybody. This cannot be undone.'],
  ['mark_sensitive', 'Mark the chosen posts as sensitive', 'Shows them behind a warning.'],
  ['limit', 'Limit the account', 'Only its followers see its posts in lists, and only they are notified.'],
  ['suspend', 'Suspend the account', 'Hides it and its posts.'],
];

const domainChoices = (host: string): Choice[] => [
  ['silence-domain', `Limit all accounts of ${host}`, 'As if each of them were limited.'],
  ['reject-media', `Reject pictures from ${host}`, 'Deletes the stored ones and fetches no more.'],
  ['suspend-domain', `Block ${host}`, 'Hides all its accounts, ends all follows, and exchanges nothing.'],
];

export function decisionForm(
  visitor: AdminVisitor,
  { action, account, items, isReport }: DecisionFormOptions,
) {
  const isRemote = account.host !== '';
  const choices: Choice[] = [
    ...(isReport ? [['dismiss', 'Close the report without action', ''] satisfies Choice] : []),
    ...accountChoices.filter(([value]) => !(isRemote && value === 'warn')),
    ...(isRemote && may(visitor.session.role, 'manage-domains') ? domainChoices(account.host) : []),
  ];
  return html`<form class="admin-form" method="post" action="${action}">${hidden({ form_token: visitor.token })}
${items.length > 0 ? html`<fieldset><legend>Posts</legend>${items.map((item) => itemChoice(item, isReport))}</fieldset>` : ''}
<fieldset><legend>Decision</legend>${choices.map(choice)}</fieldset>
${field({ name: 'reason', label: 'Reason', type: 'textarea', hint: 'Kept in the log.', attributes: { maxlength: 2_000, rows: 3 } })}
${isRemote ? '' : checkbox({ name: 'notify', label: 'Tell the member', hint: 'The member reads the reason and can appeal once. Your name is not shown.', checked: true })}
<button>Decide</button></form>`;
}

const choice = ([value, label, hint]: Choice): Html =>
  html`<div class="check"><input type="radio" id="decision-${value}" name="decision" value="${value}" required${hint ? html` aria-describedby="decision-${value}-hint"` : ''}><div><label for="decision-${value}">${label}</label>${hint ? html`<p class="hint" id="decision-${value}-hint">${hint}</p>` : ''}</div></div>`;

const itemChoice = (item: Eventable, checked: boolean): Html =>
  html`${checkbox({ name: 'item', value: String(item.id), label: titleOf(item), checked })}<p class="admin-quote"><bdi>${excerpt(textOf(item.contentHtml), 500)}</bdi> <a href="${pathOf(item)}">Open</a></p>`;

/** Throws validation_failed on `decision` and like `decide`. */
export async function submitDecision(
  { moderator, fields }: AdminForm,
  account: { id: number; host: string },
  reportId: number | null,
): Promise<void> {
  const chosen = fields.get('decision') ?? '';
  const reason = (fields.get('reason') ?? '').trim().slice(0, 2_000);
  if (chosen === 'dismiss' && reportId !== null) {
    await logAdminAction(
      moderator,
      'resolve-report',
      String(reportId),
      () => resolveReport(reportId),
      reason,
    );
  } else if (domainMeasures.includes(chosen as DomainMeasure) && account.host !== '') {
    const measure = chosen as DomainMeasure;
    await decideOnDomain(moderator, { host: account.host, measure, reason, reportId });
  } else if (Object.hasOwn(effects, chosen)) {
    const action = chosen as DecisionAction;
    const itemIds = fields.getAll('item').flatMap((text) => readId(text) ?? []);
    const notify = fields.get('notify') === 'yes';
    await decide(moderator, { accountId: account.id, action, itemIds, reason, notify, reportId });
  } else {
    throw invalid('decision', 'Choose a decision.');
  }
}
