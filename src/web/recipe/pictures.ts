/** Renders the pictures of a recipe and of the dishes cooked from it. */
import { html } from 'hono/html';
import type { Medium, Recipe } from '../../domain/items/eventable.ts';
import type { BakingMedium } from '../../domain/recipes/baking-media.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { nameOf } from '../components/account.ts';
import { pathOf } from '../components/item-link.ts';
import { sizeOf } from '../components/pictures.ts';

export function mainPictures([first, ...more]: Medium[]) {
  if (!first) return '';
  const { original, medium, small } = pictureUrls(first.key);
  return html`<div class="hero-pictures"><a href="${original}"><img class="hero-picture" src="${medium}" srcset="${small} 400w, ${medium} 1200w" sizes="(max-width: 56rem) 92vw, 34rem" alt="${first.description}"${sizeOf(first)} fetchpriority="high"></a>${
    more.length > 0
      ? html`<ul class="hero-more">${more.map((each) => {
          const urls = pictureUrls(each.key);
          return html`<li><a href="${urls.original}"><img src="${urls.small}" alt="${each.description}" width="120" height="120" loading="lazy"></a></li>`;
        })}</ul>`
      : ''
  }</div>`;
}

export function cookedPhotos({ cookedCount }: Recipe, pictures: BakingMedium[]) {
  if (cookedCount === 0 && pictures.length === 0) return '';
  const times = cookedCount === 0 ? '' : cookedCount === 1 ? ' once' : ` ${cookedCount} times`;
  if (pictures.length === 0) return html`<p id="cooked" class="hint">Cooked${times}</p>`;
  return html`<section id="cooked"><h2>Cooked${times}</h2><ul class="cooked-photos">${pictures.map(
    (picture) => {
      const { eventableId, eventableType, account, key, description } = picture;
      const path = pathOf({ id: eventableId, type: eventableType, url: null, iri: null, account });
      return html`<li><a href="${path}"><img src="${pictureUrls(key).small}" alt="${description}" width="200" height="200" loading="lazy"><bdi>${nameOf(account)}</bdi></a></li>`;
    },
  )}</ul></section>`;
}
