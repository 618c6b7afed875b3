/** Draws QR codes. */
import { raw } from 'hono/html';
import { encode } from 'uqr';

/** Scanners need a border of four modules (ISO/IEC 18004). */
const border = 4;

export interface QrDrawing {
  /** The path of an SVG image, one dashed line of the width 1 for each row. */
  path: string;
  /** Modules on each side, with the border. */
  size: number;
}

export function drawQrCode(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border });
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
  return { path: rows.join(''), size };
}

/** The text stands beside it, so it is decorative for screen readers. */
export const QrCode = ({ drawing: { path, size } }: { drawing: QrDrawing }) => (
  <svg class="qr" viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" aria-hidden="true">
    <path stroke="#000" d={raw(path)} />
  </svg>
);
