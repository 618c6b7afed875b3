/** Somebody's page: who they are, their recipes, what they cooked, what they wrote. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Account, isLocal } from '../../domain/accounts/account.ts';
import { getShownAccount } from '../../domain/accounts/shown.ts';
import { itemsOf } from '../../domain/cards.ts';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { listByIds } from '../../domain/eventables/read.ts';
import { listPins } from '../../domain/pins.ts';
import { getRelationship } from '../../domain/relationships.ts';
import { config } from '../../lib/config.ts';
import type { Html } from './layout.ts';
import { accountActs, actsOf } from './parts/acts.ts';
import { empty, pager, tabs } from './parts/blocks.ts';
import { cards } from './parts/card.ts';
import { alternateHeader, headOf } from './parts/head.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { addressOf, avatar, homeOf, nameOf } from './parts/person.ts';
import { posts } from './parts/post.ts';
import { webUrl } from './parts/web-url.ts';
import { showing, type Visitor } from './show.ts';

const perPage = 24;

const sections: Record<string, { label: string; types: EventableType[]; nothing: string }> = {
  '': { label: 'Recipes', types: ['recipe'], nothing: 'No recipes yet.' },
  cooked: { label: 'Cooked', types: ['baking', 'preparation'], nothing: 'Nothing cooked yet.' },
  posts: { label: 'Posts', types: ['status'], nothing: 'Nothing written yet.' },
};

export const profile = new Hono()
  .get(
    '/:name{@[^/]+}',
    showing((visitor) => show(visitor, '')),
  )
  .get(
    '/:name{@[^/]+}/:section{cooked|posts}',
    showing((visitor) => show(visitor, visitor.c.req.param('section')!)),
  );

async function show(visitor: Visitor, section: string) {
  const { c, viewer } = visitor;
  const acts = actsOf(visitor);
  const account = await getShownAccount(c.req.param('name')!.slice(1), viewer);
  const { label, types, nothing } = sections[section]!;
  const asked = pageAsked(c, perPage);
  const path = `/@${account.handle}`;
  const found = await itemsOf(account.id, types, viewer, asked);
  const { items, newer, older } = neighbours(found, asked, section ? `${path}/${section}` : path);
  const isFirst = section === '' && asked.maxId === null && asked.minId === null;
  const pinned = isFirst ? await pinnedOf(account, viewer) : [];
  const list = Object.entries(sections).map(([name, { label }]) => ({
    label,
    href: name ? `${path}/${name}` : path,
    current: name === section,
  }));
  const relationship = acts && (await getRelationship(acts.me, account.id));
  const body = html`${head(account, acts && relationship ? accountActs(relationship, acts) : follow(account))}
${tabs('What to see', list)}
${pinned.length > 0 ? html`<section class="pinned"><h2>Shown first</h2>${cards(pinned, { withAuthor: false })}</section><h2>${label}</h2>` : html`<h2 class="visually-hidden">${label}</h2>`}${items.length === 0 ? empty(nothing) : section === 'posts' ? posts(items, acts) : cards(items, { withAuthor: false })}
${pager({ newer, older })}`;
  const title = `${nameOf(account)} (${addressOf(account)})`;
  return {
    title,
    body,
    frame: { width: 'wide' as const, head: headFor(account, title) },
    headers: alternateHeader(isLocal(account) ? account.iri : null),
  };
}

async function pinnedOf({ id }: Account, viewer: Visitor['viewer']) {
  const ids = (await listPins(id, viewer)).map((item) => item.id);
  const items = new Map((await listByIds(ids, viewer)).map((item) => [item.id, item]));
  return ids.flatMap((each) => items.get(each) ?? []);
}

function headFor(account: Account, title: string) {
  const { avatarKey, avatarDescription, username, iri, summaryHtml, discoverable, indexable } = account;
  const isOurs = isLocal(account);
  return headOf({
    title,
    description: summaryHtml,
    canonical: new URL(homeOf(account), config.baseUrl).href,
    type: 'profile',
    picture: avatarKey ? { key: avatarKey, description: avatarDescription ?? '', width: 0, height: 0 } : null,
    index: isOurs && discoverable && indexable,
    activity: isOurs ? iri : null,
    creator: addressOf(account),
    ...(isOurs && { feed: { path: `/@${username}/feed`, title } }),
  });
}

function head(account: Account, below: Html | string) {
  const { followersCount, followingCount, summaryHtml } = account;
  return html`<header class="profile">${avatar(account, 112)}<div><h1><bdi>${nameOf(account)}</bdi></h1>
<p class="address">${addressOf(account)}</p>
<ul class="facts"><li><strong>${followersCount}</strong> ${followersCount === 1 ? 'follower' : 'followers'}</li><li><strong>${followingCount}</strong> following</li></ul>
<div class="prose">${raw(isLocal(account) ? vouched(summaryHtml) : summaryHtml)}</div>${below}</div></header>`;
}

/** Links that members put on their page are theirs: others check that by `rel=me`. */
const vouched = (summary: string) =>
  summary.replaceAll(' rel="nofollow noopener noreferrer">', ' rel="me nofollow noopener noreferrer">');

function follow(account: Account) {
  const home = webUrl(account.url) ?? webUrl(account.iri);
  if (!isLocal(account)) {
    return home
      ? html`<p class="no-print"><a class="button quiet" href="${home}" rel="nofollow noopener noreferrer">See it at ${account.host}</a></p>`
      : '';
  }
  return html`<details class="linked no-print"><summary>Follow from elsewhere</summary><p>Search for <strong>${addressOf(account)}</strong> where your own account is, or <a href="/interact?uri=${encodeURIComponent(account.iri ?? '')}">go there from here</a>. There are also feeds: <a href="/@${account.username}/feed.atom">Atom</a>, <a href="/@${account.username}/feed.json">JSON</a>.</p></details>`;
}
