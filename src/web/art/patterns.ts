/** Draws the patterns that stand for missing pictures. */
import { addHashed } from '../assets.ts';
import { type Motif, motifFor, motifNames, motifPath } from './motifs.ts';

/** Background, and the lines on it. Both suit light and dark pages. */
const palettes = [
  ['#d9664a', '#f0a48f'],
  ['#5c7f56', '#94b78c'],
  ['#d79a3c', '#f1cb8a'],
  ['#4f6d7a', '#8fadb8'],
  ['#8a5a7d', '#bd92b1'],
  ['#a9764a', '#d6ab85'],
] as const;

const tile = 120;

/** Returns an SVG of 400 × 500 pixels. Its drawing goes on to the right, where a band shows it. */
function draw(motif: Motif, [ground, line]: (typeof palettes)[number]): string {
  const path = motifPath(motif);
  const at = (x: number, y: number, turn: number) =>
    `<path d="${path}" transform="translate(${x} ${y}) rotate(${turn}) scale(.75) translate(-32 -32)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="400" height="500"><defs><pattern id="p" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="translate(-10 -5)"><g fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${at(tile / 4, tile / 4, -12)}${at((tile / 4) * 3, (tile / 4) * 3, 14)}</g><g fill="${line}"><circle cx="${(tile / 4) * 3}" cy="${tile / 4}" r="3.5"/><circle cx="${tile / 4}" cy="${(tile / 4) * 3}" r="3.5"/></g></pattern></defs><path fill="${ground}" d="M0 0h1200v500H0z"/><path fill="url(#p)" d="M0 0h1200v500H0z"/></svg>`;
}

const paths = new Map(
  motifNames.map((motif) => [
    motif,
    palettes.map((palette, place) =>
      addHashed(`pattern-${motif}-${place}`, 'svg', 'image/svg+xml', Buffer.from(draw(motif, palette))),
    ),
  ]),
);

/** The part of a pattern that a wide band shows. */
export const bandFragment = '#svgView(viewBox(0,0,1200,300);preserveAspectRatio(xMidYMid slice))';

/** Returns the path of the pattern: the tags decide the motif, the id decides the colour. */
export const patternFor = (id: number, tags: string[] = []): string =>
  paths.get(motifFor(id, tags))![id % palettes.length]!;
