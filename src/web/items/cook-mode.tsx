/** Cook mode: one step at a time in large type, with its ingredients, timers, and a screen that stays on. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import type { Ingredient, Recipe, Step } from '../../domain/items/eventable.ts';
import { type DisplayOptions, readableRecipe, type TextAmounts } from '../../domain/recipes/display.ts';
import { servingsText, stepIngredients } from '../../domain/recipes/text.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import { pathOf } from '../components/actions.tsx';
import { lang } from '../components/item-lists.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { type Html, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import {
  DisplayControls,
  IngredientLine,
  ingredientList,
  isShownAsWritten,
  maxServing,
  OriginalLink,
  readDisplayOptions,
  TextAmountsHint,
  toQueryString,
  withTimes,
} from './recipe-method.tsx';

// Renders the panels of cook mode: the ingredients, each step, and the end. Without script they are a list with anchors

interface PanelOptions {
  /** Of the recipe page, with the servings and units that are shown. */
  path: string;
  /** Of cook mode, without them. */
  cookPath: string;
  display: DisplayOptions;
  asWritten: boolean;
  textAmounts: TextAmounts;
  /** As written. */
  from: Recipe;
  isMember: boolean;
}

interface Neighbour {
  href: string;
  label: string;
}

/** Takes the scaled recipe. */
function CookPanels({ recipe, options }: { recipe: Recipe; options: PanelOptions }) {
  const { steps } = recipe;
  const ingredientsOf = stepIngredients(recipe.ingredients, recipe.locale);
  const first: Neighbour =
    steps.length > 0 ? { href: '#step-1', label: t('cook.start') } : { href: '#done', label: t('cook.finish') };
  return (
    <>
      <Panel id="ready" title={t('cook.ingredients')} neighbours={[null, first]}>
        <FirstPanel recipe={recipe} {...options} />
      </Panel>
      {steps.map((step, index) => (
        <StepPanel step={step} used={ingredientsOf(step)} index={index} recipe={recipe} {...options} />
      ))}
      <Panel
        id="done"
        title={t('cook.done')}
        neighbours={[{ href: steps.length > 0 ? `#step-${steps.length}` : '#ready', label: t('cook.previous') }, null]}
      >
        <LastPanel recipe={recipe} {...options} />
      </Panel>
    </>
  );
}

function Panel({
  id,
  title,
  children: body,
  neighbours: [before, after],
}: {
  id: string;
  title: Html | string;
  children: Html;
  neighbours: (Neighbour | null)[];
}) {
  return (
    <section class="cook-panel" id={id} aria-labelledby={`${id}-title`}>
      <div class="cook-content">
        <h2 id={`${id}-title`} tabindex={-1}>
          {title}
        </h2>
        {body}
      </div>
      <div class="cook-nav">
        {before ? (
          <a class="button quiet" href={before.href} rel="prev">
            {before.label}
          </a>
        ) : null}
        {after ? (
          <a class="button" href={after.href} rel="next">
            {after.label}
          </a>
        ) : null}
      </div>
    </section>
  );
}

function FirstPanel({ recipe, cookPath, display, asWritten, textAmounts, from }: { recipe: Recipe } & PanelOptions) {
  const { ingredients, locale } = recipe;
  return (
    <>
      <DisplayControls recipe={recipe} {...display} path={cookPath} anchor="ready" />
      <p>
        <span id="awake" class="hint" />
      </p>
      <TextAmountsHint recipe={from} textAmounts={textAmounts} />
      <div class="cook-needs" {...lang(locale, recipe.name)}>
        {ingredientList(ingredients, { asWritten, locale, checkable: true })}
      </div>
    </>
  );
}

