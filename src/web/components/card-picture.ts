/** Renders the picture at the top of a card, or a pattern in its place. */
import { html } from 'hono/html';
import { patternFor } from '../art.ts';
import type { Html } from './layout.ts';
import { type SizedPicture, sourceSet, tint } from './pictures.ts';

/** Width divided by height of the pictures of cards. The style sheet has the same. */
const cardRatio = 4 / 5;

interface Options {
  /** True for the cards in the first screen. */
  isEager?: boolean;
}

/** A missing picture becomes a pattern, which the id and the tags of the item decide. */
export function cardPicture(
  picture: (SizedPicture & { description: string }) | null | undefined,
  item: { id: number; tags?: string[] },
  { isEager = false }: Options = {},
): Html {
  const loading = isEager ? '' : html` loading="lazy"`;
  if (!picture)
    return html`<div class="card-picture"><img src="${patternFor(item.id, item.tags)}" alt="" width="400" height="500"${loading}></div>`;
  const { src, srcset } = sourceSet(picture);
  return html`<div class="card-picture">${tint(picture)}<img src="${src}" srcset="${srcset}" sizes="${cardSizes(picture)}" alt="${picture.description}" width="400" height="500"${loading}></div>`;
}

/** A wide picture is cropped at its sides, so it is drawn wider than its card. */
function cardSizes({ width, height }: SizedPicture): string {
  const crop = width > 0 && height > 0 ? Math.max(1, width / height / cardRatio) : 1;
  return `(max-width: 40rem) ${Math.round(46 * crop)}vw, ${Math.round(17 * crop)}rem`;
}
