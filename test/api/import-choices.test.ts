/** Importing a page again after it changed, and choosing what is imported. */
import { expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import type { Body } from '../support/account-content.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { sendUpload } from '../support/pictures.ts';

useCast();

const recipe = (name: string, more: object = {}) => ({
  '@type': 'Recipe',
  name,
  url: 'https://kitchen.example/rye',
  recipeYield: 2,
  recipeIngredient: ['2 slices bread', 'butter'],
  recipeInstructions: ['Toast it.'],
  ...more,
});
const uploadImport = async (who: Account, json: object): Promise<Body> => {
  const file = Buffer.from(JSON.stringify(json));
  const { status, body, text } = await sendUpload(who, '/imports', { file, name: 'a.json', root: 'import' });
  expect(status, text).toBe(201);
  return body;
};
const confirm = async (who: Account, id: number, how: object = {}): Promise<Body> => {
  const { status, text } = await as(who).post(`/imports/${id}/confirm`, how);
  expect(status, text).toBe(202);
  await drain();
  return (await as(who).get(`/imports/${id}`)).body;
};
const namesOf = async (who: Account): Promise<string[]> =>
  (await as(who).get('/recipes?limit=80')).body.map(({ name }: Body) => name).toSorted();

test('a page that has changed is neither imported again nor overwritten without a choice', async () => {
  const { ann } = cast;
  const started = Date.now();
  const first = await confirm(ann, (await uploadImport(ann, recipe('Rye toast', { keywords: 'bread' }))).id);
  const id = first.recipes[0].recipe_id;
  expect(first.recipes[0]).toMatchObject({ state: 'new', action: 'create', earlier_import: null });
  await as(ann).patch(`/recipes/${id}`, { recipe: { visibility: 'unlisted', difficulty: 'hard' } });

  const same = await uploadImport(ann, recipe('Rye toast'));
  expect(same.recipes[0]).toMatchObject({
    state: 'existing',
    already_here: true,
    recipe_id: id,
    action: 'skip',
  });

  const changed = recipe('Better rye toast', { recipeIngredient: ['3 slices bread'], keywords: undefined });
  const second = await uploadImport(ann, changed);
  expect(second.recipes[0]).toMatchObject({
    position: 0,
    state: 'changed',
    action: 'skip',
    already_here: false,
    recipe_id: null,
    earlier_import: { recipe_id: id },
  });
  expect(Date.parse(second.recipes[0].earlier_import.imported_at)).toBeGreaterThan(started - 1_000);
  const skipped = await confirm(ann, second.id);
  expect(skipped.recipes[0]).toMatchObject({ action: 'skip', recipe_id: null });
  expect(skipped.finished_at).not.toBeNull();
  expect(await namesOf(ann)).toEqual(['Rye toast']);

  const updated = await confirm(ann, (await uploadImport(ann, changed)).id, {
    visibility: 'public',
    choices: [{ position: 0, action: 'update' }],
  });
  expect(updated.recipes[0]).toMatchObject({ state: 'changed', action: 'update', recipe_id: id });
  expect(await namesOf(ann)).toEqual(['Better rye toast']);
  expect((await as(ann).get(`/recipes/${id}`)).body).toMatchObject({
    visibility: 'unlisted',
    difficulty: 'hard',
    tags: ['bread'],
    ingredients: [{ name: 'bread', quantity: 3 }],
  });
  expect((await uploadImport(ann, changed)).recipes[0]).toMatchObject({ state: 'existing', recipe_id: id });
  // The first text is a change again.
  expect((await uploadImport(ann, recipe('Rye toast'))).recipes[0].state).toBe('changed');

  const copied = await confirm(ann, (await uploadImport(ann, recipe('Third rye toast'))).id, {
    choices: [{ position: 0, action: 'create' }],
  });
  expect(copied.recipes[0].recipe_id).not.toBe(id);
  expect(await namesOf(ann)).toEqual(['Better rye toast', 'Third rye toast']);
  // Others are not asked about it.
  expect((await uploadImport(cast.bo, changed)).recipes[0]).toMatchObject({ state: 'new', earlier_import: null });
});

test('recipes that are not chosen are not created, and impossible choices are refused', async () => {
  const { bo } = cast;
  const given = await uploadImport(
    bo,
    ['A', 'B', 'C'].map((name) => recipe(name)),
  );
  const choose = (choices: object[]) => as(bo).post(`/imports/${given.id}/confirm`, { choices });
  for (const [choice, field] of [
    [{ position: 3, action: 'skip' }, 'choices[0].position'],
    [{ position: 0, action: 'update' }, 'choices[0].action'],
    [{ position: 0, action: 'burn' }, 'choices[0].action'],
  ] as const) {
    const { status, body } = await choose([choice]);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
  const done = await confirm(bo, given.id, { choices: [{ position: 1, action: 'skip' }] });
  expect(done.recipes.map(({ action }: Body) => action)).toEqual(['create', 'skip', 'create']);
  expect(await namesOf(bo)).toEqual(['A', 'C']);
});

test('the preview shows how each ingredient line was read, and marks what was not understood', async () => {
  const given = await uploadImport(
    cast.ann,
    recipe('Cake', {
      recipeIngredient: ['For the dough:', '1½ cups flour, sifted', 'salt', 'Flour No. 550 see above'],
    }),
  );
  expect(given.recipes[0].ingredient_lines).toEqual([
    {
      text: '1½ cups flour, sifted',
      name: 'flour',
      quantity: 1.5,
      quantity_max: null,
      unit: 'cup',
      note: 'sifted',
      group: 'For the dough',
      understood: true,
    },
    {
      text: 'salt',
      name: 'salt',
      quantity: null,
      quantity_max: null,
      unit: null,
      note: null,
      group: 'For the dough',
      understood: true,
    },
    expect.objectContaining({ text: 'Flour No. 550 see above', quantity: null, understood: false }),
  ]);
  expect((await anyone.get(`/imports/${given.id}`)).status).toBe(401);
});
