/** Validates the fields of recipes, preparations and bakings, and checks the error messages. */
import { describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { cook, draft, kinds, postRecipe, useCooking } from './cooking.ts';

useCooking();

describe('a recipe', () => {
  test('every invalid field is reported', async () => {
    const { status, body } = await as(cast.ann).post('/recipes', {
      recipe: {
        name: '  ',
        serving: 0,
        visibility: 'direct',
        ingredients: [{ name: 'x'.repeat(201) }, {}, 5, { name: 'salt', quantity: '1' }],
        steps: [{ content: ['no'] }, { content: 'Stir', ingredient_positions: [9] }],
        source_url: 'javascript:alert(1)',
        locale: 'not a locale',
      },
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 'validation_failed',
      errors: {
        name: ["can't be blank"],
        serving: ['must be greater than 0'],
        visibility: ['must be one of: public, unlisted, private'],
        'ingredients[0].name': ['is too long'],
        'ingredients[1].name': ["can't be blank"],
        'ingredients[2]': ['is not valid'],
        'ingredients[3].quantity': ['must be a number'],
        'steps[0].content': ['must be a string'],
        source_url: ['must be a URL'],
        locale: ['must be a language tag (BCP 47)'],
      },
    });
  });

  test.each<[unknown, object]>([
    [{}, { name: ["can't be blank"] }],
    [{ recipe: null }, { name: ["can't be blank"] }],
    [{ name: null }, { name: ["can't be blank"] }],
    [{ name: { a: 1 } }, { name: ['must be a string'] }],
    [{ name: 'a\0b' }, { name: ['contains characters that are not allowed'] }],
    [{ name: 'a\ud800' }, { name: ['contains characters that are not allowed'] }],
    [{ name: 'x', serving: 1.5 }, { serving: ['must be an integer'] }],
    [{ name: 'x', serving: '4' }, { serving: ['must be a number'] }],
    [{ name: 'x', ingredients: 'salt' }, { ingredients: ['must be a list'] }],
    [{ name: 'x', ingredients: Array(201).fill('salt') }, { ingredients: ['is too long'] }],
    [{ name: 'x', steps: [{ content: 'a', links: [{ id: 4 }] }] }, { 'steps[0].links[0].type': ["can't be blank"] }],
    [
      { name: 'x', steps: [{ content: 'a', ingredient_positions: [0] }] },
      { 'steps[0].ingredient_positions[0]': ['must be the position of an ingredient'] },
    ],
    [[], { base: ['must be an object'] }],
    [{ recipe: 'x' }, { base: ['must be an object'] }],
  ])('invalid body %# is refused', async (body, errors) => {
    const response = await as(cast.ann).post('/recipes', body);
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual(errors);
  });

  test('null for an optional field is the same as leaving it out', async () => {
    const { status, body } = await as(cast.ann).post('/recipes', {
      recipe: {
        name: 'Plain',
        description: null,
        serving: null,
        ingredients: null,
        prep_time: null,
        locale: null,
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ description: '', serving: 1, ingredients: [], prep_time: 0 });
  });

  test('an update of the steps alone must use the existing ingredients', async () => {
    const { id } = await postRecipe();
    const patch = (position: number) =>
      as(cast.ann).patch(`/recipes/${id}`, { steps: [{ content: 'Mix', ingredient_positions: [position] }] });
    expect((await patch(2)).status).toBe(204);
    const refused = await patch(3);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'steps[0].ingredient_positions[0]': ['must be the position of an ingredient'] },
    ]);
  });

  test('a null visibility leaves the visibility unchanged', async () => {
    const { id } = await postRecipe({ visibility: 'private' });
    await as(cast.ann).patch(`/recipes/${id}`, { visibility: null, name: 'Dough' });
    expect((await anyone.get(`/recipes/${id}`)).status).toBe(404);
  });
});

