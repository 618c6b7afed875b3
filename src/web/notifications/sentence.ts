/** Says in a sentence what a group of notifications is about. */
import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import type { NotificationGroup } from '../../domain/notifications/group.ts';
import type { NotificationType } from '../../domain/notifications/notifications.ts';
import { accountLink } from '../components/account.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';

/** `who` names the accounts, `item` links to the item. */
type Sentence = (who: Html, item: Html) => Html;

const sentences: Record<NotificationType, Sentence> = {
  follow: (who) => html`${who} followed you`,
  follow_request: (who) =>
    html`${who} wants to follow you. <a href="/settings/people">Review the request</a>`,
  mention: (who, item) => html`${who} mentioned you: ${item}`,
  reply: (who, item) => html`${who} replied to you: ${item}`,
  like: (who, item) => html`${who} liked ${item}`,
  boost: (who, item) => html`${who} boosted ${item}`,
  cooked: (who, item) => html`${who} cooked your recipe: ${item}`,
  quote: (who, item) => html`${who} quoted you: ${item}`,
  recipe_changed: (who, item) => html`${who} changed a recipe you cooked: ${item}`,
  undelivered: (_, item) => html`Not delivered, because nobody you mentioned was found: ${item}`,
  moderation: () =>
    html`The moderators decided about your account. <a href="/settings/moderation">Read the decision</a>`,
};

export function sentenceOf({ type, object, accounts }: NotificationGroup): Html {
  const item =
    object?.publication === 'published'
      ? html`<a href="${pathOf(object)}">${titleOf(object)}</a>`
      : html`a draft`;
  const changes =
    type === 'recipe_changed' && object
      ? html` · <a href="${pathOf(object)}/history">See what changed</a>`
      : '';
  return html`${sentences[type](names(accounts), item)}${changes}`;
}

function names([first, ...others]: NotificationGroup['accounts']): Html {
  const link = (account: AccountCard) => html`<strong>${accountLink(account)}</strong>`;
  const [second] = others;
  if (!second) return link(first);
  if (others.length === 1) return html`${link(first)} and ${link(second)}`;
  return html`${link(first)} and ${others.length} others`;
}
