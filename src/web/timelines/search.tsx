/** The search page, with recipes for everyone and people and posts for members, and the page for ingredients at hand. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import { listCardsByIds } from '../../domain/items/read.ts';
import { type AtHand, allRecipes, findRecipesAtHand, maxAtHand } from '../../domain/search/recipes.ts';
import { search as find, isName, type SearchResults } from '../../domain/search/search.ts';
import { lookUpLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Empty, Note } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { Cards } from '../components/item-lists.tsx';
import { headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { limitByAddress, searchLimit } from '../forms/answers.tsx';
import { memberForm } from '../forms/member-page.ts';
import {
  atHandPath,
  findOthers,
  otherResults,
  Pages,
  perPage,
  readOffset,
  readQuery,
  recipeResults,
  SearchForm,
  searchTitle,
  urlOf,
} from './search-parts.tsx';

export const search = new Hono()
  .get('/search', limitByAddress(searchLimit), pageHandler(show))
  .get(atHandPath, limitByAddress(searchLimit), pageHandler(showAtHand))
  .post(
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
    <PostForm visitor={{ c, session }} action="/search" fields={{ q: query }}>
      <Note>
        <p>{t('search.unknown-address')}</p>
        <button>{t('search.look-up')}</button>
      </Note>
    </PostForm>
  );
}

// Finds recipes for the ingredients at hand. It works without script

const maxAtHandLength = 1_000;

/** Commas of all languages separate the names. */
const readNames = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, maxAtHandLength)
        .split(/[,;\n،、，]/)
        .map((name) => name.trim().slice(0, 100))
        .filter(Boolean),
    ),
  ].slice(0, maxAtHand);

const urlAt = (text: string, offset: number): string => {
  const query = new URLSearchParams({ at_hand: text, ...(offset > 0 && { offset: String(offset) }) });
  return `${atHandPath}?${query}`;
};

async function showAtHand(visitor: Visitor) {
  const { c } = visitor;
  const text = (c.req.query('at_hand') ?? '').trim().slice(0, maxAtHandLength).toWellFormed().replaceAll('\0', '');
  const names = readNames(text);
  const offset = readOffset(c.req.query('offset'));
  const title = t('search.at-hand-title');
  const body = (
    <>
      <h1>{title}</h1>
      <p>{t('search.at-hand-intro')}</p>
      <form class="search" method="get" action={atHandPath} role="search">
        <Field
          name="at_hand"
          label={t('search.at-hand-label')}
          type="search"
          value={text}
          attributes={{ maxlength: maxAtHandLength, placeholder: t('search.at-hand-example'), autocapitalize: 'none' }}
        />
        <div class="search-submit">
          <button>{t('search.submit')}</button>
        </div>
      </form>
      {names.length > 0 ? await resultsAtHand(names, offset, visitor, (start) => urlAt(text, start)) : null}
    </>
  );
  const head = headTags({ title, canonical: `${config.baseUrl}${atHandPath}`, index: false });
  return { title, body, layout: { width: 'wide' as const, path: '/search', head } };
}

async function resultsAtHand(
  names: string[],
  offset: number,
  { viewer }: Visitor,
  urlAtOffset: (offset: number) => string,
) {
  const found = await findRecipesAtHand({ ...allRecipes, atHand: names, limit: perPage, offset }, viewer);
  const { ids, total, isCapped } = found;
  const recipes = await listCardsByIds(ids, viewer);
  const filters = await applyFilters(recipes, viewer, 'public');
  const byId = new Map(found.atHand.map((each) => [each.recipeId, each]));
  const count = isCapped ? t('search.many-recipes', { count: total }) : t('search.recipes', { count: total });
  return (
    <section aria-labelledby="recipes">
      <h2 id="recipes">{count}</h2>
      <Cards
        items={recipes}
        filters={filters}
        empty={t(total === 0 ? 'search.at-hand-nothing' : 'search.no-more')}
        below={({ id }) => <Needed ingredients={byId.get(id)} />}
      />
      <Pages urlAt={urlAtOffset} offset={offset} total={total} />
    </section>
  );
}

/** Longer lists of missing ingredients tell nothing. */
const maxMissing = 8;

function Needed({ ingredients }: { ingredients: AtHand | undefined }) {
  if (!ingredients) return null;
  const { present, missing } = ingredients;
  const names = missing.slice(0, maxMissing).join(', ') + (missing.length > maxMissing ? ' …' : '');
  return (
    <>
      <p class="hint">
        {t('search.at-hand-present', { present: present.length, all: present.length + missing.length })}
      </p>
      {missing.length > 0 ? <p class="hint">{t('search.at-hand-missing', { ingredients: names })}</p> : null}
    </>
  );
}
