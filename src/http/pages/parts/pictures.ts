/** The pictures of an item, side by side. */
import { html } from 'hono/html';
import type { Medium } from '../../../domain/eventables/eventable.ts';
import { pictureUrls } from '../../output/picture.ts';

type Picture = Pick<Medium, 'key' | 'description' | 'width' | 'height'>;

/** Each leads to its largest size. */
export function pictures(media: Picture[]) {
  if (media.length === 0) return '';
  const sizes = media.length === 1 ? '(max-width: 44rem) 92vw, 42rem' : '(max-width: 44rem) 50vw, 20rem';
  return html`<ul class="pictures">${media.map((medium) => {
    const { original, medium: usual, small } = pictureUrls(medium.key);
    return html`<li><a href="${original}"><img src="${usual}" srcset="${small} 400w, ${usual} 1200w" sizes="${sizes}" alt="${medium.description}"${sizeOf(medium)} loading="lazy"></a></li>`;
  })}</ul>`;
}

/** Of remote pictures nobody looked at yet, the size is not known. */
export const sizeOf = ({ width, height }: Pick<Medium, 'width' | 'height'>) =>
  width > 0 && height > 0 ? html` width="${width}" height="${height}"` : '';
