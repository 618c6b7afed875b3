/** The history of a recipe: its edits, and what each of them changed. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../domain/items/eventable.ts';
import { getRevision, listRevisions, type RevisionSummary } from '../domain/recipes/revisions.ts';
import { readId } from '../http/ids.ts';
import { dayText } from '../lib/language/dates.ts';
import type { RecipePart } from '../recipe-import/recipe-state.ts';
import { addressOf } from './components/account.ts';
import { day } from './components/date-text.ts';
import { empty, pager } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { lang } from './components/item-cards.ts';
import { pathOf } from './components/item-link.ts';
import { canonicalUrl } from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { differenceView } from './recipe/difference.ts';

export const recipeHistory = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/history', pageHandler(list))
  .get('/:name{@[^/]+}/recipes/:slug/history/:revision', pageHandler(show));

const perPage = 30;

const partNames: Record<RecipePart, string> = {
  name: 'name',
  description: 'description',
  ingredients: 'ingredients',
  steps: 'method',
  details: 'details',
};
const names = new Intl.ListFormat('en-GB');

function changesText(changes: RecipePart[]): string {
  const text = names.format(changes.map((part) => partNames[part]));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function list(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const path = pathOf(recipe);
  const page = requestedPage(visitor.c, perPage);
  const found = await listRevisions(recipe.id, visitor.viewer, page);
  const { items, newer, older } = withNeighbours(found, page, `${path}/history`);
  const row = ({ id, editedAt, changes }: RevisionSummary) =>
    html`<li><div><span class="hint">${day(editedAt)}</span><br>${changesText(changes)}</div><a href="${path}/history/${id}" rel="nofollow">See what changed<span class="visually-hidden"> on ${dayText(editedAt)}</span></a></li>`;
  const body = html`${backLink(recipe)}<h1>History</h1>
<p class="hint"><bdi${lang(recipe.locale)}>${recipe.name}</bdi> by ${addressOf(recipe.account)}, published ${day(recipe.publishedAt)}. Edits within ten minutes are shown as one.</p>
${items.length > 0 ? html`<ol class="rows">${items.map(row)}</ol>` : empty('No earlier versions of this recipe are kept.')}${pager({ newer, older })}`;
  return contentOf(recipe, `History of ${recipe.name}`, body);
}

async function show(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const id = readId(visitor.c.req.param('revision')!) ?? 0;
  const { editedAt, nextId, difference } = await getRevision(recipe.id, id, visitor.viewer);
  const path = pathOf(recipe);
  const next = nextId === null ? path : `${path}/history/${nextId}`;
  const body = html`${backLink(recipe)}<h1>What changed</h1>
<p class="hint"><bdi${lang(recipe.locale)}>${recipe.name}</bdi> by ${addressOf(recipe.account)}, edited ${day(editedAt)}. <ins>New words</ins> are underlined, <del>removed words</del> are struck through.</p>
${differenceView(difference, recipe.locale)}
<nav class="pager" aria-label="Versions"><a class="button quiet" href="${path}/history">All edits</a><a class="button quiet" href="${next}"${nextId === null ? '' : html` rel="nofollow"`}>${nextId === null ? 'The recipe now' : 'Next edit →'}</a></nav>`;
  return contentOf(recipe, `What changed in ${recipe.name}`, body);
}

const backLink = (recipe: Recipe) => html`<p><a href="${pathOf(recipe)}">← Back to the recipe</a></p>`;

const contentOf = (recipe: Recipe, title: string, body: ReturnType<typeof html>) => ({
  ...{ title, body },
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});
