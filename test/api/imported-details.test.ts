/** What a page says beside its ingredients and steps arrives in the recipe: details, picture, and gaps as a draft. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { findNodes, type Node } from '../../src/recipe-import/json-ld.ts';
import type { Body } from '../support/account-content.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { routeToHandler } from '../support/fetch-route.ts';
import { picture, sendUpload } from '../support/pictures.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { hasText, textsIn } from '../support/stated-texts.ts';
import { sampled } from '../support/test-length.ts';
import { zipOf } from '../support/zip.ts';

useCast();
afterEach(() => routeFetchTo(null));

/** Imports a file, and returns the finished import. */
async function importFile(who: Account, file: Uint8Array, how: object = {}): Promise<Body> {
  const { status, body, text } = await sendUpload(who, '/imports', { file, name: 'file', root: 'import' });
  expect(status, text).toBe(201);
  expect((await as(who).post(`/imports/${body.id}/confirm`, how)).status).toBe(202);
  await drain();
  return (await as(who).get(`/imports/${body.id}`)).body;
}
const importJson = (who: Account, json: object, how?: object) =>
  importFile(who, Buffer.from(JSON.stringify(json)), how);
const recipeOf = async ({ recipes }: Body) => (await as(cast.ann).get(`/recipes/${recipes[0].recipe_id}`)).body;

const soup = (name: string, more: object = {}) => ({
  '@type': 'Recipe',
  name,
  url: `https://kitchen.example/${encodeURIComponent(name)}`,
  recipeYield: 2,
  recipeIngredient: ['1 leek'],
  recipeInstructions: ['Boil it.'],
  ...more,
});

/** Answers each path of a host, and records what was requested. */
function serve(host: string, response: (path: string) => Response): string[] {
  const requested: string[] = [];
  const route = routeToHandler(async ({ url }) => {
    requested.push(url);
    return response(new URL(url).pathname);
  });
  routeFetchTo(new Map([[host, route]]));
  return requested;
}

test('the details that a page states are stored', async () => {
  const page = soup('Leek soup', {
    prepTime: 'PT10M',
    cookTime: 'PT20M',
    totalTime: 'PT2H',
    nutrition: { '@type': 'NutritionInformation', calories: '90 kcal', vitaminC: '3 mg' },
    recipeCategory: 'Soup, Starter',
    recipeCuisine: ['French'],
    tool: [{ name: 'Pot' }],
    suitableForDiet: ['https://schema.org/VeganDiet', 'Gluten free', 'Paleo'],
    difficulty: 'einfach',
    author: { name: 'Rosa', url: 'https://kitchen.example/rosa' },
    publisher: { name: 'Kitchen' },
    video: { contentUrl: 'https://kitchen.example/1.mp4' },
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '9,4', bestRating: 10, reviewCount: '1,203' },
    keywords: [...Array(60).keys()].map((n) => `a keyword of more than thirty letters, number ${n}`.replace(',', '')),
  });
  const imported = await importJson(cast.ann, page);
  expect(await recipeOf(imported)).toMatchObject({
    prep_time: 600,
    cook_time: 1_200,
    rest_time: 5_400,
    total_time: 7_200,
    nutrition: { calories: '90 kcal' },
    category: ['Soup', 'Starter'],
    cuisine: ['French'],
    diet: ['GlutenFreeDiet', 'VeganDiet'],
    equipment: ['Pot'],
    difficulty: 'easy',
    credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
    video_url: 'https://kitchen.example/1.mp4',
    stated_rating: { value: 4.7, count: 1_203 },
    rating: { count: 0 },
  });
  expect((await recipeOf(imported)).tags).toHaveLength(63);
  expect(imported.recipes[0].not_understood).toEqual(['diet "Paleo": not one that schema.org lists.']);
});

