/** Renders lists of collections as cards with their covers. */

import { html } from 'hono/html';
import type { Collection } from '../../domain/collections/collections.ts';
import { excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { nameLine } from '../components/account.ts';
import { cardPicture } from '../components/card-picture.ts';
import { factLine } from '../components/fact-line.ts';
import { collectionPath } from './paths.ts';

interface Options {
  withOwner?: boolean;
  /** Shows one row, which scrolls on phones. */
  isRow?: boolean;
  /** Marks collections that not everybody sees. */
  withVisibility?: boolean;
}

export const collectionCards = (collections: Collection[], options: Options = {}) =>
  html`<ul class="${options.isRow ? 'cards row' : 'cards'}">${collections.map((collection) => html`<li>${card(collection, options)}</li>`)}</ul>`;

function card(collection: Collection, { withOwner = false, withVisibility = false }: Options) {
  const { name, description, cover, itemsCount, visibility, account } = collection;
  const facts = [
    t('collections.items-count', { count: itemsCount }),
    withVisibility && visibility !== 'public' && t(`collections.mark-${visibility}`),
  ];
  return html`<article class="card">${cardPicture(cover, collection)}<div class="card-text"><h3 class="card-title"><a href="${collectionPath(collection)}">${name}</a></h3>${
    description && html`<p>${excerpt(description, 90)}</p>`
  }<p class="hint">${factLine(facts)}</p>${withOwner ? html`<p class="card-foot">${nameLine(account)}</p>` : ''}</div></article>`;
}
