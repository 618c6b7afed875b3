/** Renders the pictures of an item. */

import { html } from 'hono/html';
import type { Medium } from '../../domain/items/eventable.ts';
import { pictureUrls } from '../../http/media.ts';
import { averageColourOf } from '../../lib/colour.ts';
import { richText } from './rich-text.ts';

type Picture = Pick<Medium, 'key' | 'description' | 'width' | 'height'>;

/** The fields of a picture that decide which file a browser loads. */
export type SizedPicture = Pick<Medium, 'key' | 'width' | 'height' | 'blurhash'>;

/** What people may upload, for `accept` of a file field. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Each picture links to its original size, and its alt text can be read below it. */
export function pictures(media: Picture[]) {
  if (media.length === 0) return '';
  const sizes = media.length === 1 ? '(max-width: 44rem) 92vw, 42rem' : '(max-width: 44rem) 50vw, 20rem';
  return html`<ul class="pictures">${media.map((medium) => {
    const { original } = pictureUrls(medium.key);
    const { src, srcset } = sourceSet(medium);
    return html`<li><a href="${original}"><img src="${src}" srcset="${srcset}" sizes="${sizes}" alt="${medium.description}"${sizeOf(medium)} loading="lazy"></a>${altText(medium.description)}</li>`;
  })}</ul>`;
}

const altText = (description: string) =>
  description === ''
    ? ''
    : html`<details class="alt-text"><summary>${richText('items.alt-text', { hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary><p>${description}</p></details>`;

/** Longest sides of the small and the medium size, in pixels. */
const [smallSide, mediumSide] = [400, 1200];

/** `srcset` states the widths that the files have. The width of a remote picture is unknown until it is fetched. */
export function sourceSet({ key, width, height }: Pick<SizedPicture, 'key' | 'width' | 'height'>) {
  const { small, medium } = pictureUrls(key);
  const widthAt = (side: number) =>
    width > 0 && height > 0 ? Math.round(width * Math.min(1, side / Math.max(width, height))) : side;
  return { src: medium, srcset: `${small} ${widthAt(smallSide)}w, ${medium} ${widthAt(mediumSide)}w` };
}

/**
 * An area in the average colour of the picture, shown until the picture is loaded. It belongs before the `<img>`, in an
 * element of class `tinted`. The colour is an SVG attribute, because the policy of the pages forbids inline styles.
 */
export function tint({ blurhash }: Pick<SizedPicture, 'blurhash'>) {
  const colour = averageColourOf(blurhash);
  return colour ? html`<svg class="tint" color="${colour}" aria-hidden="true"></svg>` : '';
}

/** The size of remote pictures is unknown until they are fetched. */
export const sizeOf = ({ width, height }: Pick<Medium, 'width' | 'height'>) =>
  width > 0 && height > 0 ? html` width="${width}" height="${height}"` : '';
