/** What stands around an item: where it comes from, how it is liked, who answered. */
import { html } from 'hono/html';
import type { Eventable } from '../../../domain/eventables/eventable.ts';
import { config } from '../../../lib/config.ts';
import { type Acts, itemActs } from './acts.ts';
import { note } from './blocks.ts';
import { alternateHeader, type Head, headOf } from './head.ts';
import { addressOf } from './person.ts';
import { posts } from './post.ts';
import { webUrl } from './web-url.ts';

const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** For members, what they can do about it. */
export function counts(item: Eventable, acts: Acts | null = null) {
  if (acts) return itemActs(item, acts);
  const { likesCount, boostsCount } = item;
  const facts = [
    likesCount > 0 && many(likesCount, 'like', 'likes'),
    boostsCount > 0 && many(boostsCount, 'boost', 'boosts'),
  ].filter(Boolean);
  const iri = activityOf(item);
  const elsewhere = iri
    ? html`<a href="/interact?uri=${encodeURIComponent(iri)}" rel="nofollow">Like or answer from elsewhere</a>`
    : '';
  if (facts.length === 0 && !elsewhere) return '';
  return html`<p class="hint no-print">${facts.join(' · ')}${facts.length > 0 && elsewhere ? ' · ' : ''}${elsewhere}</p>`;
}

/** Of an item that another server holds, or that not everybody sees. */
export function origin(item: Eventable) {
  const { account, url, iri, visibility } = item;
  const home = webUrl(url) ?? webUrl(iri);
  if (account.host !== '' && home) {
    return note(
      html`From <strong>${account.host}</strong>, as it came here. <a href="${home}" rel="nofollow noopener noreferrer">See it at its origin</a>`,
    );
  }
  if (visibility === 'private') return note('Only followers see this.');
  return visibility === 'direct' ? note(html`Only ${addressOf(account)} and the people named see this.`) : '';
}

export function answers(list: Parameters<typeof posts>[0], acts: Acts | null = null) {
  if (list.length === 0) return '';
  return html`<section id="answers" class="no-print"><h2>${many(list.length, 'answer', 'answers')}</h2>${posts(list, acts)}</section>`;
}

/** What machines read of its page: as others are shown it, which may be without the picture and the text. */
export function itemHead(
  item: Eventable,
  { path, ...shown }: { path: string } & Pick<Head, 'title' | 'description' | 'picture' | 'more'>,
) {
  const activity = activityOf(item);
  const head = headOf({
    ...shown,
    canonical: canonicalOf(item, path),
    type: 'article',
    index: mayIndex(item),
    activity,
    embeds: activity !== null,
    creator: addressOf(item.account),
    publishedAt: item.publishedAt,
  });
  return { head, headers: alternateHeader(activity) };
}

/** Where it is at home: ours at `path`, what came from elsewhere at its origin. */
export const canonicalOf = ({ account, url }: Eventable, path: string): string =>
  (account.host === '' ? null : webUrl(url)) ?? `${config.baseUrl}${path}`;

/** Whether search engines may list it: ours alone, for everybody, of who does not mind. */
export const mayIndex = ({ account, visibility, publication }: Eventable): boolean =>
  account.host === '' && account.indexable && visibility === 'public' && publication === 'published';

/** What other servers may get under its IRI without asking who they are. */
const activityOf = ({ account, iri, visibility }: Eventable): string | null =>
  account.host === '' && (visibility === 'public' || visibility === 'unlisted') ? iri : null;
