/** Renders the preview and the result of an import. */
import { html } from 'hono/html';
import type { ArchivePreview } from '../../domain/migration/archive/preview.ts';
import type { Import, PreviewedRecipe } from '../../domain/migration/import.ts';
import { note } from '../components/elements.ts';
import { webUrl } from '../components/web-url.ts';

const maxMessages = 20;
const nouns = {
  recipe: ['recipe', 'recipes'],
  preparation: ['preparation', 'preparations'],
  baking: ['baking', 'bakings'],
  status: ['post', 'posts'],
} as const;

export const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : many}`;

/** `paths` maps ids of imported recipes to their pages. */
export function recipeList({ recipes, finishedAt }: Import, paths: Map<number, string>) {
  if (recipes.length === 0) return '';
  return html`<ul class="rows">${recipes.map((recipe) => html`<li><div>${recipeRow(recipe, finishedAt !== null, paths)}</div></li>`)}</ul>`;
}

function recipeRow(recipe: PreviewedRecipe, isFinished: boolean, paths: Map<number, string>) {
  const {
    name,
    ingredients,
    withQuantity,
    steps,
    picture,
    isDraft,
    sourceUrl,
    notUnderstood,
    recipeId,
    existed: isOld,
  } = recipe;
  const path = recipeId === null ? undefined : paths.get(recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    `${counted(ingredients, ['ingredient', 'ingredients'])}, ${withQuantity} with an amount`,
    counted(steps, ['step', 'steps']),
    ...(picture ? ['with photo'] : []),
    ...(isDraft ? ['saved as a draft that only you can see'] : []),
  ];
  const state = isOld ? 'already here' : isFinished && recipeId === null ? 'not imported' : '';
  return html`<strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>${state && html` <span class="chip">${state}</span>`}<br><span class="hint">${facts.join(' · ')}${source ? html` · <a href="${source}" rel="nofollow noopener noreferrer">${new URL(source).host}</a>` : ''}</span>${notes(notUnderstood, name)}`;
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
