/** The search page: recipes for everyone, people and posts for members. Addresses and URLs can be looked up. */
import { Hono } from 'hono';
import { search as find, isName, type SearchResults } from '../../domain/search/search.ts';
import { formToken } from '../../http/browser-session.ts';
import { lookUpLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Empty, Note } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import { headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { memberForm } from '../forms/member-page.ts';
import { limitByAddress, searchLimit } from '../forms/rate-limit.ts';
import {
  findOthers,
  otherResults,
  readOffset,
  readQuery,
  recipeResults,
  SearchForm,
  searchTitle,
  urlOf,
} from './search-parts.tsx';

export const search = new Hono().get('/search', limitByAddress(searchLimit), pageHandler(show)).post(
  '/search',
  memberForm(
    async ({ me, fields }) => {
      const query = (fields.get('q') ?? '').trim().slice(0, 200);
      if (isName(query)) await find(me, { query, type: null, resolve: true, limit: 1 });
      return `/search?q=${encodeURIComponent(query)}&resolved=yes`;
    },
    { rateLimit: lookUpLimit },
  ),
);

async function show(visitor: Visitor) {
  const { c, session } = visitor;
  const input = readQuery(c.req.url);
  const offset = readOffset(c.req.query('offset'));
  const named = isName(input.q);
  const [recipes, others] = await Promise.all([
    named ? '' : recipeResults(input, offset, visitor),
    session && input.q !== '' && offset === 0 ? findOthers(session.accountId, input.q, named) : null,
  ]);
  const body = (
    <>
      <h1>{t('search.title')}</h1>
      <SearchForm input={input} label={session ? t('search.for-members') : t('search.for-visitors')} />
      {named ? <LookUp visitor={visitor} query={input.q} found={others} /> : null}
      {recipes}
      {others ? otherResults(others, visitor, named) : null}
    </>
  );
  const what = searchTitle(input);
  const title = what === '' ? t('search.title') : t('search.page-title', { query: what });
  const canonical = `${config.baseUrl}${urlOf(input)}`;
  const feed = {
    path: '/search/feed',
    query: new URL(canonical).search,
    title: t('search.feed', { query: what || t('search.all') }),
  };
  const head = headTags({ title, canonical, index: false, feed });
  return { title, body, layout: { width: 'wide' as const, path: '/search', head } };
}

/** What an address or URL needs when this server does not know it. */
function LookUp({
  visitor: { c, session },
  query,
  found,
}: {
  visitor: Visitor;
  query: string;
  found: SearchResults | null;
}) {
  if (!session) {
    const login = `/login?next=${encodeURIComponent(`/search?q=${encodeURIComponent(query)}`)}`;
    return (
      <Note>
        <p>{richText('search.log-in', { link: (text) => <a href={login}>{text}</a> })}</p>
      </Note>
    );
  }
  if (found === null || found.accounts.length + found.items.length + found.collections.length > 0) return null;
  if (c.req.query('resolved') !== undefined) return <Empty>{t('search.nothing')}</Empty>;
  return (
    <form method="post" action="/search">
      <HiddenFields fields={{ form_token: formToken(c, session), q: query }} />
      <Note>
        <p>{t('search.unknown-address')}</p>
        <button>{t('search.look-up')}</button>
      </Note>
    </form>
  );
}
