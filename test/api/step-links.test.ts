/** Steps that link to other items, over the API. */
import { describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { insertPicture } from '../support/pictures.ts';

useCast();

const linking = (...links: object[]) => [{ content: 'Make it', links }];
const recipe = async (extra: object = {}, who = cast.ann) =>
  (await as(who).post('/recipes', { name: 'Pizza', ...extra })).body;
const preparation = async (extra: object = {}, who = cast.ann) =>
  (await as(who).post('/preparations', { name: 'Dough', prepared_at: '2026-01-01', ...extra })).body;
const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);

describe('a link', () => {
  test('names its target by type and id', async () => {
    const dough = await recipe();
    for (const type of ['preparation', 'status', 'baking']) {
      const response = await as(cast.ann).post('/recipes', {
        name: 'x',
        steps: linking({ type, id: dough.id }),
      });
      expect([response.status, response.body.errors]).toEqual([
        422,
        { 'steps[0].links[0]': ['must be an item you can see'] },
      ]);
    }
    const { steps } = await recipe({ steps: linking({ type: 'recipe', id: dough.id, serving: 2 }) });
    expect(steps[0].links).toMatchObject([{ type: 'recipe', id: dough.id, serving: 2 }]);
  });

  test('can name its target by a local URL', async () => {
    const dough = await recipe();
    const { steps } = await recipe({ steps: linking({ url: dough.uri }, { url: dough.url }) });
    expect(steps[0].links).toMatchObject([{ id: dough.id }, { id: dough.id }]);
  });

  test('needs a target that its author can see', async () => {
    const secret = await recipe({ visibility: 'private' });
    const draft = await preparation();
    for (const link of [
      { type: 'recipe', id: secret.id },
      { url: secret.uri },
      { url: secret.url },
      { type: 'preparation', id: draft.id },
      { url: 'https://cook.example/nothing' },
    ]) {
      const response = await as(cast.bo).post('/recipes', { name: 'x', steps: linking(link) });
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['steps[0].links[0]']]);
    }
    expect((await recipe({ steps: linking({ type: 'preparation', id: draft.id }) })).steps[0].links).toHaveLength(1);
  });

  test.each([
    [{ id: 1 }, 'steps[0].links[0].type'],
    [{ type: 'recipe' }, 'steps[0].links[0].id'],
    [{ type: 'soup', id: 1 }, 'steps[0].links[0].type'],
    [{ url: 'ftp://x.example/' }, 'steps[0].links[0].url'],
    [{ url: `https://x.example/${'é'.repeat(400)}` }, 'steps[0].links[0].url'],
    [{ url: 'https://x.example/1', serving: 0 }, 'steps[0].links[0].serving'],
  ])('%o is refused', async (link, field) => {
    const response = await as(cast.ann).post('/recipes', { name: 'x', steps: linking(link) });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });

  test('to a target that the viewer cannot see is left out', async () => {
    const secret = await recipe({ visibility: 'private' });
    const { id } = await recipe({ steps: linking({ type: 'recipe', id: secret.id }) });
    expect((await anyone.get(`/recipes/${id}`)).body.steps[0].links).toEqual([]);
    expect((await as(cast.ann).get(`/recipes/${id}`)).body.steps[0].links).toHaveLength(1);
  });

  test('is copied with the steps of a cooked recipe', async () => {
    const dough = await recipe();
    const pizza = await recipe({ steps: linking({ type: 'recipe', id: dough.id, serving: 2 }) });
    const baking = (await as(cast.bo).post('/bakings', { recipe_id: pizza.id, name: 'x', prepared_at: '2026-01-01' }))
      .body;
    expect(baking.steps[0].links).toMatchObject([{ type: 'recipe', id: dough.id, serving: 2 }]);
  });
});

