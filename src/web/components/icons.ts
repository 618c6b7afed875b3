/** Decorative SVG icons in the colour of the text. */
import { raw } from 'hono/html';

const draw = (path: string) =>
  raw(
    `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`,
  );

export const icons = {
  clock: draw('M16 6a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM16 11v6l4 3M12 2h8'),
  pot: draw('M6 14h20v7a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6zM3 17h3M26 17h3M12 9c-2-2 2-3 0-5M20 9c-2-2 2-3 0-5'),
};
