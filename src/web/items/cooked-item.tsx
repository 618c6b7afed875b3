/** The page of a preparation or baking, with its photos and recipe. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { applyFilters } from '../../domain/filters/filters.ts';
import type { Cooked, CookedType } from '../../domain/items/eventable.ts';
import { getEventable } from '../../domain/items/read.ts';
import { readableIngredient } from '../../domain/recipes/display.ts';
import { servingsText } from '../../domain/recipes/text.ts';
import { listDescendants } from '../../domain/statuses/statuses.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, nameOf } from '../components/account.tsx';
import { itemContext, pathOf } from '../components/actions.tsx';
import { TagChips } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import { ActionsOrCounts, itemHead, MutedThreadNote, OriginNote, ReplySection } from '../components/item-page.tsx';
import { EntryHead, Pictures, StarLine } from '../components/item-parts.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { Day, richText } from '../components/texts.tsx';
import { getItemFromPath } from './item-from-path.ts';
import { ingredientList, StepList } from './recipe-method.tsx';

export const cookedItem = new Hono()
  .get(
    '/:name{@[^/]+}/bakings/:id',
    pageHandler((visitor) => show(visitor, 'baking')),
  )
  .get(
    '/:name{@[^/]+}/preparations/:id',
    pageHandler((visitor) => show(visitor, 'preparation')),
  );

async function show(visitor: Visitor, type: CookedType) {
  const found: Cooked = await getItemFromPath(visitor, type);
  const { viewer } = visitor;
  const [recipe, replies] = await Promise.all([
    found.recipeId === null ? null : getEventable(found.recipeId, viewer),
    // The count leaves out what only some members may see.
    found.repliesCount > 0 || viewer.accountId !== null ? listDescendants(found.id, viewer) : [],
  ]);
  const filters = await applyFilters(replies, viewer, 'thread');
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path: pathOf(found),
    picture: found.media[0],
  });
  const context = await itemContext(visitor, found);
  const source = recipe ? (
    <p>
      {richText('cooked.source', {
        recipe: <a href={pathOf(recipe)}>{recipe.name}</a>,
        cook: nameOf(recipe.account),
        servings: servingsText(found.serving, found.servingType),
      })}
    </p>
  ) : null;
  const body = (
    <article class="cooked-page">
      <OriginNote item={found} />
      <MutedThreadNote id={found.id} context={context} />
      <EntryHead item={found} />
      <h1 {...lang(found.locale)}>{found.name}</h1>
      <p class="entry-facts">{richText('cooked.date', { date: <Day date={found.preparedAt} /> })}</p>
      <StarLine rating={found.rating} />
      <Pictures media={found.media} />
      <div class="prose recipe-about" {...lang(found.locale)}>
        {raw(found.contentHtml)}
      </div>
      {source}
      <TagChips tags={found.tags} />
      <ActionsOrCounts item={found} context={context} />
      <IngredientsAndSteps cooked={found} />
      <ReplySection list={filters.shown(replies)} context={context} filters={filters} />
    </article>
  );
  return {
    title: t('recipe.page-title', { name: found.name, cook: addressOf(found.account) }),
    body,
    layout: { width: 'text' as const, head },
    headers,
  };
}

function IngredientsAndSteps({ cooked: { ingredients: exact, steps, locale } }: { cooked: Cooked }) {
  if (exact.length === 0 && steps.length === 0) return null;
  const ingredients = exact.map((each) => readableIngredient(each, locale));
  const stepContext = {
    ingredients,
    linked: new Map(),
    factor: 1,
    units: null,
    locale,
    anchors: true,
    renderedIds: new Set<number>(),
  };
  return (
    <details class="linked">
      <summary>{t('cooked.ingredients-and-method')}</summary>
      <div {...lang(locale)}>
        {ingredientList(ingredients, { asWritten: false, locale })}
        <StepList steps={steps} context={stepContext} />
      </div>
    </details>
  );
}
