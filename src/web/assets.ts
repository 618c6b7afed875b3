/** Serves style sheets, scripts and images. Reads them once, at start, and compresses them once, when they are needed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEncoding, compress, type Encoding, isCompressible } from '../http/content-encoding.ts';
import { root } from '../lib/paths.ts';
import { readFonts } from './fonts.ts';

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  cache: string;
  encoded: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>;
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
  'journeys',
  'search',
  'shopping',
  'social',
  'admin',
  'app',
  'print',
];

const assets = new Map<string, Asset>();
for (const name of ['avatar-400.png', 'avatar-200.png', 'avatar-80.png']) {
  assets.set(name, {
    bytes: new Uint8Array(read(name)),
    type: 'image/png',
    cache: 'public, max-age=86400',
    encoded: {},
  });
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
  actions: addHashedAsset('actions', 'js', 'text/javascript; charset=utf-8', read('actions.js')),
  more: addHashedAsset('more', 'js', 'text/javascript; charset=utf-8', read('more.js')),
  shortcuts: addHashedAsset('shortcuts', 'js', 'text/javascript; charset=utf-8', read('shortcuts.js')),
  import: addHashedAsset('import', 'js', 'text/javascript; charset=utf-8', read('import.js')),
  cook: addHashedAsset('cook', 'js', 'text/javascript; charset=utf-8', read('cook.js')),
  queueBoard: addHashedAsset('board', 'js', 'text/javascript; charset=utf-8', read('queue-board.js')),
  boardStyle: addHashedAsset('board', 'css', 'text/css; charset=utf-8', read('style/queue-board.css')),
  icon: addHashedAsset('mark', 'svg', 'image/svg+xml', read('mark.svg')),
  app: addHashedAsset('app', 'js', 'text/javascript; charset=utf-8', read('app.js')),
  offline: addHashedAsset('offline', 'js', 'text/javascript; charset=utf-8', read('offline.js')),
  appIcon192: addHashedAsset('icon-192', 'png', 'image/png', read('icon-192.png')),
  appIcon512: addHashedAsset('icon-512', 'png', 'image/png', read('icon-512.png')),
  maskableIcon: addHashedAsset('icon-maskable-512', 'png', 'image/png', read('icon-maskable-512.png')),
  touchIcon: addHashedAsset('apple-touch-icon', 'png', 'image/png', read('apple-touch-icon.png')),
};

/** Serves a file under a name with the hash of its content. Returns its path. */
export function addHashedAsset(name: string, extension: string, type: string, content: Buffer): string {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${version}.${extension}`;
  const cache = 'public, max-age=31536000, immutable';
  assets.set(file, { bytes: new Uint8Array(content), type, cache, encoded: {} });
  return `/assets/${file}`;
}

/** The smallest first, because each is compressed only once. */
const encodings = ['br', 'zstd', 'gzip'] as const;

/** Returns null for an unknown name. */
export async function serveAsset(name: string, acceptEncoding?: string): Promise<Response | null> {
  const asset = assets.get(name);
  if (!asset) return null;
  const { bytes, type, cache, encoded } = asset;
  const isText = isCompressible(type);
  const encoding = isText ? chooseEncoding(acceptEncoding, encodings) : null;
  if (encoding) encoded[encoding] ??= compress(bytes, encoding, 'best');
  return new Response(encoding ? await encoded[encoding] : bytes, {
    headers: {
      'Content-Type': type,
      'Cache-Control': cache,
      ...(isText && { Vary: 'Accept-Encoding' }),
      ...(encoding && { 'Content-Encoding': encoding }),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
