/** Recipes over the API. */
import { describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const dough = {
  name: 'Pizza dough',
  description: 'A **good** dough.',
  serving: 4,
  visibility: 'public',
  ingredients: ['250 g flour, sifted', { name: 'water', quantity: 0.3333333333, unit: 'cup', group: 'Wet' }],
  steps: [{ content: 'Mix **gently**.', duration: 1800, ingredient_positions: [0] }],
  tags: ['#dough'],
};
const post = async (extra: object = {}) =>
  (await as(cast.ann).post('/recipes', { recipe: { ...dough, ...extra } })).body;

describe('publishing', () => {
  test('a recipe is returned completely', async () => {
    const { status, body } = await as(cast.ann).post('/recipes', { recipe: dough });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Pizza dough',
      description_html: expect.stringContaining('<strong>good</strong>'),
      serving: 4,
      serving_type: 'servings',
      tags: ['dough'],
      account: { username: 'ann', instance: 'cook.example', state: 'loaded', like_id: 0 },
      ingredients: [
        {
          position: 0,
          name: 'flour',
          quantity: 250,
          unit: 'g',
          note: 'sifted',
          original_text: '250 g flour, sifted',
        },
        {
          position: 1,
          name: 'water',
          quantity: 0.333,
          unit: 'cup',
          group: 'Wet',
          optional: false,
          scalable: true,
        },
      ],
      steps: [{ position: 0, duration: 1800, ingredient_ids: [body.ingredients[0].id], links: [] }],
    });
    const seen = await anyone.get(`/recipes/${body.id}`);
    expect(seen.body).toEqual(body);
    const bySlug = await anyone.get(`/accounts/${cast.ann.id}/recipes/${body.slug}`);
    expect(bySlug.body).toEqual(body);
  });

  test('the root key is optional, and unknown and server-owned keys are ignored', async () => {
    const { body } = await as(cast.ann).post('/recipes', {
      ...dough,
      id: 1,
      likes_count: 99,
      account: { id: 2 },
      x: 1,
    });
    expect(body).toMatchObject({ name: 'Pizza dough', likes_count: 0, account: { username: 'ann' } });
    expect(body.id).not.toBe(1);
  });

  test('a step links to another recipe', async () => {
    const base = await post();
    const pizza = await post({
      name: 'Pizza',
      steps: [{ content: 'Make the dough', links: [{ type: 'Recipe', id: base.id, serving: 2 }] }],
    });
    expect(pizza.steps[0].links).toEqual([
      {
        type: 'recipe',
        id: base.id,
        name: 'Pizza dough',
        slug: base.slug,
        account_id: cast.ann.id,
        url: base.url,
        serving: 2,
      },
    ]);
  });
});

