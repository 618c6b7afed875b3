/** How it should look, and how it looked on other tables. */
import { html } from 'hono/html';
import type { Medium, Recipe } from '../../../domain/eventables/eventable.ts';
import type { MediumOfItem } from '../../../domain/recipes/media.ts';
import { pictureUrls } from '../../output/picture.ts';
import { pathOf } from '../parts/item.ts';
import { nameOf } from '../parts/person.ts';
import { sizeOf } from '../parts/pictures.ts';

export function hero([first, ...more]: Medium[]) {
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

export function dishes({ cookedCount }: Recipe, pictures: MediumOfItem[]) {
  if (cookedCount === 0) return '';
  return html`<section id="cooked"><h2>Cooked ${cookedCount === 1 ? 'once' : `${cookedCount} times`}</h2><ul class="dishes">${pictures.map(
    (picture) => {
      const { eventableId, eventableType, account, key, description } = picture;
      const path = pathOf({ id: eventableId, type: eventableType, url: null, iri: null, account });
      return html`<li><a href="${path}"><img src="${pictureUrls(key).small}" alt="${description}" width="200" height="200" loading="lazy"><bdi>${nameOf(account)}</bdi></a></li>`;
    },
  )}</ul></section>`;
}
