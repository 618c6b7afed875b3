/** Renders a whole recipe as HTML, for servers that do not support recipes. */
import type { Ingredient, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import { groupIngredients } from '../../domain/recipes/ingredient-groups.ts';
import { formatIngredient } from '../../domain/recipes/ingredient-text.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { durationText } from '../../lib/duration.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { hashtagsHtml } from './tags.ts';

/** Uses only elements that Mastodon keeps, and no line breaks between them, which Misskey would show. */
export function recipeHtml(recipe: Recipe): string {
  const { name, url, iri, contentHtml, ingredients, steps } = recipe;
  return [
    `<p><strong>${linkHtml(url ?? iri!, name)}</strong></p>`,
    contentHtml,
    `<p>${escapeHtml(factsOf(recipe))}</p>`,
    ...groupIngredients(ingredients).map(groupHtml),
    ...steps.map(stepHtml),
    sourceHtml(recipe),
    hashtagsHtml(recipe),
  ].join('');
}

/** Returns text such as "4 servings · Preparation 20 min · Cooking 1 h". */
function factsOf({ serving, servingType, prepTime, cookTime, details }: Recipe): string {
  const { restTime, totalTime } = details;
  return [
    servingText(serving, servingType),
    prepTime === null ? '' : `Preparation ${durationText(prepTime)}`,
    cookTime === null ? '' : `Cooking ${durationText(cookTime)}`,
    restTime === null ? '' : `Resting ${durationText(restTime)}`,
    totalTime === null || totalTime === totalTimeOf({ prepTime, cookTime, restTime })
      ? ''
      : `Total ${durationText(totalTime)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function groupHtml(ingredients: Ingredient[]): string {
  const heading = ingredients[0]?.group;
  const lines = ingredients
    .map((ingredient) => `<li>${escapeHtml(formatIngredient(ingredient))}</li>`)
    .join('');
  return `${heading ? `<p><strong>${escapeHtml(heading)}</strong></p>` : ''}<ul>${lines}</ul>`;
}

/** Writes the number as text, because Misskey drops the numbers of `ol`. */
function stepHtml(step: Step, index: number): string {
  return `${stepText(step, `${index + 1}.`)}${step.links.map(stepLinkHtml).join('')}`;
}

/** The number of a step without a name starts its first paragraph. */
function stepText({ name, contentHtml, duration }: Step, number: string): string {
  const time = duration === null ? '' : ` (${durationText(duration)})`;
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

/** "Recipe by NAME at SITE", or the source. */
function sourceHtml({ sourceUrl, details: { credit } }: Recipe): string {
  if (credit === null)
    return sourceUrl === null ? '' : `<p>Source: ${linkHtml(sourceUrl, hostOf(sourceUrl))}</p>`;
  const linked = (href: string | null, text: string) =>
    href === null ? escapeHtml(text) : linkHtml(href, text);
  const by = credit.name === null ? '' : ` by ${linked(credit.url, credit.name)}`;
  const site = credit.site ?? (sourceUrl && hostOf(sourceUrl));
  return `<p>Recipe${by}${site === null ? '' : ` at ${linked(sourceUrl, site)}`}</p>`;
}

const linkHtml = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url;