describe('links', () => {
  test('lead from recipe to recipe through every kind, even in a circle', async () => {
    const [a, b, c] = [await recipe(), await recipe(), await recipe()];
    const between = await preparation({ steps: linking({ type: 'recipe', id: b.id }) });
    await as(cast.ann).post(`/preparations/${between.id}/publish`);
    await as(cast.ann).patch(`/recipes/${a.id}`, {
      steps: linking({ type: 'preparation', id: between.id }, { type: 'recipe', id: a.id }),
    });
    await as(cast.ann).patch(`/recipes/${b.id}`, { steps: linking({ type: 'recipe', id: c.id }) });
    await as(cast.ann).patch(`/recipes/${c.id}`, { steps: linking({ type: 'recipe', id: a.id }) });

    const { status, body } = await anyone.get(`/recipes/${a.id}/links?limit=1`);
    expect([status, idsOf(body)]).toEqual([200, [b.id, c.id]]);
    expect(body[0]).toEqual((await anyone.get(`/recipes/${b.id}`)).body);
    expect((await anyone.get(`/preparations/${between.id}/links`)).body).toEqual([]);

    await as(cast.ann).delete(`/preparations/${between.id}/publish`);
    expect(idsOf((await anyone.get(`/recipes/${a.id}/links`)).body)).toEqual([]);
    expect(idsOf((await as(cast.bo).get(`/recipes/${a.id}/links`)).body)).toEqual([]);
    expect(idsOf((await as(cast.ann).get(`/recipes/${a.id}/links`)).body)).toEqual([b.id, c.id]);
  });

  test.each(['preparation', 'baking'])('of a %s have that type', async (kind) => {
    const { id: recipe_id } = await recipe();
    const make = async (links: object[]) => {
      const body = { name: 'x', prepared_at: '2026-01-01', recipe_id, steps: linking(...links) };
      const item = (await as(cast.ann).post(`/${kind}s`, body)).body;
      await as(cast.ann).post(`/${kind}s/${item.id}/publish`);
      return item;
    };
    const first = await make([{ type: 'recipe', id: recipe_id }]);
    const second = await make([{ type: kind, id: first.id }]);
    const { body } = await anyone.get(`/${kind}s/${second.id}/links`);
    expect(body).toMatchObject([{ id: first.id, status: 'published', collection_ids: [] }]);
  });

  test('of a hidden item are a 404, as for a missing one', async () => {
    const { id } = await recipe({ visibility: 'private' });
    const missing = await anyone.get('/recipes/999999/links');
    for (const path of [`/recipes/${id}/links`, '/recipes/0/links', '/recipes/x/links', `/bakings/${id}/links`]) {
      const response = await anyone.get(path);
      expect([response.status, response.text]).toEqual([404, missing.text]);
    }
    expect((await as(cast.ann).get(`/recipes/${id}/links`)).body).toEqual([]);
  });
});

describe('photos of a recipe', () => {
  test('are those of its bakings that the viewer can see', async () => {
    const { id: recipe_id } = await recipe();
    const bake = async (visibility: string | null, pictures: number, kind = 'baking') => {
      const body = { name: 'x', prepared_at: '2026-01-01', recipe_id };
      const item = (await as(cast.bo).post(`/${kind}s`, body)).body;
      if (visibility) await as(cast.bo).post(`/${kind}s/${item.id}/publish`, { visibility });
      const media: number[] = [];
      const size = { description: 'A pizza', width: 30, height: 20 };
      while (media.length < pictures) media.push((await insertPicture(cast.bo.id, item.id, size)).id);
      return { item, media };
    };
    const shown = await bake('public', 2);
    const followers = await bake('private', 1);
    const draft = await bake(null, 1);
    await bake('public', 1, 'preparation');
    const path = `/recipes/${recipe_id}/media`;

    const { status, body } = await anyone.get(path);
    expect([status, idsOf(body)]).toEqual([200, shown.media.toReversed()]);
    expect(body[0]).toMatchObject({
      description: 'A pizza',
      eventable_type: 'baking',
      eventable_id: shown.item.id,
      recipe_id,
      prepared_at: '2026-01-01T00:00:00.000Z',
      account: { username: 'bo' },
      width: 30,
      height: 20,
      blurhash: '',
      content_type: 'image/webp',
    });
    expect(idsOf((await as(cast.bo).get(path)).body)).toEqual([
      ...draft.media,
      ...followers.media,
      ...shown.media.toReversed(),
    ]);
    await as(cast.ann).post(`/accounts/${cast.bo.id}/follow`);
    expect(idsOf((await as(cast.ann).get(path)).body)).toEqual([...followers.media, ...shown.media.toReversed()]);
    expect(idsOf((await anyone.get(`${path}?limit=1&order=asc`)).body)).toEqual([shown.media[0]]);

    await as(cast.ann).post(`/accounts/${cast.bo.id}/block`);
    expect((await as(cast.ann).get(path)).body).toEqual([]);
    await as(cast.ann).delete(`/accounts/${cast.bo.id}/block`);
    await as(cast.ann).patch(`/recipes/${recipe_id}`, { visibility: 'private' });
    expect((await anyone.get(path)).status).toBe(404);
    expect((await anyone.get('/recipes/999999/media')).status).toBe(404);
  });
});
