/** Ingredients and steps on the page of a recipe. */
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Ingredient, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import { ingredientAmount } from '../../domain/recipes/amount-text.ts';
import { type DisplayOptions, readableRecipe, scalingOf, type TextAmounts } from '../../domain/recipes/display.ts';
import { applyEdits, editHtmlText } from '../../domain/recipes/edits.ts';
import { groupIngredients, servingsText } from '../../domain/recipes/text.ts';
import { durationText, toDuration } from '../../lib/duration.ts';
import { isMeasurementSystem, type MeasurementSystem, reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { readTimers } from '../../recipe-import/timers.ts';
import { pathOf } from '../components/actions.tsx';
import { OptionalHint } from '../components/elements.tsx';
import { icons } from '../components/icons.ts';
import { lang } from '../components/item-lists.tsx';
import { webUrl } from '../components/texts.tsx';
import { asWritten, unitsPath } from '../settings/language.tsx';
import { areUnread, panFields, panParameters, readPans } from './recipe-pans.tsx';

// Marks durations in the text of a step. Cook mode turns them into timers

/** Takes and returns sanitized HTML. The upper end of a range is not marked: a cook looks at the lower one first. */
export const withTimes = (contentHtml: string, locale: string): string =>
  editHtmlText(contentHtml, (text) =>
    applyEdits(
      text,
      readTimers(text, locale).map(({ start, end, seconds }) => ({
        start,
        end,
        text: `<time class="timer" datetime="${toDuration(seconds)}" data-seconds="${seconds}">${text.slice(start, end)}</time>`,
      })),
    ),
  );

// Serving and unit controls of a recipe. They are links, so every state has a URL

export const maxServing = 10_000;

export interface PageDisplay extends DisplayOptions {
  /** Sizes of pans were typed that cannot be used. */
  hasUnreadPans: boolean;
}

/** Ignores invalid values. Without units in the address, those that the reader has chosen count. */
export function readDisplayOptions(c: Context): PageDisplay {
  const [serving, units] = [c.req.query('serving') ?? '', c.req.query('units')];
  const count = /^[1-9][0-9]{0,4}$/.test(serving) ? Number(serving) : maxServing + 1;
  const given = Object.fromEntries(panParameters.map((name) => [name, c.req.query(name)]));
  return {
    serving: count <= maxServing ? count : undefined,
    pans: readPans(given),
    hasUnreadPans: areUnread(given),
    units: isMeasurementSystem(units) ? units : units === asWritten ? null : (reader().units ?? null),
  };
}

/** Returns the query for links to the same view. Empty for what the reader sees without one. */
export function toQueryString({ serving, pans, units }: DisplayOptions): string {
  const query = new URLSearchParams({
    ...(pans ? panFields(pans) : serving !== undefined && { serving: String(serving) }),
    ...(units !== (reader().units ?? null) && { units: units ?? asWritten }),
  });
  return query.size > 0 ? `?${query}` : '';
}

/** Takes the scaled recipe. */
export function DisplayControls({
  recipe: { serving, servingType },
  pans,
  units: shown,
  path,
  anchor = 'ingredients',
}: { recipe: Recipe; path: string; anchor?: string } & DisplayOptions) {
  const query = (count: number) => toQueryString({ serving: count, units: shown });
  const url = (count: number) => `${path}${query(count)}#${anchor}`;
  // The address of the page that follows does not name the units, which are remembered.
  const amounts = toQueryString({ serving, pans, units: reader().units ?? null });
  const unitLink = (label: string, units: MeasurementSystem | null) => (
    <a
      href={unitsPath(units, `${path}${amounts}#${anchor}`)}
      rel="nofollow"
      aria-current={units === shown ? 'true' : undefined}
    >
      {label}
    </a>
  );
  return (
    <>
      <form class="stepper" method="get" action={`${path}#${anchor}`}>
        {[...new URLSearchParams(query(serving))].map(
          ([name, value]) => name === 'units' && <input type="hidden" name={name} value={value} />,
        )}
        <a class="button quiet" href={url(Math.max(1, serving - 1))} rel="nofollow" aria-label={t('recipe.one-less')}>
          −
        </a>{' '}
        <label class="visually-hidden" for="serving">
          {t('recipe.servings')}
        </label>
        <input id="serving" name="serving" type="number" min="1" max={maxServing} value={serving} inputmode="numeric" />{' '}
        <a
          class="button quiet"
          href={url(Math.min(maxServing, serving + 1))}
          rel="nofollow"
          aria-label={t('recipe.one-more')}
        >
          +
        </a>{' '}
        <span>{servingsText(serving, servingType).replace(/\d+ ?/, '')}</span>{' '}
        <button class="quiet small">{t('recipe.update-servings')}</button>
      </form>
      <div class="unit-switch" role="group" aria-label={t('recipe.units')}>
        {unitLink(t('recipe.units-as-written'), null)}
        {unitLink(t('recipe.units-metric'), 'metric')}
        {unitLink(t('recipe.units-us'), 'us')}
      </div>
      <p class="print-only">{t('recipe.for-servings', { servings: servingsText(serving, servingType) })}</p>
    </>
  );
}

// Renders ingredients by group, with readable amounts

/** Says whether amounts in notes and steps were scaled with the servings. Takes the recipe as written. */
export function TextAmountsHint({
  recipe: { serving, servingType },
  textAmounts: { isScaled, isLeft },
}: {
  recipe: Recipe;
  textAmounts: TextAmounts;
}) {
  if (!isScaled && !isLeft) return null;
  const text = isLeft
    ? t('recipe.text-amounts-as-written', { servings: servingsText(serving, servingType) })
    : t('recipe.text-amounts-scaled');
  return <p class="hint">{text}</p>;
}

/**
 * True if the original text is shown: nothing is changed, and the language is not English, whose lines are tidied.
 */
export function isShownAsWritten(recipe: Recipe, shown: DisplayOptions): boolean {
  const { from, to } = scalingOf(recipe, shown);
  return from === to && shown.units === null && !/^(en|und)/.test(recipe.locale);
}

interface ListOptions {
  asWritten: boolean;
  /** BCP 47. */
  locale: string;
  /** Adds check boxes, and marks up the ingredients of the page's recipe (microformats.org/wiki/h-recipe). */
  checkable?: boolean;
}

export function ingredientList(ingredients: Ingredient[], { asWritten, locale, checkable = false }: ListOptions) {
  const item = (ingredient: Ingredient) => {
    const line = <IngredientLine ingredient={ingredient} asWritten={asWritten} locale={locale} />;
    const id = `ingredient-${ingredient.position}`;
    return checkable ? (
      <li class="p-ingredient">
        <input type="checkbox" id={id} />
        <label for={id}>{line}</label>
      </li>
    ) : (
      <li>{line}</li>
    );
  };
  return groupIngredients(ingredients).map((group) => (
    <>
      {group[0]!.group ? <h3>{group[0]!.group}</h3> : null}
      <ul class="ingredients">{group.map(item)}</ul>
    </>
  ));
}

/** Renders one line of the list: the amount in one column, the rest in another. */
export function IngredientLine({
  ingredient,
  asWritten,
  locale,
}: {
  ingredient: Ingredient;
  asWritten: boolean;
  locale: string;
}) {
  const { name, note, optional, originalText } = ingredient;
  if (asWritten && originalText) return <span class="food">{originalText}</span>;
  const amount = ingredientAmount(ingredient, locale);
  return (
    <>
      {amount && (
        <>
          <strong class="amount">{amount}</strong>{' '}
        </>
      )}
      <span class="food">
        {name}
        {note ? <span class="hint">, {note}</span> : null}
        {optional ? <OptionalHint /> : null}
      </span>
    </>
  );
}

/** Renders an ingredient in a step: amount and name only. Either may run in another direction than the other. */
const ShortIngredient = ({ ingredient, locale }: { ingredient: Ingredient; locale: string }) => {
  const amount = ingredientAmount(ingredient, locale);
  return (
    <>
      {amount && (
        <>
          <bdi>{amount}</bdi>{' '}
        </>
      )}
      <bdi>{ingredient.name}</bdi>
    </>
  );
};

// Renders steps with their time, ingredients and linked recipes

interface StepContext {
  ingredients: Ingredient[];
  /** Linked recipes that the viewer may see, by id. */
  linked: Map<number, Recipe>;
  /** Scaling factor. */
  factor: number;
  units: MeasurementSystem | null;
  /** BCP 47. */
  locale: string;
  /** True if steps get ids that links can point to. */
  anchors: boolean;
  /** Ids of linked recipes that are already on the page. Each is rendered once. */
  renderedIds: Set<number>;
}

export function StepList({ steps, context }: { steps: Step[]; context: StepContext }) {
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li id={context.anchors ? `step-${step.position + 1}` : undefined}>
          <StepBody step={step} context={context} />
        </li>
      ))}
    </ol>
  );
}

