/** Importing recipes: read, preview, create after confirmation, and never twice. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { storeSource } from '../../src/domain/migration/import.ts';
import { routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { contentOf, importAs } from '../support/account-content.ts';
import { age } from '../support/age.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { routeToHandler } from '../support/fetch-route.ts';
import { keysOnDisk, picture, sendUpload } from '../support/pictures.ts';
import { stored } from '../support/stored.ts';
import { makeJobsDue } from '../support/test-jobs.ts';
import { sampled } from '../support/test-length.ts';
import { zipOf } from '../support/zip.ts';

useCast();

const uploadImport = (who: Account, content: string | Uint8Array, name = 'file') =>
  sendUpload(who, '/imports', { file: Buffer.from(content), name, root: 'import' });
const recipeFile = (name: string, more: object = {}) =>
  JSON.stringify({
    '@type': 'Recipe',
    name,
    recipeYield: 2,
    recipeIngredient: ['2 slices bread', 'butter'],
    recipeInstructions: ['Toast it.', 'Butter it.'],
    ...more,
  });
/** Confirms the import and waits until it is done. */
const confirm = async (who: Account, id: number, how: object = {}) => {
  expect((await as(who).post(`/imports/${id}/confirm`, how)).status).toBe(202);
  await drain();
  return as(who).get(`/imports/${id}`);
};
const countOf = async (who: Account) => (await as(who).get('/recipes?limit=80')).body.length;

test('an import whose request died is read by a worker', async () => {
  const bytes = Buffer.from(recipeFile('Left behind'));
  const id = await storeSource(cast.bo.id, { bytes, name: 'toast.json', sourceUrl: null });
  await drain();
  expect((await as(cast.bo).get(`/imports/${id}`)).body.read_at).toBeNull();

  await makeJobsDue();
  await drain();
  expect((await as(cast.bo).get(`/imports/${id}`)).body).toMatchObject({
    read_at: expect.any(String),
    confirmed_at: null,
    recipes: [{ name: 'Left behind' }],
  });
});

test('an import shows a preview, and writes nothing before it is confirmed', async () => {
  const { status, body } = await uploadImport(cast.ann, recipeFile('Toast', { prepTime: 'soon' }), 'toast.json');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'toast.json',
    format: 'schema.org',
    problems: [],
    confirmed_at: null,
    recipes: [
      {
        name: 'Toast',
        ingredients: 2,
        ingredients_with_quantity: 1,
        steps: 2,
        picture: false,
        already_here: false,
        recipe_id: null,
        not_understood: ['We could not read the preparation time "soon".'],
      },
    ],
  });
  expect(await countOf(cast.ann)).toBe(0);
  expect((await as(cast.ann).get(`/imports/${body.id}`)).body).toEqual(body);

  const begun = await as(cast.ann).post(`/imports/${body.id}/confirm`, { visibility: 'unlisted' });
  expect([begun.status, begun.body.done, begun.body.finished_at]).toEqual([202, 0, null]);
  const confirmed = await confirm(cast.ann, body.id);
  expect(confirmed.body).toMatchObject({ done: 1, total: 1, finished_at: expect.any(String) });
  const [{ recipe_id: id, already_here: old }] = confirmed.body.recipes;
  expect(old).toBe(false);
  expect((await anyone.get(`/recipes/${id}`)).body).toMatchObject({
    name: 'Toast',
    visibility: 'unlisted',
    serving: 2,
    ingredients: [{ name: 'bread', quantity: 2 }, { name: 'butter' }],
  });

  const again = await confirm(cast.ann, body.id);
  expect(again.body).toEqual(confirmed.body);
  expect(await countOf(cast.ann)).toBe(1);
});

