/** Downloads of a recipe: Cooklang and schema.org JSON. */
import { Hono } from 'hono';
import type { Recipe } from '../domain/items/eventable.ts';
import { toCooklang } from '../domain/recipes/cooklang.ts';
import { nameOf } from './components/account.tsx';
import { pathOf } from './components/actions.tsx';
import { canonicalUrl } from './components/item-page.tsx';
import { pageHandler, type Visitor } from './components/page-handler.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { toJsonFile } from './recipe/json.tsx';

const formats = {
  cook: {
    type: 'text/plain; charset=utf-8',
    write: (recipe: Recipe, url: string) => toCooklang(recipe, { source: url, author: nameOf(recipe.account) }),
  },
  json: {
    type: 'application/ld+json; charset=utf-8',
    write: (recipe: Recipe, url: string, readerId: number | null) =>
      `${JSON.stringify(toJsonFile(recipe, url, readerId), null, 2)}\n`,
  },
};
type Format = keyof typeof formats;

export const recipeFiles = new Hono().get('/:name{@[^/]+}/recipes/:file{[^/.]+\\.(?:cook|json)}', pageHandler(show));

async function show(visitor: Visitor): Promise<Response> {
  const { c, viewer, session } = visitor;
  const file = c.req.param('file')!;
  const dot = file.lastIndexOf('.');
  const recipe = await getRecipeFromPath(visitor, file.slice(0, dot));
  const { type, write } = formats[file.slice(dot + 1) as Format];
  return new Response(write(recipe, canonicalUrl(recipe, pathOf(recipe)), viewer.accountId), {
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