function StepBody({
  step: { name, contentHtml, duration: seconds, ingredientPositions, links },
  context,
}: {
  step: Step;
  context: StepContext;
}) {
  const { ingredients, locale } = context;
  const used = ingredients.filter(({ position }) => ingredientPositions.includes(position));
  return (
    <>
      {name && <h3>{name}</h3>}
      <div class="prose">{raw(withTimes(contentHtml, locale))}</div>
      {(seconds !== null || used.length > 0) && (
        <ul class="step-facts">
          {seconds !== null && (
            <li class="timer" data-seconds={seconds}>
              {icons.clock}
              <span>{durationText(seconds)}</span>
            </li>
          )}
          {used.map((each) => (
            <li>
              <ShortIngredient ingredient={each} locale={locale} />
            </li>
          ))}
        </ul>
      )}
      {links.map((link) => (
        <LinkedItem link={link} context={context} />
      ))}
    </>
  );
}

/** Renders a known recipe in place, at its first link. */
function LinkedItem({
  link,
  context: { linked, factor, units, renderedIds },
}: {
  link: StepLink;
  context: StepContext;
}) {
  const recipe = link.id === null ? undefined : linked.get(link.id);
  if (!recipe || renderedIds.has(recipe.id)) return <OriginalLink link={link} />;
  renderedIds.add(recipe.id);

  const serving = Math.max(1, Math.round((link.serving ?? recipe.serving) * factor));
  const { recipe: shown } = readableRecipe(recipe, { serving, units });
  const asWritten = isShownAsWritten(recipe, { serving, units });
  const inner = {
    ingredients: shown.ingredients,
    linked: new Map(),
    factor: 1,
    units,
    locale: recipe.locale,
    anchors: false,
    renderedIds,
  };
  return (
    <details class="linked" {...lang(recipe.locale, recipe.name)}>
      <summary>
        {recipe.name} <span class="hint">{servingsText(serving, recipe.servingType)}</span>
      </summary>
      <div>
        {ingredientList(shown.ingredients, { asWritten, locale: recipe.locale })}
        <StepList steps={shown.steps} context={inner} />
        <p>
          <a href={pathOf(recipe)}>{t('recipe.view-linked')}</a>
        </p>
      </div>
    </details>
  );
}

/** Links to the original page of an item. */
export function OriginalLink({ link: { name, url, iri } }: { link: StepLink }) {
  const href = webUrl(url) ?? webUrl(iri);
  if (!href) return null;
  return (
    <p class="linked">
      <a href={href} rel="nofollow noopener noreferrer">
        {name || href}
      </a>
    </p>
  );
}
