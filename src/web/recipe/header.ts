/** Renders the head of a recipe: title, author, description, facts and actions. */

import { html, raw } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { Review } from '../../domain/recipes/related.ts';
import { dayText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, byline } from '../components/account.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { day } from '../components/date-text.ts';
import { tagChips } from '../components/elements.ts';
import { factLine } from '../components/fact-line.ts';
import { lang } from '../components/item-cards.ts';
import { itemMarks } from '../components/item-marks.ts';
import type { Html } from '../components/layout.ts';
import { richText } from '../components/rich-text.ts';
import { recipeActions } from './actions.ts';
import { recipeFacts, sourceLinks } from './facts.ts';
import { cookedText } from './pictures.ts';
import { ratingLine } from './reviews.ts';

interface HeaderOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  original: { name: string; path: string } | null;
  reviews: Review[];
  hasCookedPhotos: boolean;
  context: ActionContext | null;
}

export function recipeHeader(recipe: Recipe, options: HeaderOptions) {
  const { path, query, original, reviews, hasCookedPhotos, context } = options;
  const { name, account, contentHtml, locale, cookedCount, tags } = recipe;
  const langAttribute = lang(locale);
  const cooked = cookedText(cookedCount);
  const marks = [
    ratingLine(recipe, reviews),
    cooked && (hasCookedPhotos ? html`<a href="#cooked">${cooked}</a>` : html`<span>${cooked}</span>`),
  ].filter(Boolean);
  return html`<header class="recipe-head"><h1 class="p-name"${langAttribute}>${name}</h1>
${byline(account, dateLine(recipe, path, context), 'p-author h-card')}
${marks.length > 0 ? html`<p class="recipe-marks">${marks}</p>` : ''}<div class="prose recipe-about p-summary"${langAttribute}>${raw(contentHtml)}</div>
${recipeFacts(recipe)}${recipeActions(recipe, { path, query, context })}${tagChips(tags)}${sourceLinks(recipe, original, path)}</header>`;
}

function dateLine(recipe: Recipe, path: string, context: ActionContext | null) {
  const { account, publishedAt, editedAt, revisionsCount } = recipe;
  // The count leaves out what only the author may see.
  const hasHistory = revisionsCount > 0 || (editedAt !== null && context?.me === account.id);
  const published = html`<a class="when u-url" href="${path}"><time class="dt-published" datetime="${publishedAt.toISOString()}">${dayText(publishedAt)}</time></a>`;
  const onScreen = (fact: Html) => html`<span class="no-print">${fact}</span>`;
  return factLine([
    html`<bdi>${addressOf(account)}</bdi>`,
    published,
    ...itemMarks(hasHistory ? { ...recipe, editedAt: null } : recipe),
    hasHistory && editedAt && onScreen(richText('recipe.edited', { date: day(editedAt) })),
    hasHistory &&
      onScreen(html`<a href="${path}/history" rel="nofollow">${t('recipe.see-what-changed')}</a>`),
  ]);
}
