/** A recipe to cook from. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Recipe, Status } from '../../domain/eventables/eventable.ts';
import { findEventableByIri } from '../../domain/eventables/read.ts';
import type { Viewer } from '../../domain/eventables/visibility.ts';
import { listLinked } from '../../domain/links.ts';
import { listDishes, type MediumOfItem } from '../../domain/recipes/media.ts';
import { scaleTo } from '../../domain/recipes/scaling.ts';
import { answersTo } from '../../domain/threads.ts';
import { config } from '../../lib/config.ts';
import { firstPage } from '../../lib/page.ts';
import { findRecipe } from './find-item.ts';
import { type Acts, actsOf, withPins } from './parts/acts.ts';
import { answers, counts, itemHead, mayIndex, origin } from './parts/around.ts';
import { tagChips } from './parts/blocks.ts';
import { lang } from './parts/card.ts';
import { pathOf } from './parts/item.ts';
import { addressOf, byline } from './parts/person.ts';
import { day } from './parts/time.ts';
import { displayControls, queryOf, readDisplay } from './recipe/display.ts';
import { recipeFacts, sources } from './recipe/facts.ts';
import { ingredientList, readingOf } from './recipe/ingredients.ts';
import { jsonLdElement, recipeJsonLd } from './recipe/json-ld.ts';
import { dishes, hero } from './recipe/pictures.ts';
import { stepList } from './recipe/steps.ts';
import { showing, type Visitor } from './show.ts';

const mostDishes = 12;

export const recipe = new Hono().get('/:name{@[^/]+}/recipes/:slug', showing(show));

async function show(visitor: Visitor) {
  const { c, viewer } = visitor;
  const found = await findRecipe(visitor);
  const around = await loadAround(found, viewer);
  const display = readDisplay(c);
  const path = pathOf(found);
  const url = `${config.baseUrl}${path}`;

  const pictures = found.media.length > 0 ? found.media : around.dishes;
  const jsonLd = mayIndex(found) ? jsonLdElement(recipeJsonLd(found, url, pictures)) : '';
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path,
    picture: pictures[0],
    more: jsonLd,
  });
  const acts = await withPins(actsOf(visitor), found);
  const body = dish(found, { ...around, display, path, acts });
  return {
    title: `${found.name} by ${addressOf(found.account)}`,
    body,
    frame: { width: 'wide' as const, head },
    headers,
  };
}

interface Around {
  linked: Recipe[];
  dishes: MediumOfItem[];
  fork: { name: string; path: string } | null;
  answers: Status[];
}

/** Asked for where there is something to be had. */
async function loadAround(found: Recipe, viewer: Viewer): Promise<Around> {
  const { id, steps, cookedCount, repliesCount, forkedFromIri } = found;
  const [linked, cooked, fork, replies] = await Promise.all([
    steps.some(({ links }) => links.length > 0) ? listLinked('recipe', id, viewer) : [],
    cookedCount > 0 ? listDishes(id, viewer, { ...firstPage, limit: mostDishes }) : [],
    forkedFromIri === null ? null : findEventableByIri(forkedFromIri, viewer),
    repliesCount > 0 ? answersTo(id, viewer) : [],
  ]);
  return {
    linked,
    dishes: cooked,
    fork: fork && { name: fork.name, path: pathOf(fork) },
    answers: replies,
  };
}

interface Served extends Around {
  display: ReturnType<typeof readDisplay>;
  path: string;
  acts: Acts | null;
}

function dish(
  found: Recipe,
  { linked, dishes: cooked, fork, answers: replies, display, path, acts }: Served,
) {
  const shown = scaleTo(found, display.serving);
  const reading = readingOf(shown, found, display.measures);
  const kitchen = {
    ingredients: shown.ingredients,
    linked: new Map(linked.map((each) => [each.id, each])),
    factor: shown.serving / found.serving,
    reading,
    anchors: true,
    unfolded: new Set<number>(),
  };
  const inTongue = lang(found.locale);
  return html`<article class="recipe">${origin(found)}
<header class="recipe-head"><div><h1${inTongue}>${found.name}</h1>${byline(found.account, html`${addressOf(found.account)} · ${day(found.publishedAt)}`)}
<div class="prose recipe-about"${inTongue}>${raw(found.contentHtml)}</div>${recipeFacts(found)}${tagChips(found.tags)}${counts(found, acts)}${sources(found, fork)}</div>${hero(found.media)}</header>
<div class="recipe-body"><section id="ingredients" aria-labelledby="ingredients-title"><h2 id="ingredients-title">Ingredients</h2>${displayControls(shown, display, path)}<div${inTongue}>${ingredientList(shown.ingredients, reading)}</div></section>
<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Method</h2><p class="no-print"><a class="button small" href="${path}/cook${queryOf(display)}" rel="nofollow">Cook this</a></p><div${inTongue}>${stepList(shown.steps, kitchen)}</div></section></div>
${dishes(found, cooked)}${answers(replies, acts)}</article>`;
}
