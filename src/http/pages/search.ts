/** Finds people and dishes by words; by address or URL, on other servers, too. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { isName } from '../../domain/named.ts';
import { search as find } from '../../domain/search.ts';
import { config } from '../../lib/config.ts';
import { type Limit, takeOne } from '../limits.ts';
import { type MemberVisitor, memberForm, memberPage } from './member.ts';
import { actsOf } from './parts/acts.ts';
import { empty, note } from './parts/blocks.ts';
import { entry } from './parts/entry.ts';
import { field, hidden } from './parts/field.ts';
import { addressOf, avatar, nameOf } from './parts/person.ts';
import { formToken } from './session.ts';

const most = 20;
/** Each asks another server something. */
const lookUpLimit: Limit = { name: 'look-up', quota: 60, window: 300 };

export const search = new Hono().get('/search', memberPage(show)).post(
  '/search',
  memberForm(async ({ me, fields }) => {
    const query = (fields.get('q') ?? '').trim().slice(0, 200);
    if (config.rateLimits) await takeOne(lookUpLimit, `member ${me}`, {});
    if (isName(query)) await find(me, { query, type: null, resolve: true, limit: most });
    return `/search?q=${encodeURIComponent(query)}&asked=yes`;
  }),
);

async function show(visitor: MemberVisitor) {
  const { c, me, visit } = visitor;
  const query = (c.req.query('q') ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, 200);
  const found = query ? await find(me, { query, type: null, resolve: false, limit: most }) : null;
  const acts = actsOf(visitor);
  const isEmpty = found !== null && found.accounts.length + found.items.length === 0;
  const mayAsk = isEmpty && isName(query) && c.req.query('asked') === undefined;
  const body = html`<h1>Search</h1>
<form method="get" action="/search" role="search">${field({ name: 'q', label: 'Words, @name@server, or the address of a page', type: 'search', value: query, attributes: { maxlength: 200, autocapitalize: 'none' } })}<button>Search</button></form>
${mayAsk ? html`<form method="post" action="/search">${hidden({ form_token: formToken(c, visit), q: query })}${note(html`<p>Nothing here goes by that name yet.</p><button>Ask its own server</button>`)}</form>` : ''}
${isEmpty && !mayAsk ? empty('Nothing was found.') : ''}
${found && found.accounts.length > 0 ? html`<h2>People</h2><ul class="rows">${found.accounts.map((account) => html`<li><div class="byline">${avatar(account)}<div><a href="/@${account.handle ?? account.username}"><bdi>${nameOf(account)}</bdi></a><br>${addressOf(account)}</div></div></li>`)}</ul>` : ''}
${found && found.items.length > 0 ? html`<h2>Dishes and posts</h2><ol class="posts">${found.items.map((item) => html`<li>${entry(item, acts)}</li>`)}</ol>` : ''}`;
  return {
    title: query ? `${query} – search` : 'Search',
    body,
    frame: { width: 'text' as const, path: '/search' },
  };
}
