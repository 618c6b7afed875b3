/** Renders the buttons that a member gets for an item. */

import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { type ActionContext, actionButton } from './action-buttons.ts';
import { icons } from './icons.ts';
import { pathOf, titleOf } from './item-link.ts';
import type { Html } from './layout.ts';
import { menuLink, moreMenu } from './menu.ts';
import { copyLink, shareLink } from './share.ts';
import { boostToggle, likeToggle, pinToggle, toggleButton } from './toggle.ts';

/** The fields of an item that its buttons need. */
export type ActionItem = Pick<
  Eventable,
  | 'id'
  | 'type'
  | 'url'
  | 'iri'
  | 'liked'
  | 'boosted'
  | 'likesCount'
  | 'boostsCount'
  | 'visibility'
  | 'name'
  | 'contentHtml'
> & {
  account: Pick<Eventable['account'], 'id' | 'handle' | 'host'>;
  slug?: string | null;
  spoilerText?: string;
  repliesCount?: number;
  quote?: Quote | null;
  /** The member's collections that contain the item. Absent in lists, which do not load them. */
  collectionIds?: number[];
};

const isOpen = ({ visibility }: ActionItem) => visibility === 'public' || visibility === 'unlisted';

/** Authors may also boost what only their followers see. */
export const mayBoost = (item: ActionItem, { me }: ActionContext) =>
  isOpen(item) || (item.account.id === me && item.visibility === 'private');

export function itemActions(item: ActionItem, context: ActionContext | null): Html | string {
  if (!context) return '';
  const { id, type, repliesCount = 0 } = item;
  const title = titleOf(item);
  const fragment = `#item-${id}`;
  return html`<div class="actions no-print">${toggleButton(likeToggle(item, title), context, { icon: icons.like, fragment, shortcut: 'l' })}
${mayBoost(item, context) ? toggleButton(boostToggle(item, title), context, { icon: icons.boost, fragment, shortcut: 'b' }) : ''}
<a class="button icon-only" href="/write/post?to=${id}" aria-keyshortcuts="r">${icons.reply}<span class="visually-hidden">${t('actions.reply')}</span>${repliesCount > 0 ? html` <span class="total">${repliesCount}</span>` : ''}<span class="visually-hidden"> ${title}</span></a>
${saveButton(item, title)}
${itemMenu(item, context)}
${type === 'recipe' ? html`<a class="button small quiet apart" href="/write/cooked?recipe=${id}">${t('actions.cooked-this')}<span class="visually-hidden"> ${title}</span></a>` : ''}</div>`;
}

/** The script opens the page of this link as a dialog, and changes the label after saving. */
export function saveButton({ id, collectionIds = [] }: ActionItem, title: string) {
  const isSaved = collectionIds.length > 0;
  return html`<a class="button icon-only${isSaved ? ' on' : ''}" href="/items/${id}/save" data-dialog data-toggle="save-${id}" aria-keyshortcuts="s">${icons.save}<span class="label visually-hidden">${t(isSaved ? 'actions.item-saved' : 'actions.save-item')}</span><span class="visually-hidden"> ${title}</span></a>`;
}

/** `more` are further entries, shown before those of the author. */
export function itemMenu(item: ActionItem, context: ActionContext, more: (Html | string)[] = []) {
  const { id, type, account, quote } = item;
  const title = titleOf(item);
  const path = `/items/${id}`;
  const url = new URL(pathOf(item), config.baseUrl).href;
  const isOwn = account.id === context.me;
  const quotesMine = !isOwn && quote?.item?.account.id === context.me;
  return moreMenu(title, [
    isOpen(item) ? menuLink(`/write/post?quote=${id}`, t('actions.quote'), title) : '',
    type === 'recipe'
      ? menuLink(`/write/recipe?from=${id}`, t(isOwn ? 'actions.copy-recipe' : 'actions.make-own-version'), title)
      : '',
    quotesMine ? actionButton(context, `${path}/revoke-quote`, t('actions.remove-quote'), { hiddenText: title }) : '',
    isOpen(item) ? copyLink(url, title) : '',
    isOpen(item) ? shareLink(url, title) : '',
    ...more,
    context.mutesThread
      ? actionButton(context, `${path}/unmute-thread`, t('mutes.unmute-thread'), { hiddenText: title })
      : actionButton(context, `${path}/mute-thread`, t('mutes.mute-thread'), { hiddenText: title }),
    ...(isOwn ? ownEntries(item, context, title) : othersEntries(item, title)),
  ]);
}

function othersEntries({ id, account }: ActionItem, title: string) {
  return [
    menuLink(`/accounts/${account.id}/mute`, t('mutes.mute'), `@${account.handle}`, { dialog: true }),
    menuLink(`/report?item=${id}`, t('actions.report'), title),
  ];
}

function ownEntries(item: ActionItem, context: ActionContext, title: string) {
  const { id, type } = item;
  const path = `/items/${id}`;
  const isPinned = context.pinnedIds?.has(id) ?? false;
  const mayPin = isPinned || (context.pinnedIds && isOpen(item));
  return [
    mayPin ? toggleButton(pinToggle(id, isPinned, title), context, { fragment: `#item-${id}` }) : '',
    menuLink(`${path}/edit`, t('actions.edit'), title),
    type === 'status' ? '' : menuLink(`${path}/unpublish`, t('actions.unpublish'), title),
    menuLink(`${path}/delete`, t('actions.delete'), title),
  ];
}
