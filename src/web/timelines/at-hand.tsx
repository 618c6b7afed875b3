/** The page that finds recipes for the ingredients at hand. It works without script. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import { listCardsByIds } from '../../domain/items/read.ts';
import { type AtHand, findRecipesAtHand, maxAtHand } from '../../domain/search/at-hand.ts';
import { allRecipes } from '../../domain/search/recipes.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Empty } from '../components/elements.tsx';
import { Field } from '../components/fields.tsx';
import { Cards } from '../components/item-lists.tsx';
import { filteredList } from '../components/item-parts.tsx';
import { headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { limitByAddress, searchLimit } from '../forms/rate-limit.ts';
import { atHandPath, Pages, perPage, readOffset } from './search-parts.tsx';

export const atHand = new Hono().get(atHandPath, limitByAddress(searchLimit), pageHandler(show));

const maxLength = 1_000;

/** Commas of all languages separate the names. */
const readNames = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, maxLength)
        .split(/[,;\n،、，]/)
        .map((name) => name.trim().slice(0, 100))
        .filter(Boolean),
    ),
  ].slice(0, maxAtHand);

const urlAt = (text: string, offset: number): string => {
  const query = new URLSearchParams({ at_hand: text, ...(offset > 0 && { offset: String(offset) }) });
  return `${atHandPath}?${query}`;
};

async function show(visitor: Visitor) {
  const { c } = visitor;
  const text = (c.req.query('at_hand') ?? '').trim().slice(0, maxLength).toWellFormed().replaceAll('\0', '');
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
          attributes={{ maxlength: maxLength, placeholder: t('search.at-hand-example'), autocapitalize: 'none' }}
        />
        <div class="search-submit">
          <button>{t('search.submit')}</button>
        </div>
      </form>
      {names.length > 0 ? await results(names, offset, visitor, (start) => urlAt(text, start)) : null}
    </>
  );
  const head = headTags({ title, canonical: `${config.baseUrl}${atHandPath}`, index: false });
  return { title, body, layout: { width: 'wide' as const, path: '/search', head } };
}

async function results(names: string[], offset: number, { viewer }: Visitor, urlAtOffset: (offset: number) => string) {
  const found = await findRecipesAtHand({ ...allRecipes, atHand: names, limit: perPage, offset }, viewer);
  const { ids, total, isCapped } = found;
  const recipes = await listCardsByIds(ids, viewer);
  const filters = await applyFilters(recipes, viewer, 'public');
  const byId = new Map(found.atHand.map((each) => [each.recipeId, each]));
  const count = isCapped ? t('search.many-recipes', { count: total }) : t('search.recipes', { count: total });
  return (
    <section aria-labelledby="recipes">
      <h2 id="recipes">{count}</h2>
      {recipes.length > 0 ? (
        filteredList(recipes, filters, (shown) => (
          <Cards items={shown} filters={filters} below={({ id }) => <Needed ingredients={byId.get(id)} />} />
        ))
      ) : (
        <Empty>{total === 0 ? t('search.at-hand-nothing') : t('search.no-more')}</Empty>
      )}
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