describe('the picture of a page', () => {
  const image = ['https://pics.example/1.jpg', 'https://pics.example/2.jpg', 'https://pics.example/3.jpg'];

  test('is the first that can be fetched, processed like an upload, and credited', async () => {
    const bytes = new Uint8Array(await picture().jpeg().toBuffer());
    const requested = serve('pics.example', (path) => {
      if (path === '/1.jpg') return new Response('gone', { status: 404 });
      return new Response(path === '/3.jpg' ? bytes : 'no picture');
    });
    const imported = await importJson(cast.ann, soup('Shown soup', { image, publisher: 'Kitchen' }));
    expect(imported.recipes[0]).toMatchObject({ picture: true, not_understood: [] });
    const { id, media } = await recipeOf(imported);
    expect(media).toMatchObject([{ description: 'Photo: Kitchen', content_type: 'image/webp' }]);
    expect(requested).toEqual(image);

    await importJson(cast.ann, soup('Shown soup', { image, publisher: 'Kitchen' }));
    expect(requested).toEqual(image);
    expect((await anyone.get(`/recipes/${id}`)).body.media).toHaveLength(1);
  });

  test('is not fetched if the importer wants none', async () => {
    const requested = serve('pics.example', () => new Response('no picture'));
    const imported = await importJson(cast.ann, soup('Hidden soup', { image }), { pictures: false });
    expect([(await recipeOf(imported)).media, requested]).toEqual([[], []]);
  });

  test('never fails the import', async () => {
    serve('pics.example', () => new Response('gone', { status: 410 }));
    const private_ = { image: ['https://pics.example/1.jpg', 'http://127.0.0.1/admin.png'] };
    const imported = await importJson(cast.ann, soup('Lonely soup', private_));
    expect(await recipeOf(imported)).toMatchObject({ name: 'Lonely soup', status: 'published', media: [] });
    const [note] = imported.recipes[0].not_understood;
    expect(note).toMatch(/^the photo could not be imported: pics\.example: returned status 410; 127\.0\.0\.1/);
  });
});

test.each([
  ['ingredients', { recipeIngredient: [] }],
  ['steps', { recipeInstructions: [] }],
])('a recipe without %s becomes a draft with a note', async (what, more) => {
  const imported = await importJson(cast.ann, soup(`Soup without ${what}`, more), { visibility: 'public' });
  expect(imported.recipes[0]).toMatchObject({ draft: true });
  expect(imported.recipes[0].not_understood.join(' ')).toMatch(/No (?:ingredients|instructions) given/);
  const recipe = await recipeOf(imported);
  expect(recipe.status).toBe('draft');
  expect((await anyone.get(`/recipes/${recipe.id}`)).status).toBe(404);
});

interface Site {
  name: string;
  node: Node;
  recipe: Body;
  isPictureRequested: boolean;
}
type Check = [field: string, states: (node: Node) => boolean, isKept: (site: Site) => boolean];
const checks: Check[] = [
  ['image', hasText('image', /https?:/), ({ isPictureRequested }) => isPictureRequested],
  ['author', hasText('author'), ({ recipe }) => Boolean(recipe.credit?.name)],
  ['nutrition', hasText('nutrition', /\d/), ({ recipe }) => Object.keys(recipe.nutrition).length > 0],
  ['total time', hasText('totalTime', /[1-9]/), ({ recipe }) => recipe.total_time > 0],
  ['category', hasText('recipeCategory'), ({ recipe }) => recipe.category.length > 0],
  ['cuisine', hasText('recipeCuisine'), ({ recipe }) => recipe.cuisine.length > 0],
  ['video', hasText('video', /https?:/), ({ recipe }) => recipe.video_url !== null],
];
const folder = sharedPath('recipes');

test.skipIf(folder === null)(
  'the stored recipes of real sites keep what their pages state',
  async () => {
    const reader = await register({ username: 'reader' });
    const files = sampled(
      readdirSync(folder!).filter((name) => name.endsWith('.json')),
      5,
    );
    const texts = files.map((name) => readFileSync(join(folder!, name), 'utf8'));
    const nodes = texts.map((text) => findNodes(JSON.parse(text), 'Recipe')[0]!);
    const hosts = nodes.flatMap(({ image }) => textsIn(image).flatMap((text) => URL.parse(text)?.host ?? []));
    const requested = new Set<string>();
    const refuse = routeToHandler(async ({ url }) => {
      requested.add(url);
      return new Response(null, { status: 404 });
    });
    routeFetchTo(new Map(hosts.map((host) => [host, refuse])));

    const file = await zipOf(Object.fromEntries(files.map((name, at) => [name, Buffer.from(texts[at]!)])));
    const { recipes } = await importFile(reader, file);
    expect(recipes).toHaveLength(files.length);
    const sites: Site[] = [];
    for (const [at, node] of nodes.entries()) {
      const recipe = (await as(reader).get(`/recipes/${recipes[at].recipe_id}`)).body;
      const urls = textsIn(node.image).flatMap((text) => URL.parse(text)?.href ?? []);
      sites.push({
        name: files[at]!,
        node,
        recipe,
        isPictureRequested: urls.some((url) => requested.has(url)),
      });
    }
    const lost: Record<string, string[]> = {};
    for (const [field, states, isKept] of checks) {
      const stating = sites.filter(({ node }) => states(node));
      const missing = stating.filter((site) => !isKept(site)).map(({ name }) => name);
      process.stdout.write(`${field}: ${stating.length - missing.length} of ${stating.length} sites\n`);
      expect(stating.length, field).toBeGreaterThan(0);
      if (missing.length > 0.02 * stating.length) lost[field] = missing;
    }
    expect(lost).toEqual({});
  },
  240_000,
);
