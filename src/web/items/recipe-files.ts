/** Downloads of a recipe: Cooklang, schema.org JSON, and a zip of the JSON with the pictures. */
import { Hono } from 'hono';
import type { Recipe } from '../../domain/items/eventable.ts';
import { mediumName } from '../../domain/migration/archive/layout.ts';
import { writePicture } from '../../domain/migration/archive/write.ts';
import { toCooklang } from '../../domain/recipes/cooklang.ts';
import { pictureUrls } from '../../http/media.ts';
import { streamZip } from '../../lib/archive/zip.ts';
import { nameOf } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { canonicalUrl } from '../components/item-page.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { toJsonFile } from './recipe-json.tsx';

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
  return streamZip(async (zip) => {
    const pictures: { file: string; description: string }[] = [];
    for (const { key, description } of recipe.media)
      if (await writePicture(key, zip)) pictures.push({ file: mediumName(key), description });
    await zip.add(`${name}.json`, [Buffer.from(writeJson(recipe, { url, readerId, pictures }))]);
  });
}
