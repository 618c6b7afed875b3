/** The settings page for follow requests, muted and blocked accounts, and blocked servers. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  listBlocked,
  listMuted,
  listRequesters,
  type MutedAccount,
  type RelatedAccount,
} from '../../domain/interactions/follow.ts';
import { momentText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { addressOf, byline } from '../components/account.ts';
import { type ActionContext, actionButton, actionContext } from '../components/actions.ts';
import { empty } from '../components/elements.ts';
import { type MemberVisitor, memberPage } from '../member-page.ts';
import { blockedServersSection } from './blocked-servers.ts';
import { settingsPage } from './layout.ts';

const path = '/settings/people';
const list = { ...firstPage, limit: 80 };

export const relationships = new Hono().get(path, memberPage(show));

async function show(visitor: MemberVisitor) {
  const [asking, muted, blocked, servers] = await Promise.all([
    listRequesters(visitor.me, list),
    listMuted(visitor.me, list),
    listBlocked(visitor.me, list),
    blockedServersSection(visitor),
  ]);
  const context = actionContext(visitor)!;
  const body = html`<h2>${t('people.requests')}</h2>${rows(asking, context, { authorize: t('people.accept'), reject: t('people.reject') }, t('people.no-requests'))}
<h2>${t('mutes.muted-accounts')}</h2>${rows(muted, context, { unmute: t('mutes.unmute') }, t('mutes.no-muted-accounts'), muteText)}
<h2>${t('people.blocked')}</h2>${rows(blocked, context, { unblock: t('people.unblock') }, t('people.no-blocked'))}
${servers}`;
  return settingsPage(visitor, path, t('people.title'), body);
}

function muteText({ expiresAt, hidesNotifications }: MutedAccount): string {
  const suffix = hidesNotifications ? '' : '-with-notifications';
  return expiresAt
    ? t(`mutes.muted-until${suffix}`, { date: momentText(expiresAt) })
    : t(`mutes.muted-without-end${suffix}`);
}

function rows<Row extends RelatedAccount>(
  found: Row[],
  context: ActionContext,
  actions: Record<string, string>,
  emptyText: string,
  detailOf?: (row: Row) => string,
) {
  if (found.length === 0) return empty(emptyText);
  return html`<ul class="rows">${found.map((row) => {
    const { account } = row;
    return html`<li>${byline(account, addressOf(account))}${detailOf ? html`<p class="hint">${detailOf(row)}</p>` : ''}<div class="actions">${Object.entries(actions).map(([act, label]) => actionButton(context, `/accounts/${account.id}/${act}`, label, { hiddenText: addressOf(account) }))}</div></li>`;
  })}</ul>`;
}
