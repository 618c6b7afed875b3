/** The form with which moderators decide about an account, its items and its server. */
import { html } from 'hono/html';
import type { DecisionAction } from '../../db/vocabulary.ts';
import {
  type DomainMeasure,
  decide,
  decideOnDomain,
  domainMeasures,
  effects,
} from '../../domain/moderation/decisions.ts';
import { isPrivate, type ModeratedItem, resolveReport } from '../../domain/moderation/reports.ts';
import { may } from '../../domain/roles/permissions.ts';
import { readId } from '../../http/pagination.ts';
import { invalid } from '../../lib/errors.ts';
import { excerpt } from '../../lib/html/html.ts';
import { folders } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { checkbox, field, hidden } from '../components/fields.ts';
import type { Html } from '../components/layout.ts';
import type { AdminForm, AdminVisitor } from './guard.ts';

interface DecisionFormOptions {
  /** Path to submit to. */
  action: string;
  account: { id: number; handle: string | null; host: string };
  items: ModeratedItem[];
  /** Whether "no action" can be chosen, which closes the report. */
  isReport: boolean;
}

type Choice = [value: string, label: string, hint: string];

const accountChoices = (): Choice[] => [
  ['warn', t('admin-decisions.warn'), t('admin-decisions.warn-hint')],
  ['remove_items', t('admin-decisions.remove-items'), t('admin-decisions.remove-items-hint')],
  ['mark_sensitive', t('admin-decisions.mark-sensitive'), t('admin-decisions.mark-sensitive-hint')],
  ['limit', t('admin-decisions.limit'), t('admin-decisions.limit-hint')],
  ['suspend', t('admin-decisions.suspend'), t('admin-decisions.suspend-hint')],
];

const domainChoices = (host: string): Choice[] => [
  ['silence-domain', t('admin-decisions.limit-server', { host }), t('admin-decisions.limit-server-hint')],
  ['reject-media', t('admin-decisions.reject-pictures', { host }), t('admin-decisions.reject-pictures-hint')],
  ['suspend-domain', t('admin-decisions.block-server', { host }), t('admin-decisions.block-server-hint')],
];

export function decisionForm(visitor: AdminVisitor, { action, account, items, isReport }: DecisionFormOptions) {
  const isRemote = account.host !== '';
  const choices: Choice[] = [
    ...(isReport ? [['dismiss', t('admin-decisions.dismiss'), ''] satisfies Choice] : []),
    ...accountChoices().filter(([value]) => !(isRemote && value === 'warn')),
    ...(isRemote && may(visitor.session.role, 'manage-domains') ? domainChoices(account.host) : []),
  ];
  return html`<form class="admin-form" method="post" action="${action}">${hidden({ form_token: visitor.token })}
${items.length > 0 ? html`<fieldset><legend>${t('admin-decisions.posts')}</legend>${items.map((item) => itemChoice(item, account.handle, isReport))}</fieldset>` : ''}
<fieldset><legend>${t('admin-decisions.decision')}</legend>${choices.map(choice)}</fieldset>
${field({ name: 'reason', label: t('admin-decisions.reason'), type: 'textarea', hint: t('admin-decisions.reason-hint'), attributes: { maxlength: 2_000, rows: 3 } })}
${isRemote ? '' : checkbox({ name: 'notify', label: t('admin-decisions.tell-member'), hint: t('admin-decisions.tell-member-hint'), checked: true })}
<button>${t('admin.decide')}</button></form>`;
}

const choice = ([value, label, hint]: Choice): Html =>
  html`<div class="check"><input type="radio" id="decision-${value}" name="decision" value="${value}" required${hint ? html` aria-describedby="decision-${value}-hint"` : ''}><div><label for="decision-${value}">${label}</label>${hint ? html`<p class="hint" id="decision-${value}-hint">${hint}</p>` : ''}</div></div>`;

function itemChoice(
  { id, type, text, readable, visibility }: ModeratedItem,
  handle: string | null,
  checked: boolean,
): Html {
  const label = excerpt(text, 80) || t('items.post');
  const path = `/@${handle}/${folders[type]}/${id}`;
  const mark = isPrivate({ visibility }) ? html` <span class="chip">${t('admin-decisions.private-post')}</span>` : '';
  const link = readable && handle !== null ? html` <a href="${path}">${t('admin-decisions.open-post')}</a>` : '';
  return html`${checkbox({ name: 'item', value: String(id), label, checked })}<p class="admin-quote"><bdi>${text}</bdi>${mark}${link}</p>`;
}

/** Throws validation_failed on `decision` and like `decide`. */
export async function submitDecision(
  { moderator, fields }: AdminForm,
  account: { id: number; host: string },
  reportId: number | null,
): Promise<void> {
  const chosen = fields.get('decision') ?? '';
  const reason = (fields.get('reason') ?? '').trim().slice(0, 2_000);
  if (chosen === 'dismiss' && reportId !== null) {
    await resolveReport(moderator, reportId, reason);
  } else if (domainMeasures.includes(chosen as DomainMeasure) && account.host !== '') {
    const measure = chosen as DomainMeasure;
    await decideOnDomain(moderator, { host: account.host, measure, reason, reportId });
  } else if (Object.hasOwn(effects, chosen)) {
    const action = chosen as DecisionAction;
    const itemIds = fields.getAll('item').flatMap((text) => readId(text) ?? []);
    const notify = fields.get('notify') === 'yes';
    await decide(moderator, { accountId: account.id, action, itemIds, reason, notify, reportId });
  } else {
    throw invalid('decision', t('admin-decisions.choose'));
  }
}
