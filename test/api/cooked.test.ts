/** Preparations and bakings over the API: drafts, permissions, recipes and lists. */
import { describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { cook, draft, draftFields, kinds, postRecipe, recipe, useCooking } from './cooking.ts';

useCooking();

const namesOf = (body: { name: string }[]) => body.map(({ name }) => name);

describe.each(kinds)('a %s', (kind) => {
  const path = `/${kind}s`;
  const published = async (extra: object = {}) => {
    const item = await draft(kind, extra);
    expect((await as(cast.bo).post(`${path}/${item.id}/publish`)).status).toBe(204);
    return item;
  };

  test('starts as a draft with the scaled ingredients and steps of its recipe', async () => {
    const { status, body } = await cook(kind);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Sunday pizza',
      description: '',
      description_html: '',
      status: 'draft',
      visibility: 'public',
      serving: 8,
      serving_type: 'pizzas',
      prepared_at: '2026-03-01T16:30:00.000Z',
      recipe_id: recipe.id,
      collection_ids: [],
      likes_count: 0,
      account: { username: 'bo' },
      ingredients: [
        { name: 'flour', quantity: 500, unit: 'g', note: 'sifted' },
        { name: 'water', quantity: 0.667 },
        { name: 'salt', quantity: 1 },
      ],
      steps: [{ content: 'Mix **gently**.', duration: 1800, ingredient_ids: [body.ingredients[0].id] }],
      media: [],
      uri: '',
    });
    expect(body.published_at).toBe(body.created_at);
    expect(body.ingredients[0].id).not.toBe(recipe.ingredients[0]!.id);
  });

  test('uses its own ingredients and steps if they are given', async () => {
    const own = await draft(kind, { ingredients: ['1 egg'], steps: [] });
    expect(own).toMatchObject({ ingredients: [{ name: 'egg', quantity: 1 }], steps: [] });
    const mixed = await draft(kind, { steps: [{ content: 'Salt', ingredient_positions: [2] }] });
    expect(mixed.steps[0].ingredient_ids).toEqual([mixed.ingredients[2].id]);
  });

  test('is for one serving by default', async () => {
    const { body } = await cook(kind, { serving: undefined });
    expect(body).toMatchObject({ serving: 1, ingredients: [{ quantity: 62.5 }, { quantity: 0.083 }, {}] });
  });

  test('is visible to its owner only while it is a draft', async () => {
    const { id } = await draft(kind);
    const missing = await anyone.get(`${path}/999999`);
    for (const reader of [anyone, as(cast.ann)]) {
      const response = await reader.get(`${path}/${id}`);
      expect([response.status, response.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.bo).get(`${path}/${id}`)).body.status).toBe('draft');
    expect((await as(cast.ann).patch(`${path}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await as(cast.ann).delete(`${path}/${id}`)).status).toBe(404);
    expect((await as(cast.ann).post(`${path}/${id}/publish`)).status).toBe(404);
    expect((await as(cast.ann).delete(`${path}/${id}/publish`)).status).toBe(404);
  });

  test('can be changed and deleted by its owner only after it is published', async () => {
    const { id } = await published();
    expect((await anyone.get(`${path}/${id}`)).status).toBe(200);
    expect((await as(cast.ann).patch(`${path}/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await as(cast.ann).delete(`${path}/${id}`)).status).toBe(403);
    expect((await as(cast.ann).post(`${path}/${id}/publish`)).status).toBe(403);
    expect((await as(cast.ann).delete(`${path}/${id}/publish`)).status).toBe(403);
    expect((await as(cast.bo).delete(`${path}/${id}`)).status).toBe(204);
    expect((await as(cast.bo).get(`${path}/${id}`)).status).toBe(404);
    expect((await as(cast.bo).delete(`${path}/${id}`)).status).toBe(404);
  });

  test('is not found under the path of the other kind', async () => {
    const other = kind === 'baking' ? 'preparation' : 'baking';
    const { id } = await draft(other);
    for (const response of [
      await as(cast.bo).get(`${path}/${id}`),
      await as(cast.bo).patch(`${path}/${id}`, { name: 'x' }),
      await as(cast.bo).delete(`${path}/${id}`),
      await as(cast.bo).post(`${path}/${id}/publish`),
      await as(cast.bo).delete(`${path}/${id}/publish`),
      await as(cast.bo).get(`${path}/${id}/links`),
    ]) {
      expect(response.status).toBe(404);
    }
  });

  test('changes only in the given fields', async () => {
    const item = await draft(kind);
    const response = await as(cast.bo).patch(`${path}/${item.id}`, {
      [kind]: {
        name: 'Monday pizza',
        prepared_at: '2026-03-02',
        serving: 3,
        visibility: null,
        status: 'published',
      },
    });
    expect(response.status).toBe(204);
    const { body } = await as(cast.bo).get(`${path}/${item.id}`);
    expect(body).toEqual({
      ...item,
      name: 'Monday pizza',
      prepared_at: '2026-03-02T00:00:00.000Z',
      serving: 3,
    });
    expect((await as(cast.bo).patch(`${path}/${item.id}`)).status).toBe(204);

    await as(cast.bo).patch(`${path}/${item.id}`, {
      description: '*Thin*',
      visibility: 'private',
      ingredients: ['1 egg'],
      serving_type: null,
    });
    const changed = (await as(cast.bo).get(`${path}/${item.id}`)).body;
    expect(changed).toMatchObject({
      description_html: expect.stringContaining('<em>Thin</em>'),
      visibility: 'private',
      ingredients: [{ name: 'egg' }],
      steps: [{}],
    });
    expect(changed).not.toHaveProperty('serving_type');
  });

  test('can use only a recipe that its owner can see', async () => {
    const secret = await postRecipe({ visibility: 'private' });
    const status = (await as(cast.ann).post('/statuses', { content: 'Hello' })).body;
    for (const recipe_id of [secret.id, status.id, (await draft('preparation')).id]) {
      const response = await cook(kind, { recipe_id });
      expect([response.status, response.body.errors]).toEqual([422, { recipe_id: ['must be a recipe you can see'] }]);
    }
    const own = await cook(kind, { recipe_id: secret.id }, cast.ann);
    expect(own.status).toBe(201);
  });

  test('names its recipe to viewers who can see the recipe', async () => {
    const secret = await postRecipe({ visibility: 'private' });
    const item = await draft(kind, { recipe_id: secret.id }, cast.ann);
    await as(cast.ann).post(`${path}/${item.id}/publish`, { [kind]: { visibility: 'public' } });
    expect((await as(cast.ann).get(`${path}/${item.id}`)).body.recipe_id).toBe(secret.id);
    expect((await as(cast.bo).get(`${path}/${item.id}`)).body).not.toHaveProperty('recipe_id');
    const timeline = await anyone.get(`/accounts/${cast.ann.id}/timeline`);
    expect(timeline.body[0].object).toMatchObject({ id: item.id, type: kind, recipe_id: null });
  });

  test('remains when its recipe is deleted', async () => {
    const doomed = await postRecipe();
    const { id } = await draft(kind, { recipe_id: doomed.id });
    await as(cast.ann).delete(`/recipes/${doomed.id}`);
    const { body } = await as(cast.bo).get(`${path}/${id}`);
    expect(body.ingredients).toHaveLength(3);
    expect(body).not.toHaveProperty('recipe_id');
  });

  test('is listed for its owner by date and status, newest first', async () => {
    const listed = async (query = '') => namesOf((await as(cast.cy).get(`${path}${query}`)).body);
    for (const [name, prepared_at] of [
      ['First', '2026-01-01T00:00:00Z'],
      ['Second', '2026-01-02T23:59:59.999Z'],
      ['Third', '2026-01-03T00:00:00Z'],
    ]) {
      await cook(kind, { name, prepared_at }, cast.cy);
    }
    const { body } = await as(cast.cy).get(path);
    await as(cast.cy).post(`${path}/${body[1].id}/publish`);

    expect(await listed()).toEqual(['Third', 'Second', 'First']);
    expect(await listed('?limit=1&order=asc')).toEqual(['First']);
    expect(await listed(`?max_id=${body[0].id}`)).toEqual(['Second', 'First']);
    expect(await listed('?start_date=2026-01-02')).toEqual(['Third', 'Second']);
    expect(await listed('?end_date=2026-01-02')).toEqual(['Second', 'First']);
    expect(await listed('?start_date=2026-01-02&end_date=2026-01-02')).toEqual(['Second']);
    expect(await listed('?start_date=2026-01-02T23:59:59.999Z&end_date=2026-01-03T00:00:00Z')).toEqual([
      'Third',
      'Second',
    ]);
    expect(await listed('?end_date=2026-01-03T02:00:00+02:00')).toEqual(['Third', 'Second', 'First']);
    expect(await listed('?start_date=9999-12-31&end_date=9999-12-31')).toEqual([]);
    expect(await listed('?start_date=2026-01-03&end_date=2026-01-01')).toEqual([]);
    expect(await listed('?status=published')).toEqual(['Second']);
    expect(await listed('?status=draft')).toEqual(['Third', 'First']);
    expect(await listed('?status=draft,published')).toEqual(['Third', 'Second', 'First']);
    expect(await listed('?status=draft&end_date=2026-01-01')).toEqual(['First']);
    for (const wrong of ['start_date=soon', 'end_date=', 'start_date=2026-13-01', 'status=lost', 'limit=0']) {
      const response = await as(cast.cy).get(`${path}?${wrong}`);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [wrong.split('=')[0]]]);
    }
    expect(
      (await as(cast.ann).get(path)).body.map((item: { account: { username: string } }) => item.account.username),
    ).not.toContain('cy');
  });

  test('is created once per idempotency key', async () => {
    const headers = { 'idempotency-key': `once-${kind}` };
    const send = () => as(cast.bo).post(path, { ...draftFields, recipe_id: recipe.id }, { headers });
    const [first, again] = [await send(), await send()];
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
