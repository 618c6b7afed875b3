/** The history of a recipe: its edits, and what each of them changed. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../domain/items/eventable.ts';
import { getRevision, listRevisions, type RevisionSummary } from '../domain/recipes/related.ts';
import { readId } from '../http/pagination.ts';
import { dayText } from '../lib/language/formats.ts';
import { reader } from '../lib/language/reader.ts';
import { t } from '../lib/language/text.ts';
import type { RecipePart } from '../recipe-import/recipe-state.ts';
import { addressOf } from './components/account.ts';
import { pathOf } from './components/actions.ts';
import { empty, pager, requestedPage, withNeighbours } from './components/elements.ts';
import { lang } from './components/item-lists.ts';
import { canonicalUrl } from './components/item-page.ts';
import { headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { day, listText, richText, visuallyHidden } from './components/texts.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { differenceLegend, differenceView } from './recipe/difference.ts';

export const recipeHistory = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/history', pageHandler(list))
  .get('/:name{@[^/]+}/recipes/:slug/history/:revision', pageHandler(show));

const perPage = 30;

function changesText(changes: RecipePart[]): string {
  const text = listText(changes.map((part) => t(`history.part-${part}`)));
  return text.charAt(0).toLocaleUpperCase(reader().language) + text.slice(1);
}

async function list(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const path = pathOf(recipe);
  const page = requestedPage(visitor.c, perPage);
  const found = await listRevisions(recipe.id, visitor.viewer, page);
  const { items, newer, older } = withNeighbours(found, page, `${path}/history`);
  const row = ({ id, editedAt, changes }: RevisionSummary) =>
    html`<li><div><span class="hint">${day(editedAt)}</span><br>${changesText(changes)}</div><a href="${path}/history/${id}" rel="nofollow">${richText('history.see', { date: dayText(editedAt), hidden: visuallyHidden })}</a></li>`;
  const body = html`${backLink(recipe)}<h1>${t('history.title')}</h1>
<p class="hint">${richText('history.about', { name: nameElement(recipe), cook: addressOf(recipe.account), date: day(recipe.publishedAt) })}</p>
${items.length > 0 ? html`<ol class="rows">${items.map(row)}</ol>` : empty(t('history.empty'))}${pager({ newer, older })}`;
  return contentOf(recipe, t('history.page-title', { name: recipe.name }), body);
}

async function show(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const id = readId(visitor.c.req.param('revision')!) ?? 0;
  const { editedAt, nextId, difference } = await getRevision(recipe.id, id, visitor.viewer);
  const path = pathOf(recipe);
  const next = nextId === null ? path : `${path}/history/${nextId}`;
  const body = html`${backLink(recipe)}<h1>${t('history.changed')}</h1>
<p class="hint">${richText('history.about-edit', { name: nameElement(recipe), cook: addressOf(recipe.account), date: day(editedAt) })} ${differenceLegend()}</p>
${differenceView(difference, recipe.locale)}
<nav class="pager" aria-label="${t('history.versions')}"><a class="button quiet" href="${path}/history">${t('history.all')}</a><a class="button quiet" href="${next}"${nextId === null ? '' : html` rel="nofollow"`}>${nextId === null ? t('history.now') : t('history.next')}</a></nav>`;
  return contentOf(recipe, t('history.edit-page-title', { name: recipe.name }), body);
}

const nameElement = (recipe: Recipe) => html`<bdi${lang(recipe.locale)}>${recipe.name}</bdi>`;

const backLink = (recipe: Recipe) => html`<p><a href="${pathOf(recipe)}">${t('history.back')}</a></p>`;

const contentOf = (recipe: Recipe, title: string, body: ReturnType<typeof html>) => ({
  title,
  body,
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});