describe('reading', () => {
  test('quantities scale with the requested servings', async () => {
    const { id } = await post();
    const { body } = await anyone.get(`/recipes/${id}?serving=12`);
    expect(body).toMatchObject({ serving: 12, ingredients: [{ quantity: 750 }, { quantity: 1 }] });
    for (const wrong of ['0', '-1', '1.5', 'x', '', '1e3']) {
      expect((await anyone.get(`/recipes/${id}?serving=${wrong}`)).status).toBe(422);
    }
  });

  test('quantities, notes and steps are shown in the requested units', async () => {
    const { id, slug } = await post({
      name: 'Crêpes',
      locale: 'en',
      serving: 2,
      ingredients: ['1 cup flour', '1 cup milk', '2 eggs', '2 tbsp sugar, plus 1 cup sugar to serve'],
      steps: [{ content: 'Whisk 1 cup flour with *1 cup milk*. Fry for 2–3 minutes, keep warm at 200 °F.' }],
    });
    const metric = (await anyone.get(`/recipes/${id}?units=metric&serving=4`)).body;
    expect(metric.ingredients).toMatchObject([
      { quantity: 240, unit: 'g', original_text: '1 cup flour' },
      { quantity: 470, unit: 'ml' },
      { quantity: 4, unit: null },
      { quantity: 50, unit: 'g', note: 'plus 400 g sugar to serve' },
    ]);
    expect(metric.steps[0]).toMatchObject({
      content: 'Whisk 240 g flour with *470 ml milk*. Fry for 2–3 minutes, keep warm at 93 °C.',
      content_html: '<p>Whisk 240 g flour with <em>470 ml milk</em>. Fry for 2–3 minutes, keep warm at 93 °C.</p>',
    });

    const bySlug = await anyone.get(`/accounts/${cast.ann.id}/recipes/${slug}?units=metric&serving=4`);
    expect(bySlug.body).toEqual(metric);
    const stored = (await anyone.get(`/recipes/${id}`)).body;
    expect((await anyone.get(`/recipes/${id}?units=original`)).body).toEqual(stored);
    expect(stored.ingredients[0]).toMatchObject({ quantity: 1, unit: 'cup' });
    for (const wrong of ['', 'imperial', '__proto__'])
      expect((await anyone.get(`/recipes/${id}?units=${wrong}`)).status).toBe(422);
  });

  test('own recipes are listed newest first, in pages', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.unshift((await as(cast.bo).post('/recipes', { name })).body.id);
    }
    const all = await as(cast.bo).get('/recipes');
    expect(all.body.map((recipe: { id: number }) => recipe.id)).toEqual(ids);

    const page = await as(cast.bo).get('/recipes?limit=2');
    expect(page.body.map((recipe: { id: number }) => recipe.id)).toEqual(ids.slice(0, 2));
    expect(page.headers.get('link')).toBe(
      `<https://cook.example/api/v1/recipes?limit=2&max_id=${ids[1]}>; rel="next", <https://cook.example/api/v1/recipes?limit=2&min_id=${ids[0]}>; rel="prev"`,
    );
    const rest = await as(cast.bo).get(`/recipes?limit=2&max_id=${ids[1]}`);
    expect(rest.body.map((recipe: { id: number }) => recipe.id)).toEqual(ids.slice(2));
    expect(rest.headers.get('link')).not.toContain('rel="next"');
  });

  test('a missing and a hidden recipe have the same response', async () => {
    const secret = await post({ visibility: 'private' });
    const hidden = await anyone.get(`/recipes/${secret.id}`);
    const stranger = await as(cast.cy).get(`/recipes/${secret.id}`);
    const missing = await anyone.get('/recipes/999999');
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
    expect([stranger.status, stranger.text]).toEqual([404, missing.text]);
    expect([...hidden.headers]).toEqual([...missing.headers]);
    for (const id of ['0', '01', '1e3', '+1', '9223372036854775808', '9007199254740993', 'x', '%00', '-1', '1.0']) {
      const answer = await anyone.get(`/recipes/${id}`);
      expect([answer.status, answer.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.ann).get(`/recipes/${secret.id}`)).status).toBe(200);
  });

  test('a status is not found as a recipe', async () => {
    const { body } = await as(cast.ann).post('/statuses', { status: { content: 'Hello' } });
    expect((await anyone.get(`/recipes/${body.id}`)).status).toBe(404);
    expect((await as(cast.ann).delete(`/recipes/${body.id}`)).status).toBe(404);
    expect((await as(cast.ann).patch(`/recipes/${body.id}`, { name: 'x' })).status).toBe(404);
    expect((await as(cast.ann).post(`/recipes/${body.id}/boost`)).status).toBe(404);
  });

  test('an unchanged recipe is a 304', async () => {
    const { id } = await post();
    const first = await anyone.get(`/recipes/${id}`);
    const again = await anyone.get(`/recipes/${id}`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });
});

describe('changing', () => {
  test('only given fields change, and a given list replaces the old list', async () => {
    const { id, slug } = await post();
    const answer = await as(cast.ann).patch(`/recipes/${id}`, {
      recipe: { name: 'Focaccia', ingredients: ['1 kg flour'] },
    });
    expect(answer.status).toBe(204);
    const { body } = await anyone.get(`/recipes/${id}`);
    expect(body).toMatchObject({ name: 'Focaccia', slug, serving: 4, description: 'A **good** dough.' });
    expect(body.ingredients).toHaveLength(1);
    expect(body.steps).toHaveLength(1);
  });

  test('an update without changes has no effect', async () => {
    const { id } = await post();
    expect((await as(cast.ann).patch(`/recipes/${id}`)).status).toBe(204);
    expect((await as(cast.ann).patch(`/recipes/${id}`, { recipe: { name: null } })).status).toBe(422);
  });

  test('only its author can change it', async () => {
    const { id } = await post();
    const hidden = await post({ visibility: 'private' });
    expect((await as(cast.bo).patch(`/recipes/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await as(cast.bo).delete(`/recipes/${id}`)).status).toBe(403);
    expect((await as(cast.bo).delete(`/recipes/${hidden.id}`)).status).toBe(404);
    expect((await anyone.delete(`/recipes/${id}`)).status).toBe(401);
  });

  test('a deleted recipe is gone', async () => {
    const { id } = await post();
    expect((await as(cast.ann).delete(`/recipes/${id}`)).status).toBe(204);
    expect((await anyone.get(`/recipes/${id}`)).status).toBe(404);
    expect((await as(cast.ann).delete(`/recipes/${id}`)).status).toBe(404);
  });
});
