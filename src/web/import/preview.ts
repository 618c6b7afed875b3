/** Renders the preview and the result of an import. */
import { html } from 'hono/html';
import type { ArchivePreview } from '../../domain/migration/archive/preview.ts';
import type { Import, PreviewedRecipe } from '../../domain/migration/import.ts';
import { note } from '../components/elements.ts';
import { webUrl } from '../components/web-url.ts';
import { counted } from './counted.ts';
import { ingredientTable } from './ingredient-table.ts';
import { changedRecipeChoice, newRecipeChoice } from './recipe-choice.ts';

const maxMessages = 20;
const nouns = {
  recipe: ['recipe', 'recipes'],
  preparation: ['preparation', 'preparations'],
  baking: ['baking', 'bakings'],
  status: ['post', 'posts'],
} as const;

/** Ingredients of more recipes are shown on demand. */
const maxOpen = 3;

/** `paths` maps ids of recipes to their pages. */
export function recipeList({ recipes, confirmedAt, finishedAt }: Import, paths: Map<number, string>) {
  if (recipes.length === 0) return '';
  const stage = finishedAt ? 'finished' : confirmedAt ? 'running' : 'preview';
  const isOpen = recipes.length <= maxOpen;
  return html`<ul class="rows">${recipes.map((recipe, at) => html`<li><div>${recipeRow(recipe, at, stage, paths, isOpen)}</div></li>`)}</ul>`;
}

type Stage = 'preview' | 'running' | 'finished';

const pathOfId = (paths: Map<number, string>, id: number | null | undefined) =>
  id === null || id === undefined ? undefined : paths.get(id);

function recipeRow(
  recipe: PreviewedRecipe,
  position: number,
  stage: Stage,
  paths: Map<number, string>,
  isOpen: boolean,
) {
  const { name, ingredients, withQuantity, steps, lines, picture, isDraft, sourceUrl, notUnderstood, state } =
    recipe;
  const path = pathOfId(paths, recipe.recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    `${counted(ingredients, ['ingredient', 'ingredients'])}, ${withQuantity} with an amount`,
    counted(steps, ['step', 'steps']),
    ...(picture ? ['with photo'] : []),
    ...(isDraft ? ['saved as a draft that only you can see'] : []),
  ];
  const label = stage === 'finished' || state === 'existing' ? resultOf(recipe) : '';
  const isAsked = stage === 'preview' && state !== 'existing';
  const title =
    isAsked && state === 'new'
      ? newRecipeChoice(position, name)
      : html`<strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>`;
  const question =
    isAsked && state === 'changed'
      ? changedRecipeChoice(position, recipe, pathOfId(paths, recipe.earlier?.recipeId))
      : '';
  const isBox = isAsked && state === 'new';
  const remarks =
    isAsked && lines.length > 0 ? notUnderstood.filter((each) => !isAboutLine(each)) : notUnderstood;
  return html`${title}${label && html` <span class="chip">${label}</span>`}${isBox ? '' : html`<br>`}<span class="hint">${facts.join(' · ')}${source ? html` · <a href="${source}" rel="nofollow noopener noreferrer">${new URL(source).host}</a>` : ''}</span>${question}${isAsked ? ingredientTable(lines, name, isOpen) : ''}${notes(remarks, name)}`;
}

/** The table of ingredients shows these. */
const isAboutLine = (sentence: string) => /^ingredient \d{1,4} "/.test(sentence);

function resultOf({ state, action, recipeId }: PreviewedRecipe): string {
  if (state === 'existing') return 'already here';
  if (action === 'skip') return 'skipped';
  if (recipeId === null) return 'not imported';
  return action === 'update' ? 'updated' : '';
}

function notes(messages: string[], name: string) {
  if (messages.length === 0) return '';
  const more = messages.length - maxMessages;
  return html`<details><summary>${counted(messages.length, ['thing', 'things'])} to check<span class="visually-hidden"> in ${name}</span></summary><ul>${messages.slice(0, maxMessages).map((each) => html`<li>${each}</li>`)}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul></details>`;
}

/** Lists parts of the file that could not be read. */
export function problemList(problems: string[]) {
  if (problems.length === 0) return '';
  return note(
    html`<p>Some parts could not be read:</p><ul>${problems.slice(0, 50).map((each) => html`<li>${each}</li>`)}</ul>`,
  );
}

export function archiveFacts({ address, exported, counts }: ArchivePreview) {
  const held = Object.entries(nouns).flatMap(([type, noun]) => {
    const count = counts[type as keyof typeof nouns];
    return count ? [counted(count, noun)] : [];
  });
  return html`<p>Archive of <strong>${address}</strong> from ${exported.slice(0, 10)}: ${held.join(', ') || 'no items'}, with photos, profile, follows, blocks and collections.</p>
<p class="hint">Items keep their date and visibility, and nobody is notified. Items that are already here are not changed. Likes, boosts and replies of other people are not included.</p>`;
}
