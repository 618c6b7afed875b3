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
  'front',
  'recipe',
  'details',
  'rating',
  'history',
  'cook',
  'member',
  'search',
  'shopping',
  'admin',
  'print',
];

const assets = new Map<string, Asset>();
for (const name of ['avatar-400.png', 'avatar-200.png', 'avatar-80.png']) {
  assets.set(name, { bytes: new Uint8Array(read(name)), type: 'image/png', cache: 'public, max-age=86400' });
}

const fonts = readFonts().map((font) => ({
  ...font,
  path: addHashedAsset(font.name, 'woff2', 'font/woff2', font.bytes),
}));
const fontFaces = fonts.map(({ rule: [before, after], path }) => `${before}${path}${after}\n`);
const style = Buffer.from(
  [...fontFaces, ...sheets.map((name) => read(`style/${name}.css`))].join('').replace(/\n\s+/g, '\n'),
);

/** Paths of the fonts that a page needs before its style sheet is read. */
export const preloadedFonts = fonts.filter(({ isPreloaded }) => isPreloaded).map(({ path }) => path);

/** Paths with a hash of the content, so that browsers can cache the files forever. */
export const assetPaths = {
  style: addHashedAsset('potluck', 'css', 'text/css; charset=utf-8', style),
  docs: addHashedAsset('docs', 'css', 'text/css; charset=utf-8', read('style/docs.css')),
  import: addHashedAsset('import', 'js', 'text/javascript; charset=utf-8', read('import.js')),
  cook: addHashedAsset('cook', 'js', 'text/javascript; charset=utf-8', read('cook.js')),
  queueBoard: addHashedAsset('board', 'js', 'text/javascript; charset=utf-8', read('queue-board.js')),
  boardStyle: addHashedAsset('board', 'css', 'text/css; charset=utf-8', read('style/queue-board.css')),
  icon: addHashedAsset('mark', 'svg', 'image/svg+xml', read('mark.svg')),
};

/** Serves a file under a name with the hash of its content. Returns its path. */
export function addHashedAsset(name: string, extension: string, type: string, content: Buffer): string {
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
