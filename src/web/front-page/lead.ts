/** Renders the recipe at the top of the front page, with its photograph. */

import { html } from 'hono/html';
import type { ItemCard } from '../../domain/items/read.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { nameOf } from '../components/account.ts';
import { icons } from '../components/icons.ts';
import { lang } from '../components/item-cards.ts';
import { pathOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';
import { sourceSet, tint } from '../components/pictures.ts';
import { richText } from '../components/rich-text.ts';

export function leadRecipe(item: ItemCard): Html {
  const [picture] = item.media;
  const time = totalTimeOf(item);
  const label = item.cookedCount > 0 ? t('front-page.most-cooked') : t('front-page.popular');
  return html`<article class="front-lead">${picture ? photograph(picture) : ''}<div class="front-lead-text"><p><span class="badge">${label}</span></p>
<h2${lang(item.locale)}><a href="${pathOf(item)}">${item.name}</a></h2>
<p class="facts"><span>${richText('front-page.by', { cook: html`<bdi>${nameOf(item.account)}</bdi>` })}</span>${time === null ? '' : html`<span>${icons.clock} ${durationText(time)}</span>`}</p></div></article>`;
}

/** The largest picture of the first screen, so it is loaded first. */
function photograph(picture: ItemCard['media'][number]): Html {
  const { src, srcset } = sourceSet(picture);
  return html`<div class="front-picture tinted">${tint(picture)}<img src="${src}" srcset="${srcset}" sizes="(max-width: 56rem) 130vw, 50rem" alt="${picture.description}" width="1200" height="900" fetchpriority="high"></div>`;
}
