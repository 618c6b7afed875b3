/** Serves style sheets, scripts and images. Reads them once, at start. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';
import { readFonts } from './fonts.ts';

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  cache: string;
}

const read = (name: string) => readFileSync(join(root, 'src/web/assets', name));

/** These files are concatenated, in this order. */
const sheets = [
  'base',
  'layout',
  'components',
  'lists',
  'collections',
  'recipe',
  'details',
  'rating',
  'history',
  'cook',
  'member',
  'search',
  'shopping',
  'social',
  'admin',
  'print',
];

const assets = new Map<string, Asset>();
for (const name of ['avatar-400.png', 'avatar-200.png', 'avatar-80.png']) {
  assets.set(name, { bytes: new Uint8Array(read(name)), type: 'image/png', cache: 'public, max-age=86400' });
}

const fonts = readFonts().map((font) => ({
  ...font,
  path: addHashed(font.name, 'woff2', 'font/woff2', font.bytes),
}));
const fontFaces = fonts.map(({ rule: [before, after], path }) => `${before}${path}${after}\n`);
const style = Buffer.from(
  [...fontFaces, ...sheets.map((name) => read(`style/${name}.css`))].join('').replace(/\n\s+/g, '\n'),
);

/** Paths of the fonts that a page needs before its style sheet is read. */
export const preloadedFonts = fonts.filter(({ isPreloaded }) => isPreloaded).map(({ path }) => path);

/** Paths with a hash of the content, so that browsers can cache the files forever. */
export const assetPaths = {
  style: addHashed('potluck', 'css', 'text/css; charset=utf-8', style),
  docs: addHashed('docs', 'css', 'text/css; charset=utf-8', read('style/docs.css')),
  actions: addHashed('actions', 'js', 'text/javascript; charset=utf-8', read('actions.js')),
  more: addHashed('more', 'js', 'text/javascript; charset=utf-8', read('more.js')),
  shortcuts: addHashed('shortcuts', 'js', 'text/javascript; charset=utf-8', read('shortcuts.js')),
  import: addHashed('import', 'js', 'text/javascript; charset=utf-8', read('import.js')),
  cook: addHashed('cook', 'js', 'text/javascript; charset=utf-8', read('cook.js')),
  queueBoard: addHashed('board', 'js', 'text/javascript; charset=utf-8', read('queue-board.js')),
  boardStyle: addHashed('board', 'css', 'text/css; charset=utf-8', read('style/queue-board.css')),
  icon: addHashed('mark', 'svg', 'image/svg+xml', read('mark.svg')),
};

function addHashed(name: string, extension: string, type: string, content: Buffer): string {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${version}.${extension}`;
  assets.set(file, { bytes: new Uint8Array(content), type, cache: 'public, max-age=31536000, immutable' });
  return `/assets/${file}`;
}

/** Returns null for an unknown name. */
export function serveAsset(name: string): Response | null {
  const asset = assets.get(name);
  if (!asset) return null;
  return new Response(asset.bytes, {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': asset.cache,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
