/** The versions (forks) of a recipe as a tree, and the comparison of a fork with its original. */
import { Hono } from 'hono';
import type { Recipe } from '../../domain/items/eventable.ts';
import { compareVisibleRecipes, type Fork, getForkTree } from '../../domain/recipes/related.ts';
import { readId } from '../../http/pagination.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { Empty, factLine } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { type Html, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { Day, richText, visuallyHidden } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { DifferenceLegend, DifferenceView } from './recipe-difference.tsx';

export const recipeForks = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/forks', pageHandler(tree))
  .get('/:name{@[^/]+}/recipes/:slug/difference', pageHandler(compare));

async function tree(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const { ancestors, recipe, descendants } = await getForkTree(found.id, visitor.viewer);
  const isAlone = ancestors.length === 0 && descendants.length === 0;
  const member = visitor.session !== null;
  const body = (
    <>
      <p>
        <a href={pathOf(found)}>{t('history.back')}</a>
      </p>
      <h1>{t('forks.title')}</h1>
      <p class="hint">{richText('forks.about', { name: <bdi {...lang(found.locale)}>{found.name}</bdi> })}</p>
      {isAlone ? (
        <Empty>{t('forks.empty')}</Empty>
      ) : (
        <TreeList recipes={[...ancestors, recipe, ...descendants]} currentId={recipe.id} />
      )}
      {member ? (
        <p>
          <a class="button" href={`/write/recipe?from=${found.id}`}>
            {t('forks.make')}
          </a>
        </p>
      ) : null}
    </>
  );
  return contentOf(found, t('forks.page-title', { name: found.name }), body);
}

/** The first recipe is the root. */
function TreeList({ recipes, currentId }: { recipes: Fork[]; currentId: number }) {
  const forksOf = Map.groupBy(recipes.slice(1), ({ forkedFromId }) => forkedFromId);
  const node = (recipe: Fork): Html => {
    const forks = forksOf.get(recipe.id) ?? [];
    const isCurrent = recipe.id === currentId;
    return (
      <li>
        <a href={pathOf(recipe)} aria-current={isCurrent ? 'true' : undefined} {...lang(recipe.locale)}>
          {recipe.name}
        </a>{' '}
        <span class="hint">
          {factLine([
            <bdi>{addressOf(recipe.account)}</bdi>,
            <Day date={recipe.publishedAt} />,
            recipe.forkedFromId !== null && (
              <a href={`${pathOf(recipe)}/difference?from=${recipe.forkedFromId}`} rel="nofollow">
                {richText('forks.compare', { name: recipe.name, hidden: visuallyHidden })}
              </a>
            ),
          ])}
        </span>
        {forks.length > 0 && <ul>{forks.map(node)}</ul>}
      </li>
    );
  };
  return <ul class="fork-tree">{node(recipes[0]!)}</ul>;
}

const RecipeLink = ({ recipe }: { recipe: Pick<Recipe, 'name' | 'locale'> & Parameters<typeof pathOf>[0] }) => (
  <a href={pathOf(recipe)} {...lang(recipe.locale)}>
    {recipe.name}
  </a>
);

/** Compares with the original, unless `from` names another recipe. */
async function compare(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const given = visitor.c.req.query('from');
  const fromId = given === undefined ? found.forkedFromId : readId(given);
  if (fromId === null) throw notFound();
  const { from, difference } = await compareVisibleRecipes(found.id, fromId, visitor.viewer);
  const body = (
    <>
      <p>
        <a href={pathOf(found)}>{t('history.back')}</a>
      </p>
      <h1>{t('difference.title')}</h1>
      <p class="hint">
        {richText('difference.about', {
          recipe: <RecipeLink recipe={found} />,
          cook: addressOf(found.account),
          other: <RecipeLink recipe={from} />,
          otherCook: addressOf(from.account),
        })}{' '}
        <DifferenceLegend />
      </p>
      <DifferenceView difference={difference} locale={found.locale} />
    </>
  );
  return contentOf(found, t('difference.page-title', { name: found.name, other: from.name }), body);
}

const contentOf = (recipe: Recipe, title: string, body: Html) => ({
  title,
  body,
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});