test('the same recipe is not imported twice', async () => {
  const before = await countOf(cast.bo);
  const file = recipeFile('Rye toast', { url: 'https://kitchen.example/rye' });
  const first = await uploadImport(cast.bo, file);
  const { body } = await confirm(cast.bo, first.body.id);
  const id = body.recipes[0].recipe_id;

  for (const same of [file, recipeFile('Rye toast')]) {
    const second = await uploadImport(cast.bo, same);
    expect(second.body.recipes[0]).toMatchObject({ already_here: true, recipe_id: id });
    const confirmed = await confirm(cast.bo, second.body.id);
    expect(confirmed.body.recipes[0]).toMatchObject({ already_here: true, recipe_id: id });
  }
  expect(await countOf(cast.bo)).toBe(before + 1);

  await as(cast.bo).delete(`/recipes/${id}`);
  expect((await uploadImport(cast.bo, file)).body.recipes[0]).toMatchObject({
    already_here: false,
    recipe_id: null,
  });
});

test('concurrent confirmations create each recipe once', async () => {
  const before = await countOf(cast.bo);
  const { body } = await uploadImport(
    cast.bo,
    JSON.stringify(
      [1, 2, 3].map((at) =>
        JSON.parse(recipeFile(`Twin ${at}`, { totalTime: `PT${at}M`, recipeIngredient: [`${at} eggs`] })),
      ),
    ),
  );
  expect(body.recipes).toHaveLength(3);
  const answers = await Promise.all([1, 2, 3].map(() => as(cast.bo).post(`/imports/${body.id}/confirm`, {})));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await drain();
  expect(await countOf(cast.bo)).toBe(before + 3);
});

test('a picture in an import is attached to its recipe', async () => {
  const file = await zipOf({
    'A/recipe.json': recipeFile('Shown toast'),
    'A/full.jpg': await picture().jpeg().toBuffer(),
  });
  const { body } = await uploadImport(cast.ann, file, 'cookbook.zip');
  expect(body.recipes[0].picture).toBe(true);
  const confirmed = await confirm(cast.ann, body.id);
  const recipe = await anyone.get(`/recipes/${confirmed.body.recipes[0].recipe_id}`);
  expect(recipe.body.media).toMatchObject([{ width: 60, height: 40 }]);
});

test('an import is visible to its owner only, and expires after a day', async () => {
  const { body } = await uploadImport(cast.ann, recipeFile('Private toast'));
  expect((await as(cast.bo).get(`/imports/${body.id}`)).status).toBe(404);
  expect((await as(cast.bo).post(`/imports/${body.id}/confirm`, {})).status).toBe(404);

  const kept = (await keysOnDisk()).length;
  await age('imports', '25 hours', body.id);
  expect((await as(cast.ann).get(`/imports/${body.id}`)).status).toBe(404);
  await prune();
  expect((await keysOnDisk()).length).toBe(kept);
  expect(await stored.imports({ id: body.id })).toBe(0);
});

describe('an unreadable import is refused with a reason', () => {
  const unreadable: [string, string | Uint8Array, string][] = [
    [
      'a page without a recipe',
      '<p>Nothing</p>',
      'This page has no recipe that we can read: no schema.org data, no microdata or h-recipe, and no list below a heading such as "Ingredients".',
    ],
    [
      'an empty archive',
      Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      'There is no recipe in the archive.',
    ],
    ['a truncated archive', Buffer.from('PK\x03\x04', 'latin1'), 'The file is not a zip archive that can be read.'],
  ];

  test.each(sampled(unreadable, 3))('%s', async (_, content, reason) => {
    const { status, body } = await uploadImport(cast.ann, content);
    expect([status, body.errors]).toEqual([422, { file: [reason] }]);
  });

  test('an import needs a file or a URL, and the URL must be public', async () => {
    expect((await as(cast.ann).post('/imports', {})).body.errors).toEqual({
      file: ['must be a file, unless there is a url, text or upload_id'],
    });
    for (const url of ['http://127.0.0.1:9/', 'http://[::1]/', 'https://localhost/', 'ftp://a.example/']) {
      const { status, body } = await as(cast.ann).post('/imports', { url });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['url']]);
    }
  });
});

