/** What was understood of a file or page, before and after it became recipes. */
import { html } from 'hono/html';
import type { ArchivePreview } from '../../../domain/moving/archive/preview.ts';
import type { Import, PreviewedRecipe } from '../../../domain/moving/import.ts';
import { note } from '../parts/blocks.ts';
import { webUrl } from '../parts/web-url.ts';

const mostSentences = 20;
const nouns = {
  recipe: ['recipe', 'recipes'],
  preparation: ['preparation', 'preparations'],
  baking: ['baking', 'bakings'],
  status: ['post', 'posts'],
} as const;

export const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : many}`;

/** `paths` are those of the recipes that are here, by id. */
export function recipeList({ recipes, finishedAt }: Import, paths: Map<number, string>) {
  if (recipes.length === 0) return '';
  return html`<ul class="rows">${recipes.map((recipe) => html`<li><div>${recipeRow(recipe, finishedAt !== null, paths)}</div></li>`)}</ul>`;
}

function recipeRow(recipe: PreviewedRecipe, isFinished: boolean, paths: Map<number, string>) {
  const { name, ingredients, withQuantity, steps, picture, sourceUrl, notUnderstood, recipeId, isOld } =
    recipe;
  const path = recipeId === null ? undefined : paths.get(recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    `${counted(ingredients, ['ingredient', 'ingredients'])}, ${withQuantity} with an amount`,
    counted(steps, ['step', 'steps']),
    ...(picture ? ['a picture'] : []),
  ];
  const state = isOld ? 'here already' : isFinished && recipeId === null ? 'not made' : '';
  return html`<strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>${state && html` <span class="chip">${state}</span>`}<br><span class="hint">${facts.join(' · ')}${source ? html` · <a href="${source}" rel="nofollow noopener noreferrer">${new URL(source).host}</a>` : ''}</span>${notes(notUnderstood, name)}`;
}

function notes(sentences: string[], of: string) {
  if (sentences.length === 0) return '';
  const more = sentences.length - mostSentences;
  return html`<details><summary>${counted(sentences.length, ['thing', 'things'])} not understood<span class="visually-hidden"> in ${of}</span></summary><ul>${sentences.slice(0, mostSentences).map((each) => html`<li>${each}</li>`)}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul></details>`;
}

/** What is the matter with other parts of the file. */
export function problemList(problems: string[]) {
  if (problems.length === 0) return '';
  return note(
    html`<p>Not all of it could be read:</p><ul>${problems.slice(0, 50).map((each) => html`<li>${each}</li>`)}</ul>`,
  );
}

export function archiveFacts({ address, exported, counts }: ArchivePreview) {
  const held = Object.entries(nouns).flatMap(([type, noun]) => {
    const count = counts[type as keyof typeof nouns];
    return count ? [counted(count, noun)] : [];
  });
  return html`<p>All that <strong>${address}</strong> had on ${exported.slice(0, 10)}: ${held.join(', ') || 'no items'}, with pictures, profile, follows, blocks and collections.</p>
<p class="hint">Each item is for whom it was for, and keeps its date; nobody is told of it. What is here already stays as it is. Likes, boosts and answers of other people stay where they were.</p>`;
}
