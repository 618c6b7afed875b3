/** Shared parts of item pages: origin, actions or counts, replies, and head tags. */
import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import type { Intent } from '../../lib/intents.ts';
import { addressOf } from './account.ts';
import type { ActionContext } from './action-buttons.ts';
import { note } from './elements.ts';
import { alternateHeader, type Head, headTags } from './head.ts';
import { itemActions } from './item-actions.ts';
import { pathOf, titleOf } from './item-link.ts';
import { posts } from './post.ts';
import { copyLink, shareLink } from './share.ts';
import { webUrl } from './web-url.ts';

const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** Shows action buttons to members, and counts and links to visitors. */
export function actionsOrCounts(item: Eventable, context: ActionContext | null = null) {
  if (context) return itemActions(item, context);
  const { likesCount, boostsCount } = item;
  const facts = [
    likesCount > 0 && many(likesCount, 'like', 'likes'),
    boostsCount > 0 && many(boostsCount, 'boost', 'boosts'),
  ].filter(Boolean);
  const iri = activityOf(item);
  const link = (intent: Intent, label: string) =>
    html`<a href="/interact?intent=${intent}&amp;uri=${encodeURIComponent(iri ?? '')}" rel="nofollow">${label}</a>`;
  const interactLink = iri
    ? html`From your own server: ${link('like', 'Like')} · ${link('announce', 'Boost')} · ${link('create', 'Reply')}`
    : '';
  if (facts.length === 0 && !interactLink) return '';
  const title = titleOf(item);
  const url = new URL(pathOf(item), config.baseUrl).href;
  const sharing = iri ? html` · ${copyLink(url, title)} ${shareLink(url, title)}` : '';
  return html`<p class="hint no-print">${facts.join(' · ')}${facts.length > 0 && interactLink ? ' · ' : ''}${interactLink}${sharing}</p>`;
}

/** Explains that an item comes from another server, or is not public. */
export function originNote(item: Eventable) {
  const { account, url, iri, visibility } = item;
  const home = webUrl(url) ?? webUrl(iri);
  if (account.host !== '' && home) {
    return note(
      html`From <strong>${account.host}</strong>. This copy may be out of date. <a href="${home}" rel="nofollow noopener noreferrer">View the original</a>`,
    );
  }
  if (visibility === 'private') return note('Only followers can see this.');
  return visibility === 'direct'
    ? note(html`Only ${addressOf(account)} and the people mentioned can see this.`)
    : '';
}

export function replySection(list: Parameters<typeof posts>[0], context: ActionContext | null = null) {
  if (list.length === 0) return '';
  return html`<section id="replies" class="no-print"><h2>${many(list.length, 'reply', 'replies')}</h2>${posts(list, context)}</section>`;
}

/** Builds the head tags and headers of an item's page. */
export function itemHead(
  item: Eventable,
  {
    path,
    ...preview
  }: { path: string } & Pick<Head, 'title' | 'description' | 'picture' | 'fallback' | 'more'>,
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