function StepPanel({
  step,
  used,
  index,
  recipe,
  asWritten,
}: { step: Step; used: Ingredient[]; index: number; recipe: Recipe } & PanelOptions) {
  const { steps, locale } = recipe;
  const { name, contentHtml, duration: seconds, links } = step;
  const text = withTimes(contentHtml, locale);
  const title = (
    <>
      <span class="cook-count">{t('cook.step-of', { step: index + 1, count: steps.length })}</span>
      {name && (
        <>
          {' '}
          <span class="cook-name" {...lang(locale)}>
            {name}
          </span>
        </>
      )}
    </>
  );
  const body = (
    <>
      <progress max={steps.length} value={index + 1} aria-hidden="true" />
      <div class="cook-step" {...lang(locale, recipe.name)}>
        <div class="cook-text">
          <div class="prose">{raw(text)}</div>
          {seconds && !text.includes(`data-seconds="${seconds}"`) ? (
            <p>
              <span class="timer" data-seconds={seconds}>
                {durationText(seconds)}
              </span>
            </p>
          ) : null}
          {links.map((link) => (
            <OriginalLink link={link} />
          ))}
        </div>
        {used.length > 0 && (
          <ul class="cook-used">
            {used.map((each) => (
              <li>
                <IngredientLine ingredient={each} asWritten={asWritten} locale={locale} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
  const before = index === 0 ? '#ready' : `#step-${index}`;
  const isLast = index === steps.length - 1;
  return (
    <Panel
      id={`step-${index + 1}`}
      title={title}
      neighbours={[
        { href: before, label: t('cook.previous') },
        isLast ? { href: '#done', label: t('cook.finish') } : { href: `#step-${index + 2}`, label: t('cook.next') },
      ]}
    >
      {body}
    </Panel>
  );
}

const LastPanel = ({ recipe: { id }, path, isMember }: { recipe: Recipe } & PanelOptions) => (
  <p>
    {isMember && (
      <>
        <a class="button" href={`/write/cooked?recipe=${id}`}>
          {t('recipe.i-cooked-this')}
        </a>{' '}
      </>
    )}
    <a class="button quiet" href={path}>
      {t('cook.back-to-recipe')}
    </a>
  </p>
);

/** Shown by the script, which stays at the step. */
function Scale({ recipe: { serving, servingType }, path, units }: { recipe: Recipe; path: string } & DisplayOptions) {
  const link = (count: number, sign: string, label: string) => (
    <a
      class="button quiet"
      href={`${path}${toQueryString({ serving: count, units })}`}
      rel="nofollow"
      aria-label={label}
    >
      {sign}
    </a>
  );
  return (
    <div class="cook-scale" role="group" aria-label={t('recipe.servings')} hidden>
      {link(Math.max(1, serving - 1), '−', t('recipe.one-less'))}
      <span>{servingsText(serving, servingType)}</span>
      {link(Math.min(maxServing, serving + 1), '+', t('recipe.one-more'))}
    </div>
  );
}

// Returns the texts that the script of cook mode shows. The script fills in the words in braces

const timerTexts = () => ({
  timers: t('cook.timers'),
  start: t('cook.timer-start', { time: '{time}' }),
  stop: t('cook.timer-stop', { left: '{left}', time: '{time}' }),
  over: t('cook.timer-over', { time: '{time}' }),
  up: t('cook.time-is-up'),
  step: t('cook.timer-step', { step: '{step}', left: '{left}' }),
  name: t('cook.timer-name', { recipe: '{recipe}', step: '{step}' }),
  pause: t('cook.timer-pause', { timer: '{timer}' }),
  resume: t('cook.timer-resume', { timer: '{timer}' }),
  minute: t('cook.timer-minute'),
  more: t('cook.timer-more', { timer: '{timer}' }),
  end: t('cook.timer-end', { timer: '{timer}' }),
  dismiss: t('cook.timer-dismiss', { timer: '{timer}' }),
  ended: t('cook.timer-ended', { timer: '{timer}' }),
  undo: t('actions.undo'),
  awake: t('cook.awake'),
});

// Cook mode: one step at a time in large type, with its ingredients, timers, and a screen that stays on

export const cookMode = new Hono().get('/:name{@[^/]+}/recipes/:slug/cook', pageHandler(show));

async function show(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const display = readDisplayOptions(visitor.c);
  const path = pathOf(found);
  const cookPath = `${path}/cook`;
  const { recipe, textAmounts } = readableRecipe(found, display);
  const panels = (
    <CookPanels
      recipe={recipe}
      options={{
        path: `${path}${toQueryString(display)}`,
        cookPath,
        display,
        asWritten: isShownAsWritten(found, display),
        textAmounts,
        from: found,
        isMember: visitor.session !== null,
      }}
    />
  );
  const body = (
    <div class="cook" data-recipe={path} data-texts={JSON.stringify(timerTexts())}>
      <div class="cook-bar">
        <a class="cook-close" href={`${path}${toQueryString(display)}`}>
          {richText('cook.back', { text: (text) => <span>{text}</span> })}
        </a>
        <h1 {...lang(found.locale)}>{found.name}</h1>
        <Scale recipe={recipe} path={cookPath} {...display} />
      </div>
      <section id="timers" class="timers" hidden />
      <div class="cook-panels">{panels}</div>
    </div>
  );
  const head = (
    <>
      {headTags({
        title: found.name,
        canonical: canonicalUrl(found, path),
        index: false,
      })}
      <link rel="modulepreload" href={assetPaths.timers} />
      <script type="module" src={assetPaths.recipe} />
      <script type="module" src={assetPaths.cook} />
    </>
  );
  return {
    title: t('cook.page-title', { recipe: found.name }),
    body,
    layout: { width: 'wide' as const, head },
  };
}
