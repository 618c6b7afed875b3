/** An archive that ends too early, or holds a hostile file, gives everything before and beside it. */
import { open, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRecipes } from '../../src/recipe-import/read-file.ts';
import { writeLibrary } from '../support/large-library.ts';
import { scratchFolder } from '../support/scratch.ts';
import { scaled } from '../support/test-length.ts';
import { zipOf } from '../support/zip.ts';

const folder = scratchFolder('cut');
const file = join(folder, 'library');
let bytes = 0;
let names: string[];

beforeAll(async () => {
  names = await writeLibrary(file, { recipes: 12, photoBytes: 2_000 });
  const opened = await open(file);
  bytes = (await opened.stat()).size;
  await opened.close();
});
afterAll(() => rm(folder, { recursive: true }));

async function read(path: string) {
  const opened = await open(path);
  const found: { recipes: string[]; pictures: number; failed: string[]; problems: string[] } = {
    recipes: [],
    pictures: 0,
    failed: [],
    problems: [],
  };
  try {
    for await (const each of findRecipes(opened)) {
      if (each.type === 'failed') found.failed.push(`${each.name}: ${each.reason}`);
      if (each.type === 'problem') found.problems.push(each.problem);
      if (each.type !== 'recipe') continue;
      found.recipes.push(each.recipe.draft.name);
      if (each.recipe.picture) found.pictures += 1;
    }
    // It stays open for the next reader.
    expect((await opened.stat()).size).toBeGreaterThan(0);
  } finally {
    await opened.close();
  }
  return found;
}

test('a whole library is read in the order of the file', async () => {
  expect(await read(file)).toEqual({ recipes: names, pictures: 12, failed: [], problems: [] });
});

test('wherever an archive is cut, what comes before is read, and the first missing file is named', async () => {
  const copy = join(folder, 'copy');
  const whole = Buffer.alloc(bytes);
  const opened = await open(file);
  await opened.read(whole, 0, bytes, 0);
  await opened.close();
  await writeFile(copy, whole);
  let before = 12;
  for (let at = bytes - 1; at > 100; at -= Math.ceil(bytes / scaled({ short: 17, full: 60 }))) {
    await truncate(copy, at);
    const { recipes, failed, problems } = await read(copy);
    expect(recipes).toEqual(names.slice(0, recipes.length));
    expect(recipes.length).toBeLessThanOrEqual(before);
    before = recipes.length;
    if (recipes.length === 0) {
      expect(problems).toEqual(['The file is not a zip archive that can be read.']);
      continue;
    }
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatch(/cut off here/);
    // The name itself may be cut. Of a cut between two files, or in the list at the end, it is unknown.
    const [named] = failed[0]!.split(': ');
    expect(`${names[recipes.length]}.paprikarecipe`.startsWith(named!)).toBe(true);
  }
  expect(before).toBe(0);
});

test('a file that unpacks to too much is named, and the others are read', async () => {
  const toast = JSON.stringify({ name: 'Toast', ingredients: '2 slices bread', directions: 'Toast it.' });
  const path = join(folder, 'bomb.zip');
  await writeFile(path, await zipOf({ 'a.json': toast, 'b.json': Buffer.alloc(64 * 2 ** 20, ' '), 'c.json': toast }));
  expect(await read(path)).toMatchObject({
    recipes: ['Toast', 'Toast'],
    failed: ['b.json: The file unpacks to too much.'],
  });
});

test('the numbers of recipes and of files in an archive have no small limit', async () => {
  const path = join(folder, 'many.zip');
  const count = scaled({ short: 600, full: 1_500 });
  const toasts = Array.from({ length: count }, (_, at) => [
    `${at}.json`,
    JSON.stringify({ name: `Toast ${at}`, ingredients: '2 slices bread', directions: 'Toast it.' }),
  ]);
  await writeFile(path, await zipOf(Object.fromEntries(toasts)));
  const { recipes, failed } = await read(path);
  expect([recipes.length, recipes.at(-1), failed]).toEqual([count, `Toast ${count - 1}`, []]);
});
