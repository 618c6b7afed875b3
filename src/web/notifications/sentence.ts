/** Says in a sentence what a group of notifications is about. */

import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import type { NotificationGroup, NotificationType } from '../../domain/notifications/notifications.ts';
import { t } from '../../lib/language/text.ts';
import { accountLink } from '../components/account.ts';
import { factLine } from '../components/fact-line.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';
import { richText } from '../components/rich-text.ts';

/** Pages that some notifications lead to. */
const links: Partial<Record<NotificationType, string>> = {
  follow_request: '/settings/people',
  moderation: '/settings/moderation',
};

export function sentenceOf({ type, object, accounts }: NotificationGroup): Html {
  const item =
    object?.publication === 'published'
      ? html`<a href="${pathOf(object)}"><bdi>${titleOf(object)}</bdi></a>`
      : html`${t('notifications.a-draft')}`;
  const changes =
    type === 'recipe_changed' && object
      ? html`<a href="${pathOf(object)}/history">${t('recipe.see-what-changed')}</a>`
      : null;
  const sentence = richText(`notifications.${type}`, {
    count: accounts.length,
    who: names(accounts),
    item,
    link: (text) => html`<a href="${links[type]}">${text}</a>`,
  });
  return changes ? html`${factLine([sentence, changes])}` : sentence;
}

function names([first, ...others]: NotificationGroup['accounts']): Html {
  const link = (account: AccountCard) => html`<strong>${accountLink(account)}</strong>`;
  const [second] = others;
  if (!second) return link(first);
  if (others.length === 1) return richText('notifications.two', { first: link(first), second: link(second) });
  return richText('notifications.many', { first: link(first), count: others.length });
}
