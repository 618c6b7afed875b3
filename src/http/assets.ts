/** The few files that are ours: read once, served as they are. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  cache: string;
}

const read = (name: string) => readFileSync(join(import.meta.dirname, 'assets', name));

/** Parts of the one style sheet, in order. */
const sheets = ['foundation', 'frame', 'parts', 'lists', 'recipe', 'cook', 'member', 'admin', 'print'];
const style = Buffer.concat(sheets.map((name) => read(`style/${name}.css`)));

const assets = new Map<string, Asset>();
for (const name of ['avatar-400.png', 'avatar-200.png', 'avatar-80.png']) {
  assets.set(name, { bytes: new Uint8Array(read(name)), type: 'image/png', cache: 'public, max-age=86400' });
}

/** Where each file is whose name changes with its content. */
export const assetPaths = {
  style: keepForever('potluck', 'css', 'text/css; charset=utf-8', style),
  docs: keepForever('docs', 'css', 'text/css; charset=utf-8', read('style/docs.css')),
  cook: keepForever('cook', 'js', 'text/javascript; charset=utf-8', read('cook.js')),
  board: keepForever('board', 'js', 'text/javascript; charset=utf-8', read('board.js')),
  boardStyle: keepForever('board', 'css', 'text/css; charset=utf-8', read('style/board.css')),
  icon: keepForever('mark', 'svg', 'image/svg+xml', read('mark.svg')),
};

function keepForever(name: string, extension: string, type: string, content: Buffer): string {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${version}.${extension}`;
  assets.set(file, { bytes: new Uint8Array(content), type, cache: 'public, max-age=31536000, immutable' });
  return `/assets/${file}`;
}

/** Null for names of nothing. */
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
