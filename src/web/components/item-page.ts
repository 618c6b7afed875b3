/** Shared parts of item pages: origin, actions or counts, replies, and head tags. */

import { html } from 'hono/html';
import { noResults } from '../../domain/filters/filters.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import type { Intent } from '../../lib/intents.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from './account.ts';
import type { ActionContext } from './action-buttons.ts';
import { note } from './elements.ts';
import { factLine } from './fact-line.ts';
import { alternateHeader, type Head, headTags } from './head.ts';
import { itemActions } from './item-actions.ts';
import { pathOf, titleOf } from './item-link.ts';
import { posts } from './post.ts';
import { richText } from './rich-text.ts';
import { copyLink, shareLink } from './share.ts';
import { webUrl } from './web-url.ts';

/** Shows action buttons to members, and counts and links to visitors. */
export function actionsOrCounts(item: Eventable, context: ActionContext | null = null) {
  if (context) return itemActions(item, context);
  const { likesCount, boostsCount } = item;
  const facts = [
    likesCount > 0 && t('items.likes', { count: likesCount }),
    boostsCount > 0 && t('items.boosts', { count: boostsCount }),
  ];
  const iri = activityOf(item);
  const link = (intent: Intent) => (label: unknown[]) =>
    html`<a href="/interact?intent=${intent}&amp;uri=${encodeURIComponent(iri ?? '')}" rel="nofollow">${label}</a>`;
  const interactLink = iri
    ? richText('items.interact', { like: link('like'), boost: link('announce'), reply: link('create') })
    : '';
  const title = titleOf(item);
  const url = new URL(pathOf(item), config.baseUrl).href;
  const sharing = iri && html`${copyLink(url, title)} ${shareLink(url, title)}`;
  const line = factLine([...facts, interactLink, sharing]);
  return line && html`<p class="hint no-print">${line}</p>`;
}

/** Explains that an item comes from another server, or is not public. */
export function originNote(item: Eventable) {
  const { account, url, iri, visibility } = item;
  const home = webUrl(url) ?? webUrl(iri);
  if (account.host !== '' && home) {
    return note(
      richText('items.remote-copy', {
        host: html`<strong>${account.host}</strong>`,
        link: (text) => html`<a href="${home}" rel="nofollow noopener noreferrer">${text}</a>`,
      }),
    );
  }
  if (visibility === 'private') return note(t('items.only-followers'));
  return visibility === 'direct' ? note(t('items.only-mentioned', { address: addressOf(account) })) : '';
}

export function replySection(
  list: Parameters<typeof posts>[0],
  context: ActionContext | null = null,
  filters = noResults,
) {
  if (list.length === 0) return '';
  return html`<section id="replies" class="no-print"><h2>${t('items.replies', { count: list.length })}</h2>${posts(list, context, filters)}</section>`;
}

/** Builds the head tags and headers of an item's page. */
export function itemHead(
  item: Eventable,
  { path, ...preview }: { path: string } & Pick<Head, 'title' | 'description' | 'picture' | 'fallback' | 'more'>,
) {
  const activity = activityOf(item);
  const head = headTags({
    ...preview,
    canonical: canonicalUrl(item, path),
    type: 'article',
    index: mayIndex(item),
    activity,
    embeds: activity !== null,
    creator: addressOf(item.account),
    publishedAt: item.publishedAt,
  });
  return { head, headers: alternateHeader(activity) };
}

/** Returns `path` on this server for local items, and the original URL for remote ones. */
export const canonicalUrl = ({ account, url }: Eventable, path: string): string =>
  (account.host === '' ? null : webUrl(url)) ?? `${config.baseUrl}${path}`;

/** Search engines may only index public local items of authors who allow it. */
export const mayIndex = ({ account, visibility, publication }: Eventable): boolean =>
  account.host === '' && account.indexable && visibility === 'public' && publication === 'published';

/** Returns the IRI of items that other servers can fetch without authentication, otherwise null. */
const activityOf = ({ account, iri, visibility }: Eventable): string | null =>
  account.host === '' && (visibility === 'public' || visibility === 'unlisted') ? iri : null;
