/** Somebody's page: who they are, their recipes, what they cooked, what they wrote. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Account } from '../../domain/accounts/account.ts';
import { getShownAccount } from '../../domain/accounts/shown.ts';
import { itemsOf } from '../../domain/cards.ts';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { empty, pager, tabs } from './parts/blocks.ts';
import { cards } from './parts/card.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { addressOf, avatar, nameOf } from './parts/person.ts';
import { posts } from './parts/post.ts';
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

async function show({ c, viewer }: Visitor, section: string) {
  const account = await getShownAccount(c.req.param('name')!.slice(1), viewer);
  const { types, nothing } = sections[section]!;
  const asked = pageAsked(c, perPage);
  const path = `/@${account.handle}`;
  const found = await itemsOf(account.id, types, viewer, asked);
  const { items, newer, older } = neighbours(found, asked, section ? `${path}/${section}` : path);
  const list = Object.entries(sections).map(([name, { label }]) => ({
    label,
    href: name ? `${path}/${name}` : path,
    current: name === section,
  }));
  const body = html`${head(account)}
${tabs('What to see', list)}
${items.length === 0 ? empty(nothing) : section === 'posts' ? posts(items) : cards(items, { withAuthor: false })}
${pager({ newer, older })}`;
  return { title: `${nameOf(account)} (${addressOf(account)})`, body, frame: { width: 'wide' as const } };
}

function head(account: Account) {
  const { followersCount, followingCount, summaryHtml } = account;
  return html`<header class="profile">${avatar(account, 112)}<div><h1><bdi>${nameOf(account)}</bdi></h1>
<p class="address">${addressOf(account)}</p>
<ul class="facts"><li><strong>${followersCount}</strong> ${followersCount === 1 ? 'follower' : 'followers'}</li><li><strong>${followingCount}</strong> following</li></ul>
<div class="prose">${raw(summaryHtml)}</div></div></header>`;
}