describe.each(kinds)('a %s', (kind) => {
  const path = `/${kind}s`;

  test('accepts steps that use the existing ingredients', async () => {
    const { id } = await draft(kind);
    const patch = (positions: number[]) =>
      as(cast.bo).patch(`${path}/${id}`, { steps: [{ content: 'Mix', ingredient_positions: positions }] });
    expect((await patch([2])).status).toBe(204);
    const refused = await patch([2, 3]);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'steps[0].ingredient_positions[1]': ['must be the position of an ingredient'] },
    ]);
    const both = await as(cast.bo).patch(`${path}/${id}`, {
      ingredients: ['salt'],
      steps: [{ content: 'Mix', ingredient_positions: [1] }],
    });
    expect(both.status).toBe(422);
    const copied = await cook(kind, { steps: [{ content: 'Mix', ingredient_positions: [3] }] });
    expect([copied.status, Object.keys(copied.body.errors)]).toEqual([422, ['steps[0].ingredient_positions[0]']]);
  });

  test.each<[object, object]>([
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ name: null }, { name: ["can't be blank"] }],
    [{ name: 'x'.repeat(201) }, { name: ['is too long'] }],
    [{ prepared_at: null }, { prepared_at: ["can't be blank"] }],
    [{ prepared_at: 5 }, { prepared_at: ['must be a string'] }],
    [{ prepared_at: 'soon' }, { prepared_at: ['must be a date or a time with its offset (RFC 3339)'] }],
    [{ prepared_at: '2026-02-30' }, { prepared_at: ['must be a date or a time with its offset (RFC 3339)'] }],
    [{ prepared_at: '2026-02-03T10:00:00' }, { prepared_at: ['must be a date or a time with its offset (RFC 3339)'] }],
    [
      { prepared_at: '0001-01-01T00:00:00+10:00' },
      { prepared_at: ['must be a date or a time with its offset (RFC 3339)'] },
    ],
    [{ serving: 0 }, { serving: ['must be greater than 0'] }],
    [{ serving: 1.5 }, { serving: ['must be an integer'] }],
    [{ serving: '2' }, { serving: ['must be a number'] }],
    [{ visibility: 'direct' }, { visibility: ['must be one of: public, unlisted, private'] }],
    [{ recipe_id: 'x' }, { recipe_id: ['must be a number'] }],
    [{ recipe_id: 999_999 }, { recipe_id: ['must be a recipe you can see'] }],
  ])('invalid body %# is refused, on creation and on update', async (extra, errors) => {
    const response = await cook(kind, extra);
    expect([response.status, response.body.errors]).toEqual([422, errors]);
    const { id } = await draft(kind);
    const changed = await as(cast.bo).patch(`${path}/${id}`, extra);
    expect([changed.status, changed.body.errors]).toEqual([422, errors]);
  });

  test('accepts the earliest and the latest date', async () => {
    for (const prepared_at of ['0001-01-01', '9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z']) {
      const { status, body } = await cook(kind, { prepared_at });
      expect([status, new Date(body.prepared_at).getTime()]).toEqual([201, new Date(prepared_at).getTime()]);
    }
  });
});

test('a baking needs a recipe, a preparation does not', async () => {
  const missing = await as(cast.bo).post('/bakings', {});
  expect([missing.status, missing.body.errors]).toEqual([
    422,
    { recipe_id: ["can't be blank"], name: ["can't be blank"], prepared_at: ["can't be blank"] },
  ]);
  expect((await cook('baking', { recipe_id: null })).body.errors).toEqual({ recipe_id: ["can't be blank"] });
  const baking = await draft('baking');
  expect((await as(cast.bo).patch(`/bakings/${baking.id}`, { recipe_id: null })).status).toBe(422);

  const plain = await draft('preparation', { recipe_id: undefined });
  expect(plain).toMatchObject({ ingredients: [], steps: [], status: 'draft' });
  expect(plain).not.toHaveProperty('recipe_id');
  expect(plain).not.toHaveProperty('serving_type');
  const unlinked = await draft('preparation');
  expect((await as(cast.bo).patch(`/preparations/${unlinked.id}`, { recipe_id: null })).status).toBe(204);
  expect((await as(cast.bo).get(`/preparations/${unlinked.id}`)).body).not.toHaveProperty('recipe_id');
});
