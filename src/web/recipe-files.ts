/** Downloads of a recipe: Cooklang, schema.org JSON, and a zip of the JSON with the pictures. */
import { Hono } from 'hono';
import type { Medium, Recipe } from '../domain/items/eventable.ts';
import { mediumName } from '../domain/migration/archive/layout.ts';
import { toCooklang } from '../domain/recipes/cooklang.ts';
import { pictureUrls } from '../http/media.ts';
import { zipStream } from '../lib/archive/zip.ts';
import { openStored } from '../lib/storage/storage.ts';
import { nameOf } from './components/account.tsx';
import { pathOf } from './components/actions.tsx';
import { canonicalUrl } from './components/item-page.tsx';
import { pageHandler, type Visitor } from './components/page-handler.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { toJsonFile } from './recipe/json.tsx';

interface Download {
  recipe: Recipe;
  url: string;
  readerId: number | null;
  /** Without an ending. */
  name: string;
}

interface Format {
  type: string;
  write: (download: Download) => string | Promise<ReadableStream<Uint8Array>>;
}

const formats = {
  cook: { type: 'text/plain; charset=utf-8', write: writeCooklang },
  json: { type: 'application/ld+json; charset=utf-8', write: ({ recipe, ...rest }) => writeJson(recipe, rest) },
  zip: { type: 'application/zip', write: writeZip },
} satisfies Record<string, Format>;

export const recipeFiles = new Hono().get(
  '/:name{@[^/]+}/recipes/:file{[^/.]+\\.(?:cook|json|zip)}',
  pageHandler(show),
);

async function show(visitor: Visitor): Promise<Response> {
  const { c, viewer, session } = visitor;
  const file = c.req.param('file')!;
  const dot = file.lastIndexOf('.');
  const name = file.slice(0, dot);
  const recipe = await getRecipeFromPath(visitor, name);
  const { type, write }: Format = formats[file.slice(dot + 1) as keyof typeof formats];
  const download = { recipe, url: canonicalUrl(recipe, pathOf(recipe)), readerId: viewer.accountId, name };
  return new Response(c.req.method === 'HEAD' ? null : await write(download), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file)}`,
      'cache-control': session ? 'private, no-store' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex',
      vary: 'Cookie',
    },
  });
}

/** The author's own file does not name itself as the source. */
function writeCooklang({ recipe, url, readerId }: Download): string {
  const isOwn = readerId === recipe.account.id;
  return toCooklang(recipe, {
    origin: isOwn ? null : { source: url, author: nameOf(recipe.account) },
    pictures: recipe.media.map(({ key }) => pictureUrls(key).original),
  });
}

const writeJson = (recipe: Recipe, options: Parameters<typeof toJsonFile>[1]): string =>
  `${JSON.stringify(toJsonFile(recipe, options), null, 2)}\n`;

/** A picture that is gone is left out. */
async function writeZip({ recipe, url, readerId, name }: Download): Promise<ReadableStream<Uint8Array>> {
  const media: Medium[] = [];
  for (const medium of recipe.media) {
    const file = await openStored(medium.key, 'original');
    if (file) media.push(medium);
    await file?.discard();
  }
  const pictures = media.map(({ key, description }) => ({ file: mediumName(key), description }));
  const json = writeJson(recipe, { url, readerId, pictures });
  return zipStream([
    { name: `${name}.json`, content: () => once(Buffer.from(json)) },
    ...media.map(({ key }) => ({ name: mediumName(key), content: () => readStored(key), stored: true })),
  ]);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* readStored(key: string): AsyncGenerator<Uint8Array> {
  const file = await openStored(key, 'original');
  if (file) yield* file.body instanceof Blob ? file.body.stream() : file.body;
}
