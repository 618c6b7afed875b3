/** Checks recipes as search engines read them: real imported recipes, against Google's rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { useDatabase } from '../support/database-connection.ts';
import { getPage, jsonLdOf } from '../support/get-page.ts';
import { faultsOf } from '../support/google-recipe.ts';
import { insertPicture } from '../support/pictures.ts';
import { pizzaDough } from '../support/recipes.ts';
import { sharedPath } from '../support/shared-documents.ts';

useDatabase();
const folder = sharedPath('recipes');

test.skipIf(folder === null)('fifty recipes of the web are what Google asks for', async () => {
  const { id } = await register({ username: 'ann', name: 'Ann' });
  const files = readdirSync(folder!).filter((name) => name.endsWith('.json'));
  const drafts = files
    .flatMap((file) => readRecipes(readFileSync(join(folder!, file), 'utf8')).recipes.slice(0, 1))
    .filter(({ draft }) => draft.ingredients.length > 0 && draft.steps.length > 0)
    .slice(0, 50);
  expect(drafts.length).toBe(50);
  for (const { draft } of drafts) await createRecipe(id, draft);
  const rows = await prisma().eventable.findMany({ select: { id: true, slug: true } });
  for (const recipe of rows) await insertPicture(id, Number(recipe.id));

  const faults: Record<string, string[]> = {};
  for (const { slug } of rows) {
    const { html, status } = await getPage(`/@ann/recipes/${slug}`);
    expect(status).toBe(200);
    expect(html.length, slug!).toBeLessThan(60_000);
    const found = faultsOf(jsonLdOf(html)!);
    if (found.length > 0) faults[slug!] = found;
  }
  expect(faults).toEqual({});
  expect(rows.length).toBe(50);
});

test('a recipe without a picture has no image, and everything else', async () => {
  const { id } = await register({ username: 'bo', name: 'Bo' });
  await createRecipe(id, pizzaDough);
  const found = jsonLdOf((await getPage('/@bo/recipes/pizza-dough')).html)!;
  expect('image' in found).toBe(false);
  expect(faultsOf({ ...found, image: ['https://cook.example/media/x/medium'] })).toEqual([]);
});
