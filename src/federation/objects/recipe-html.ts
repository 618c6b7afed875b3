/** Renders a whole recipe as HTML in its own language, for servers that do not support recipes. */
import type { Ingredient, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import {
  durationIn,
  formatIngredient,
  groupIngredients,
  languageOf,
  servingsIn,
  wordsFor,
} from '../../domain/recipes/text.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { hashtagsHtml } from './tags.ts';

/** Uses only elements that Mastodon keeps, and no line breaks between them, which Misskey would show. */
export function recipeHtml(recipe: Recipe): string {
  const { name, url, iri, contentHtml, ingredients, steps, locale } = recipe;
  return [
    `<p><strong>${linkHtml(url ?? iri!, name)}</strong></p>`,
    contentHtml,
    `<p>${escapeHtml(factsOf(recipe))}</p>`,
    ...groupIngredients(ingredients).map((group) => groupHtml(group, locale)),
    ...steps.map((step, at) => stepHtml(step, at, locale)),
    sourceHtml(recipe),
    hashtagsHtml(recipe),
  ].join('');
}

/** Returns text such as "4 servings · Preparation 20 min · Cooking 1 h". */
function factsOf({ serving, servingType, prepTime, cookTime, details, locale }: Recipe): string {
  const { restTime, totalTime } = details;
  const { preparation, cooking, resting, total } = wordsFor(locale);
  const time = (word: string, seconds: number | null) =>
    seconds === null ? '' : `${word} ${durationIn(locale, seconds)}`;
  const isSum = totalTime === totalTimeOf({ prepTime, cookTime, restTime });
  return [
    servingsIn(locale, serving, servingType),
    time(preparation, prepTime),
    time(cooking, cookTime),
    time(resting, restTime),
    isSum ? '' : time(total, totalTime),
  ]
    .filter(Boolean)
    .join(' · ');
}

function groupHtml(ingredients: Ingredient[], locale: string): string {
  const { optional } = wordsFor(locale);
  const heading = ingredients[0]?.group;
  const lines = ingredients
    .map((ingredient) => `<li>${escapeHtml(formatIngredient(ingredient, optional))}</li>`)
    .join('');
  return `${heading ? `<p><strong>${escapeHtml(heading)}</strong></p>` : ''}<ul>${lines}</ul>`;
}

/** Writes the number as text, because Misskey drops the numbers of `ol`. */
function stepHtml(step: Step, index: number, locale: string): string {
  return `${stepText(step, `${index + 1}.`, locale)}${step.links.map(stepLinkHtml).join('')}`;
}

/** The number of a step without a name starts its first paragraph. */
function stepText({ name, contentHtml, duration }: Step, number: string, locale: string): string {
  const time = duration === null ? '' : ` (${durationIn(locale, duration)})`;
  if (name !== '' || !contentHtml.startsWith('<p>')) {
    const heading = escapeHtml(`${number} ${name}`.trim());
    return `<p><strong>${heading}</strong>${time}</p>${contentHtml}`;
  }
  const paragraph = contentHtml.replace('</p>', () => `${time}</p>`);
  return paragraph.replace('<p>', `<p><strong>${number}</strong> `);
}

function stepLinkHtml({ url, iri, name }: StepLink): string {
  const href = url ?? iri;
  return href === null ? '' : `<p>${linkHtml(href, name || href)}</p>`;
}

/** "Recipe by NAME at SITE" in English, "Rezept: NAME, SITE" in other languages, or the source. */
function sourceHtml({ sourceUrl, details: { credit }, locale }: Recipe): string {
  const words = wordsFor(locale);
  if (credit === null)
    return sourceUrl === null ? '' : `<p>${words.source}: ${linkHtml(sourceUrl, hostOf(sourceUrl))}</p>`;
  const { name } = credit;
  const site = credit.site ?? (sourceUrl && hostOf(sourceUrl));
  const [by, at] = languageOf(locale) === 'en' ? [' by ', ' at '] : [': ', name === null ? ': ' : ', '];
  const linked = (before: string, href: string | null, text: string | null) =>
    text === null ? '' : `${before}${href === null ? escapeHtml(text) : linkHtml(href, text)}`;
  return `<p>${words.recipe}${linked(by!, credit.url, name)}${linked(at!, sourceUrl, site)}</p>`;
}

const linkHtml = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url;
