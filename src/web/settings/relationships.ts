/** The settings page for follow requests and blocked accounts. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listBlocked, listRequesters, type RelatedAccount } from '../../domain/interactions/account-lists.ts';
import { firstPage } from '../../lib/page.ts';
import { addressOf, byline } from '../components/account.ts';
import { type ActionContext, actionButton, actionContext } from '../components/action-buttons.ts';
import { empty } from '../components/elements.ts';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { settingsPage } from './layout.ts';

const path = '/settings/people';
const list = { ...firstPage, limit: 80 };

export const relationships = new Hono().get(path, memberPage(show));

async function show(visitor: MemberVisitor) {
  const [asking, blocked] = await Promise.all([
    listRequesters(visitor.me, list),
    listBlocked(visitor.me, list),
  ]);
  const context = actionContext(visitor)!;
  const body = html`<h2>Follow requests</h2>${rows(asking, context, { authorize: 'Accept', reject: 'Reject' }, 'No follow requests.')}
<h2>Blocked accounts</h2>${rows(blocked, context, { unblock: 'Unblock' }, 'You have not blocked anyone.')}`;
  return settingsPage(visitor, path, 'People', body);
}

function rows(
  found: RelatedAccount[],
  context: ActionContext,
  actions: Record<string, string>,
  emptyText: string,
) {
  if (found.length === 0) return empty(emptyText);
  return html`<ul class="rows">${found.map(
    ({ account }) =>
      html`<li>${byline(account, addressOf(account))}<div class="actions">${Object.entries(actions).map(([act, label]) => actionButton(context, `/accounts/${account.id}/${act}`, label, { hiddenText: addressOf(account) }))}</div></li>`,
  )}</ul>`;
}
