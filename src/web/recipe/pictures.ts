/** Renders the photographs of a recipe, and those of the items cooked from it. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { CookedMedium } from '../../domain/recipes/related.ts';
import { pictureUrls } from '../../http/media.ts';
import { t } from '../../lib/language/text.ts';
import { bandFragment, patternFor } from '../art/patterns.ts';
import { nameOf } from '../components/account.ts';
import { pathOf } from '../components/item-link.ts';
import { sizeOf } from '../components/pictures.ts';

/**
 * The first photograph reaches the edges of a phone. It is the largest element, so the browser loads it first. A recipe
 * without photographs has a band of its pattern, which is not printed.
 */
export function leadPictures({ id, tags, media: [first, ...more] }: Pick<Recipe, 'id' | 'tags' | 'media'>) {
  if (!first)
    return html`<div class="recipe-lead no-print"><img class="lead-pattern" src="${patternFor(id, tags)}${bandFragment}" alt="" width="1200" height="300"></div>`;
  const { original, medium, small } = pictureUrls(first.key);
  return html`<div class="recipe-lead"><a href="${original}"><img class="lead-picture u-photo" src="${medium}" srcset="${small} 400w, ${medium} 1200w" sizes="(max-width: 72rem) 100vw, 72rem" alt="${first.description}"${sizeOf(first)} fetchpriority="high"></a>${
    more.length > 0
      ? html`<ul class="recipe-lead-more no-print">${more.map((each) => {
          const urls = pictureUrls(each.key);
          return html`<li><a href="${urls.original}"><img src="${urls.small}" alt="${each.description}" width="120" height="120" loading="lazy"></a></li>`;
        })}</ul>`
      : ''
  }</div>`;
}

/** Empty if nobody cooked it. */
export function cookedText(cookedCount: number): string {
  if (cookedCount === 0) return '';
  return t('recipe.cooked-count', { count: cookedCount });
}

/** A strip that scrolls sideways. The count leaves out what only some members may see. */
export function cookedStrip({ cookedCount }: Recipe, pictures: CookedMedium[]) {
  if (pictures.length === 0) return '';
  const items = pictures.map(({ eventableId, eventableType, account, key, description }) => {
    const path = pathOf({ id: eventableId, type: eventableType, url: null, iri: null, account });
    return html`<li><a href="${path}"><img src="${pictureUrls(key).small}" alt="${description}" width="200" height="200" loading="lazy"><bdi>${nameOf(account)}</bdi></a></li>`;
  });
  return html`<section id="cooked" class="no-print" aria-labelledby="cooked-title"><h2 id="cooked-title">${cookedText(cookedCount) || t('recipe.cooked')}</h2><ul class="cooked-strip">${items}</ul></section>`;
}
