/** Drawn pictures for what has none. */
import { Hono } from 'hono';
import { notFoundResponse } from '../../http/serve.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { addHashed } from '../assets.ts';

// Draws the motifs of the patterns, and chooses one for an item

/** Line drawings in a box of 64 × 64. */
const motifs = {
  bowl: 'M8 30h48a24 24 0 0 1-16 22H24A24 24 0 0 1 8 30zM24 22c-4-5 4-7 0-12M34 22c-4-5 4-7 0-12M44 22c-4-5 4-7 0-12',
  loaf: 'M10 50V34c-5-2-6-8-2-12 5-6 43-6 48 0 4 4 3 10-2 12v16zM22 30l6-6M32 30l6-6M42 30l6-6',
  cake: 'M8 34L40 14c9 1 16 8 16 20zM8 34v16h48V34M8 42h48M36 10a4 4 0 1 0 8 0 4 4 0 0 0-8 0z',
  leaf: 'M12 52C10 26 26 12 54 10c0 28-14 44-36 38M12 52c8-14 18-24 30-30M24 40V28M32 32V22',
  fish: 'M6 32c10-14 28-16 40-4l12-8c-3 8-3 16 0 24l-12-8C34 48 16 46 6 32zM18 29h.1M28 24c4 5 4 11 0 16',
  cup: 'M12 18h32v22a14 14 0 0 1-14 14h-4a14 14 0 0 1-14-14zM44 24h5a7 7 0 0 1 0 16h-5M22 10V6M32 10V4',
  egg: 'M32 8c-8 0-18 14-20 26-2 14 8 22 20 22s22-8 20-22C50 22 40 8 32 8zM32 30a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  noodles:
    'M8 34h48a24 24 0 0 1-16 20H24A24 24 0 0 1 8 34zM16 34c0-16 8-16 8 0' +
    'M24 34c0-20 8-20 8 0M32 34c0-16 8-16 8 0M38 26L58 6M44 28L62 12',
  tomato:
    'M32 20c14-8 24 2 24 14 0 13-11 22-24 22S8 47 8 34c0-12 10-22 24-14zM32 20c-2-6 0-10 4-14' +
    'M20 14c6 0 10 2 12 6M44 14c-6 0-10 2-12 6',
  carrot: 'M40 24c6 6 5 10-2 15L8 56l17-30c5-7 9-8 15-2zM42 22c0-8 2-12 6-16M42 22c8 0 12-2 16-6M30 32l5 5M22 42l5 5',
  lemon: 'M32 10c16 0 22 10 22 22s-6 22-22 22-22-10-22-22 6-22 22-22zM32 16v32M18 24l28 16M46 24L18 40',
  whisk:
    'M30 34L8 56M30 34c-6-12 2-24 16-26 8 0 10 2 10 10-2 14-14 22-26 16zM30 34c2-10 8-18 20-22M30 34c10-2 18-8 22-20',
} as const;

type Motif = keyof typeof motifs;
const motifNames = Object.keys(motifs) as Motif[];
const motifPath = (name: Motif): string => motifs[name];

/** Words of tags, in the languages that are most frequent among recipes. */
const words: [Motif, RegExp][] = [
  ['bowl', /soup|stew|suppe|eintopf|soupe|sopa|zuppa|zupa|curry|lentil|dal|chili|bean/i],
  ['noodles', /noodle|pasta|spaghetti|ramen|nudel|pâtes|fideo|dumpling|rice/i],
  ['cake', /cake|pie|dessert|tart|torte|kuchen|gâteau|pastel|torta|ciasto|sweet|cookie|chocolate/i],
  ['loaf', /bread|dough|baking|bak|brot|pain|pan\b|pizza|chleb|ekmek|roll/i],
  ['fish', /fish|salmon|tuna|seafood|prawn|shrimp|fisch|poisson|pescado|pesce|ryba|balık/i],
  ['cup', /drink|tea|coffee|cocktail|juice|smoothie|getränk|boisson|bebida/i],
  ['egg', /egg|breakfast|brunch|omelet|frühstück|déjeuner|desayuno|colazione|kahvaltı/i],
  ['leaf', /salad|salat|ensalada|insalata|herb|green|vegan|spinach/i],
  ['carrot', /vegetable|veggie|vegetarian|gemüse|légume|verdura|root/i],
  ['tomato', /tomato|sauce|salsa|summer|tomate|pomodoro/i],
  ['lemon', /lemon|lime|citrus|fruit|jam|preserve|obst/i],
];

