/** Renders the pictures of an item. */
import { html } from 'hono/html';
import type { Medium } from '../../domain/items/eventable.ts';
import { pictureUrls } from '../../http/media-url.ts';

type Picture = Pick<Medium, 'key' | 'description' | 'width' | 'height'>;

/** Each picture links to its original size, and its alt text can be read below it. */
export function pictures(media: Picture[]) {
  if (media.length === 0) return '';
  const sizes = media.length === 1 ? '(max-width: 44rem) 92vw, 42rem' : '(max-width: 44rem) 50vw, 20rem';
  return html`<ul class="pictures">${media.map((medium) => {
    const { original, medium: mediumSize, small } = pictureUrls(medium.key);
    return html`<li><a href="${original}"><img src="${mediumSize}" srcset="${small} 400w, ${mediumSize} 1200w" sizes="${sizes}" alt="${medium.description}"${sizeOf(medium)} loading="lazy"></a>${altText(medium.description)}</li>`;
  })}</ul>`;
}

const altText = (description: string) =>
  description === ''
    ? ''
    : html`<details class="alt-text"><summary>Alt<span class="visually-hidden"> text</span></summary><p>${description}</p></details>`;

/** The size of remote pictures is unknown until they are fetched. */
export const sizeOf = ({ width, height }: Pick<Medium, 'width' | 'height'>) =>
  width > 0 && height > 0 ? html` width="${width}" height="${height}"` : '';
