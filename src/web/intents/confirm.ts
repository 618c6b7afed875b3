/** Renders the question whether to follow, like or boost what another server named. */

import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { getRelationship } from '../../domain/interactions/follow.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, byline, nameOf, profileUrl } from '../components/account.ts';
import { hidden } from '../components/field.ts';
import { itemEntry } from '../components/item-entry.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { MemberVisitor } from '../member-page.ts';
import { callbackPath, type IntentRequest } from './request.ts';

/** Where an account's page is on this server; its own server has one if this server has none. */
export const profileOf = (account: AccountCard): string =>
  account.handle === null ? profileUrl(account) : `/@${account.handle}`;

export async function confirmFollow(
  visitor: MemberVisitor,
  account: AccountCard,
  request: IntentRequest,
): Promise<PageContent> {
  const name = nameOf(account);
  const shown = html`<div class="panel">${byline(account, addressOf(account))}</div>`;
  const { following, followingRequested } = await getRelationship(visitor.me, account.id);
  if (account.id === visitor.me) return stated(request, t('intents.yourself'), shown, '/home');
  if (following) return stated(request, t('intents.already-follow', { name }), shown, profileOf(account));
  if (followingRequested) return stated(request, t('intents.already-asked', { name }), shown, profileOf(account));
  const options = {
    action: `/accounts/${account.id}/follow`,
    label: t('intents.follow'),
    page: profileOf(account),
  };
  return question(visitor, request, t('intents.follow-question', { name }), shown, options);
}

export function confirmOnItem(
  visitor: MemberVisitor,
  item: Eventable,
  request: IntentRequest,
): PageContent | Promise<PageContent> {
  const title = titleOf(item);
  const page = pathOf(item);
  const shown = html`<div class="panel">${itemEntry(item, null, { heading: 'h2' })}</div>`;
  if (request.intent === 'like') {
    if (item.liked) return stated(request, t('intents.already-like', { item: title }), shown, page);
    const options = { action: `/items/${item.id}/like`, label: t('intents.like'), page };
    return question(visitor, request, t('intents.like-question', { item: title }), shown, options);
  }
  if (item.boosted) return stated(request, t('intents.already-boosted', { item: title }), shown, page);
  const options = { action: `/items/${item.id}/boost`, label: t('intents.boost'), page };
  return question(visitor, request, t('intents.boost-question', { item: title }), shown, options);
}

interface Question {
  action: string;
  label: string;
  /** Where to go afterwards, unless the other server says so. */
  page: string;
}

/** Only the form changes something, never the link that led here. */
function question(
  { c, session }: MemberVisitor,
  { onSuccess, onCancel }: IntentRequest,
  title: string,
  shown: Html,
  { action, label, page }: Question,
): PageContent {
  const back = onSuccess ? callbackPath(onSuccess) : page;
  const body = html`<h1>${title}</h1>${shown}
<form method="post" action="${action}">${hidden({ form_token: formToken(c, session), back })}
<div class="choices"><button>${label}</button><a class="button quiet" href="${onCancel ? callbackPath(onCancel) : page}">${t('common.cancel')}</a></div></form>`;
  return { title, body };
}

function stated({ onSuccess }: IntentRequest, title: string, shown: Html, page: string): PageContent {
  const body = html`<h1>${title}</h1>${shown}
<p><a class="button" href="${onSuccess ? callbackPath(onSuccess) : page}">${t('intents.continue')}</a></p>`;
  return { title, body };
}