/** Returns the motif of the first tag that has one, else one that the id decides. */
function motifFor(id: number, tags: string[]): Motif {
  for (const tag of tags) {
    const [motif] = words.find(([, pattern]) => pattern.test(tag)) ?? [];
    if (motif) return motif;
  }
  return motifNames[id % motifNames.length]!;
}

// Draws the patterns that stand for missing pictures

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
function drawPattern(motif: Motif, [ground, line]: (typeof palettes)[number]): string {
  const path = motifPath(motif);
  const at = (x: number, y: number, turn: number) =>
    `<path d="${path}" transform="translate(${x} ${y}) rotate(${turn}) scale(.75) translate(-32 -32)"/>`;
  const [near, far] = [tile / 4, (tile / 4) * 3];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="400" height="500"><defs>
<pattern id="p" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="translate(-10 -5)">
<g fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
${at(near, near, -12)}${at(far, far, 14)}</g>
<g fill="${line}"><circle cx="${far}" cy="${near}" r="3.5"/><circle cx="${near}" cy="${far}" r="3.5"/></g>
</pattern></defs><path fill="${ground}" d="M0 0h1200v500H0z"/><path fill="url(#p)" d="M0 0h1200v500H0z"/></svg>`;
}

const paths = new Map(
  motifNames.map((motif) => [
    motif,
    palettes.map((palette, place) =>
      addHashed(`pattern-${motif}-${place}`, 'svg', 'image/svg+xml', Buffer.from(drawPattern(motif, palette))),
    ),
  ]),
);

/** The part of a pattern that a wide band shows. */
export const bandFragment = '#svgView(viewBox(0,0,1200,300);preserveAspectRatio(xMidYMid slice))';

/** Returns the path of the pattern: the tags decide the motif, the id decides the colour. */
export const patternFor = (id: number, tags: string[] = []): string =>
  paths.get(motifFor(id, tags))![id % palettes.length]!;

// Serves portraits with initials for people without a picture

/** Background and letters. Their contrast is at least 4.5. */
const colours = [
  ['#f3d3c8', '#8c2a14'],
  ['#d9e6d3', '#2f5530'],
  ['#f6e1b8', '#6e4a0c'],
  ['#d3e1e6', '#274e5b'],
  ['#e8d6e3', '#66325a'],
  ['#ead9c6', '#67401c'],
  ['#d8d6ee', '#3f3a7d'],
  ['#f2d2dc', '#852a4a'],
] as const;

const letter = /[\p{L}\p{N}]/u;
const path = /^([\p{L}\p{N}]{1,2})-([0-7])\.svg$/u;

/** Scripts with upper case abbreviate a name by two letters, the others by one. */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .flatMap((word) => letter.exec(word.normalize('NFC'))?.[0] ?? [])
    .map((each) => [...each.toUpperCase()][0]!);
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  const isCased = first.toLowerCase() !== first;
  return letters.length > 1 && isCased ? `${first}${last}` : first;
}

/** Returns the path of a portrait. The address `name@host` decides the colour, so that namesakes differ. */
export function portraitPath(name: string, address: string): string {
  let sum = 0;
  for (const each of address) sum = (sum * 31 + each.codePointAt(0)!) % 65_521;
  const initials = initialsOf(name) || initialsOf(address);
  return `/portraits/${encodeURIComponent(initials)}-${sum % colours.length}.svg`;
}

function drawPortraitOf(initials: string, [ground, ink]: (typeof colours)[number]): string {
  const size = [...initials].length > 1 ? 36 : 44;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<path fill="${ground}" d="M0 0h96v96H0z"/>
<text x="48" y="49" font-family="Georgia,'Noto Serif',serif" font-size="${size}" fill="${ink}" text-anchor="middle"
dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
}

export const portraits = new Hono().get('/portraits/:file', ({ req }) => {
  const [, initials, colour] = path.exec(req.param('file')) ?? [];
  if (!initials) return notFoundResponse();
  return new Response(drawPortraitOf(initials, colours[Number(colour)]!), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=2592000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
});
