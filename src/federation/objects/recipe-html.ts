/** Renders a whole recipe as HTML, for servers that do not support recipes. */
import type { Ingredient, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import { groupIngredients } from '../../domain/recipes/ingredient-groups.ts';
import { formatIngredient } from '../../domain/recipes/ingredient-text.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { iris } from '../../lib/iris.ts';
import { yieldOf } from './recipe-fields.ts';
import { hashtagWord } from './tags.ts';

export function recipeHtml(recipe: Recipe): string {
  return [
    `<h3>${escapeHtml(recipe.name)}</h3>`,
    recipe.contentHtml,
    `<p>${escapeHtml(factsOf(recipe))}</p>`,
    ...groupIngredients(recipe.ingredients).map(groupHtml),
    recipe.steps.length > 0 ? `<ol>${recipe.steps.map(stepHtml).join('')}</ol>` : '',
    hashtagsHtml(recipe.tags),
  ].join('');
}

/** Returns text such as "4 servings · Preparation 20 min · Cooking 1 h". */
function factsOf({ serving, servingType, prepTime, cookTime }: Recipe): string {
  return [
    yieldOf(serving, servingType),
    prepTime === null ? '' : `Preparation ${timeOf(prepTime)}`,
    cookTime === null ? '' : `Cooking ${timeOf(cookTime)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function timeOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}

function groupHtml(ingredients: Ingredient[]): string {
  const heading = ingredients[0]?.group;
  const lines = ingredients
    .map((ingredient) => `<li>${escapeHtml(formatIngredient(ingredient))}</li>`)
    .join('');
  return `${heading ? `<p><strong>${escapeHtml(heading)}</strong></p>` : ''}<ul>${lines}</ul>`;
}

function stepHtml({ name, contentHtml, links }: Step): string {
  const heading = name === '' ? '' : `<p><strong>${escapeHtml(name)}</strong></p>`;
  return `<li>${heading}${contentHtml}${links.map(linkHtml).join('')}</li>`;
}

function linkHtml({ url, iri, name }: StepLink): string {
  const href = url ?? iri;
  return href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(name || href)}</a></p>`;
}

function hashtagsHtml(tags: string[]): string {
  const links = tags
    .filter((tag) => hashtagWord(tag) !== '')
    .map(
      (tag) =>
        `<a href="${escapeHtml(iris.tag(tag))}" class="mention hashtag" rel="tag">#<span>${hashtagWord(tag)}</span></a>`,
    );
  return links.length > 0 ? `<p>${links.join(' ')}</p>` : '';
}
