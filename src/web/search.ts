/** The search page. Addresses and URLs can also be looked up on other servers. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { withQuotes } from '../domain/items/quotes.ts';
import { isName } from '../domain/search/resolve-name.ts';
import { search as find } from '../domain/search/search.ts';
import { formToken } from '../http/browser-session.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { addressOf, avatar, nameOf, profileUrl } from './components/account.ts';
import { actionContext } from './components/action-buttons.ts';
import { empty, note } from './components/elements.ts';
import { field, hidden } from './components/field.ts';
import { itemEntry } from './components/item-entry.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';

const maxResults = 20;
/** Each lookup sends a request to another server. */
const lookUpLimit: RateLimit = { name: 'look-up', quota: 60, windowSeconds: 300 };

export const search = new Hono().get('/search', memberPage(show)).post(
  '/search',
  memberForm(
    async ({ me, fields }) => {
      const query = (fields.get('q') ?? '').trim().slice(0, 200);
      if (isName(query)) await find(me, { query, type: null, resolve: true, limit: maxResults });
      return `/search?q=${encodeURIComponent(query)}&resolved=yes`;
    },
    { rateLimit: lookUpLimit },
  ),
);

async function show(visitor: MemberVisitor) {
  const { c, me, session } = visitor;
  const query = (c.req.query('q') ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, 200);
  const found = query ? await find(me, { query, type: null, resolve: false, limit: maxResults }) : null;
  const context = actionContext(visitor);
  const isEmpty = found !== null && found.accounts.length + found.items.length === 0;
  const canResolve = isEmpty && isName(query) && c.req.query('resolved') === undefined;
  const body = html`<h1>Search</h1>
<form method="get" action="/search" role="search">${field({ name: 'q', label: 'Search for recipes, people, @name@server or a link', type: 'search', value: query, attributes: { maxlength: 200, autocapitalize: 'none' } })}<button>Search</button></form>
${canResolve ? html`<form method="post" action="/search">${hidden({ form_token: formToken(c, session), q: query })}${note(html`<p>This server does not know that address yet.</p><button>Look it up on its server</button>`)}</form>` : ''}
${isEmpty && !canResolve ? empty('Nothing found. Check the spelling, or try other words.') : ''}
${found && found.accounts.length > 0 ? html`<h2>People</h2><ul class="rows">${found.accounts.map((account) => html`<li><div class="byline">${avatar(account)}<div><a href="${account.handle === null ? profileUrl(account) : `/@${account.handle}`}"><bdi>${nameOf(account)}</bdi></a><br>${addressOf(account)}</div></div></li>`)}</ul>` : ''}
${found && found.items.length > 0 ? html`<h2>Recipes and posts</h2><ol class="posts">${(await withQuotes(found.items, visitor.viewer)).map((item) => html`<li>${itemEntry(item, context)}</li>`)}</ol>` : ''}`;
  return {
    title: query ? `${query} – search` : 'Search',
    body,
    layout: { width: 'text' as const, path: '/search' },
  };
}
