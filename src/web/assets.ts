/**
 * Serves style sheets, scripts and images. Reads them once, at start, and compresses them once, when they are needed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { chooseEncoding, compress, type Encoding, isCompressible } from '../http/content-encoding.ts';
import { notFoundResponse } from '../http/serve.ts';
import { accentColours } from '../lib/colour.ts';
import { root } from '../lib/paths.ts';

// Reads the fonts of the pages: Fraunces for titles, Source Sans 3 for the rest

interface Family {
  /** Package in @fontsource-variable, whose style sheet has a `@font-face` rule for each script. */
  package: string;
  /** The other scripts of a family use the fonts of the reader's system. */
  scripts: string[];
}

const families: Family[] = [
  { package: 'fraunces', scripts: ['latin', 'latin-ext'] },
  { package: 'source-sans-3', scripts: ['latin', 'latin-ext', 'cyrillic', 'greek'] },
];

interface Font {
  /** `fraunces-latin`. */
  name: string;
  bytes: Buffer;
  /** The rule up to the address of the file, and after it. */
  rule: [before: string, after: string];
  /** True for the fonts that nearly every page needs. Browsers load the others by `unicode-range`. */
  isPreloaded: boolean;
}

const readFonts = (): Font[] => families.flatMap(readFamily);

function readFamily({ package: name, scripts }: Family): Font[] {
  const folder = join(root, 'node_modules/@fontsource-variable', name);
  const sheet = readFileSync(join(folder, 'wght.css'), 'utf8');
  return scripts.map((script) => {
    const file = `files/${name}-${script}-wght-normal.woff2`;
    const rule = sheet.match(/@font-face \{[^}]*\}/g)?.find((each) => each.includes(`/${file})`));
    if (!rule) throw new Error(`no ${file} in the style sheet of ${name}`);
    const [before, after] = toOptional(rule).split(`./${file}`);
    const bytes = readFileSync(join(folder, file));
    return { name: `${name}-${script}`, bytes, rule: [before!, after!], isPreloaded: script === 'latin' };
  });
}

/** An optional font that arrives late waits for the next page, so that no text moves while it is read. */
const toOptional = (rule: string) =>
  rule.replace('font-display: swap', 'font-display: optional').replaceAll(' Variable', '');

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  cache: string;
  encoded: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>;
}

const read = (name: string) => readFileSync(join(root, 'src/web/assets', name));

/** Without comments and indentation, which are a third of a script. No text of a script spans lines. */
const readScript = (name: string) =>
  read(`${name}.js`)
    .toString()
    .replace(/^\s*(?:\/\/.*|\/?\*.*)\n/gm, '')
    .replace(/^\s+/gm, '');

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
  'write',
  'journeys',
  'search',
  'shopping',
  'social',
  'access',
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
  path: addHashed(font.name, 'woff2', 'font/woff2', font.bytes),
}));
const fontFaces = fonts.map(({ rule: [before, after], path }) => `${before}${path}${after}\n`);
const style = Buffer.from(
  [...fontFaces, ...sheets.map((name) => read(`style/${name}.css`))].join('').replace(/\n\s+/g, '\n'),
);

/** Paths of the fonts that a page needs before its style sheet is read. */
export const preloadedFonts = fonts.filter(({ isPreloaded }) => isPreloaded).map(({ path }) => path);

const timers = addScript('timers', 'timers');

/** Paths with a hash of the content, so that browsers can cache the files forever. */
export const assetPaths = {
  style: addHashed('potluck', 'css', 'text/css; charset=utf-8', style),
  docs: addHashed('docs', 'css', 'text/css; charset=utf-8', read('style/docs.css')),
  actions: addScript('actions', 'actions'),
  inPlace: addScript('inplace', 'in-place'),
  more: addScript('more', 'more'),
  shortcuts: addScript('shortcuts', 'shortcuts'),
  import: addScript('import', 'import'),
  recipe: addScript('recipe', 'recipe'),
  write: addScript('write', 'write'),
  photos: addScript('photos', 'photos'),
  retry: addScript('retry', 'retry'),
  rows: addScript('rows', 'rows'),
  timers,
  cook: addScript('cook', 'cook', timers),
  passkey: addScript('passkey', 'passkey'),
  queueBoard: addScript('board', 'queue-board'),
  boardStyle: addHashed('board', 'css', 'text/css; charset=utf-8', read('style/queue-board.css')),
  icon: addHashed('mark', 'svg', 'image/svg+xml', read('mark.svg')),
  app: addScript('app', 'app', timers),
  offline: addScript('offline', 'offline'),
  appIcon192: addHashed('icon-192', 'png', 'image/png', read('icon-192.png')),
  appIcon512: addHashed('icon-512', 'png', 'image/png', read('icon-512.png')),
  maskableIcon: addHashed('icon-maskable-512', 'png', 'image/png', read('icon-maskable-512.png')),
  touchIcon: addHashed('apple-touch-icon', 'png', 'image/png', read('apple-touch-icon.png')),
};

/** A script that imports the timers names them by the path under which they are served. */
function addScript(name: string, file: string, timersPath = ''): string {
  const content = readScript(file).replace("'./timers.js'", `'${timersPath}'`);
  return addHashed(name, 'js', 'text/javascript; charset=utf-8', Buffer.from(content));
}

/** Serves a file under a name with the hash of its content. Returns its path. */
export function addHashed(name: string, extension: string, type: string, content: Buffer): string {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${version}.${extension}`;
  const cache = 'public, max-age=31536000, immutable';
  assets.set(file, { bytes: new Uint8Array(content), type, cache, encoded: {} });
  return `/assets/${file}`;
}

/** Returns null for an unknown name. */
export async function serveAsset(name: string, acceptEncoding?: string): Promise<Response | null> {
  const asset = assets.get(name);
  if (!asset) return null;
  const { bytes, type, cache, encoded } = asset;
  const isText = isCompressible(type);
  const encoding = isText ? chooseEncoding(acceptEncoding) : null;
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

// Serves the style sheet of the accent colour that the operator chose

/** The path names the colour, so that browsers can cache the sheet forever. */
export const accentPath = (colour: string): string => `/accent/${colour.slice(1)}.css`;

function accentSheet(file: string): Response {
  const [, hex] = /^([0-9a-f]{6})\.css$/.exec(file) ?? [];
  if (!hex) return notFoundResponse();
  const { light, dark } = accentColours(`#${hex}`);
  const rule = ({ accent: colour, onAccent }: typeof light) => `:root{--accent:${colour};--on-accent:${onAccent}}`;
  const sheet = `@media screen{${rule(light)}}@media screen and (prefers-color-scheme:dark){${rule(dark)}}\n`;
  return new Response(sheet, {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}

export const assetFiles = new Hono()
  .get('/assets/:name', async ({ req }) => {
    const asset = await serveAsset(req.param('name'), req.header('accept-encoding'));
    return asset ?? notFoundResponse();
  })
  .get('/accent/:file', ({ req }) => accentSheet(req.param('file')));