test('a page is decoded as its HTTP header declares', async () => {
  onTestFinished(() => routeFetchTo(null));
  const page = Buffer.from(recipeFile('Борщ').replace('Борщ', '\u00c1\u00ee\u00f0\u00f9'), 'latin1');
  const headers = { 'content-type': 'application/json; charset=windows-1251' };
  routeFetchTo(new Map([['kitchen.example', routeToHandler(() => Promise.resolve(new Response(page, { headers })))]]));
  const { status, body } = await as(cast.ann).post('/imports', { url: 'https://kitchen.example/soup' });
  expect([status, body.recipes?.[0].name]).toEqual([201, 'Борщ']);

  const { recipes } = (await confirm(cast.ann, body.id)).body;
  expect((await anyone.get(`/recipes/${recipes[0].recipe_id}`)).body.name).toBe('Борщ');
});

test('a forged archive gives no access to other items, and its problems are reported', async () => {
  const { bo } = cast;
  const eve = await register({ username: 'eve' });
  const hidden = { visibility: 'private' };
  const recipe = await as(bo).post('/recipes', { recipe: { name: 'Secret', ...hidden } });
  const post = await as(bo).post('/statuses', { status: { content: 'Secret', ...hidden } });
  const actor = 'https://evil.example/users/1';
  const common = {
    formerly: [],
    publication: 'published',
    visibility: 'public',
    locale: 'no "tag"',
    tags: [],
    media: [],
    content: '<script>alert(1)</script>',
    createdAt: '2020-01-01T00:00:00Z',
    publishedAt: '2999-01-01T00:00:00Z',
  };
  const parts = { name: 'A', serving: 1, servingType: 'servings', ingredients: [] };
  const link = { iri: recipe.body.uri, serving: null };
  const step = { name: '', content: 'x', duration: null, ingredientPositions: [7], links: [link] };
  const dish = {
    ...common,
    ...parts,
    steps: [step],
    preparedAt: '2026-01-01T00:00:00Z',
    recipe: recipe.body.uri,
  };
  const items = {
    'a.json': { ...dish, type: 'preparation', origin: `${actor}/a` },
    'b.json': {
      ...common,
      type: 'status',
      origin: `${actor}/b`,
      sensitive: false,
      spoilerText: '',
      inReplyTo: post.body.uri,
    },
    'c.json': { ...dish, type: 'preparation', origin: `${actor}/other` },
    'd.json': { ...dish, type: 'preparation', origin: `${actor}/d`, name: 'x'.repeat(201) },
    'e.json': { ...dish, type: 'preparation', origin: `${actor}/e`, visibility: 'everybody' },
    'f.json': { ...dish, type: 'preparation', origin: `${actor}/f`, preparedAt: '0000-01-01T00:00:00Z' },
  };
  const listed = Object.entries(items).map(([file, { type }]) => ({
    file,
    type,
    name: '',
    origin: `${actor}/${file.slice(0, 1)}`,
  }));
  const manifest = {
    format: 'potluck-account',
    version: 1,
    actor,
    address: 'x@evil.example',
    exported: '',
    pinned: [],
    items: [...listed, { ...listed[0], file: '../../etc/passwd' }],
  };
  const bytes = await zipOf({
    ...Object.fromEntries(
      Object.entries(items).map(([name, item]) => [name, JSON.stringify({ 'potluck:item': item })]),
    ),
    'potluck.json': JSON.stringify(manifest),
    'profile.json': '[]',
    'collections.json': '{"collections":7}',
    'blocked_accounts.csv': '@@@\n"; DROP TABLE account\nnobody@nowhere.invalid\n',
  });
  const { archive } = await importAs(eve, bytes);
  expect(archive).toMatchObject({ made: 2, already_here: 0 });
  expect(archive.problems.join(' ')).toMatch(
    /could not be resolved.*c\.json.*d\.json.*e\.json.*f\.json.*passwd: could not be read.*neither blocked/s,
  );
  const { preparations, statuses } = await contentOf(eve);
  expect(preparations[0]).toMatchObject({ steps: [{ links: [], ingredient_ids: [] }] });
  expect(preparations[0].recipe_id).toBeUndefined();
  expect(preparations[0].locale).toBe('und');
  expect(preparations[0].description_html).not.toContain('<script');
  expect(Date.parse(preparations[0].published_at)).toBeLessThanOrEqual(Date.now());
  expect(statuses[0].in_reply_to_id).toBeNull();
  expect((await as(bo).get(`/recipes/${recipe.body.id}`)).body.name).toBe('Secret');
});
