/** Renders the QR code of a recipe's address, for its printed page. */
import { html, raw } from 'hono/html';
import { LRUCache } from 'lru-cache';
import { encode } from 'uqr';
import type { Html } from '../components/layout.ts';

/** Scanners need a border of four modules (ISO/IEC 18004). */
const border = 4;
const drawings = new LRUCache<string, { path: string; size: number }>({ max: 500 });

/** The address stands beside it, so it is decorative for screen readers. */
export function qrCode(url: string): Html {
  const { path, size } = drawings.get(url) ?? draw(url);
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true"><path stroke="#000" d="${raw(path)}"/></svg>`;
}

/** Draws each row as one dashed line of the width 1. */
function draw(url: string) {
  const { data, size } = encode(url, { ecc: 'M', border });
  const rows = data.map((row, y) => {
    const modules = row.map((isDark) => (isDark ? '1' : '0')).join('');
    let end = 0;
    const dashes = [...modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => {
      const move = end === 0 ? `M${index} ${y + 0.5}` : `m${index - end} 0`;
      end = index + length;
      return `${move}h${length}`;
    });
    return dashes.join('');
  });
  const drawing = { path: rows.join(''), size };
  drawings.set(url, drawing);
  return drawing;
}
