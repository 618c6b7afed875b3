/** Follows, boosts and timelines over the API. */
import { beforeAll, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';

useCast();
beforeAll(async () => {
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
});

type Event = { id: number; action: string; account: { username: string }; object: { id: number } };
const home = async (query = ''): Promise<Event[]> => (await as(cast.bo).get(`/timeline${query}`)).body;
const idsOf = (events: Event[]) => events.map((event) => event.id);

test('following returns the relationship and is idempotent', async () => {
  for (const _ of [1, 2]) {
    const { status, body } = await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: cast.ann.id,
      following: true,
      followed: false,
      following_requested: false,
      follower_requested: false,
      blocking: false,
      muting: false,
      muting_notifications: false,
      hiding_boosts: false,
      domain_blocking: false,
    });
  }
  const { body } = await as(cast.bo).get(`/accounts/${cast.ann.id}`);
  expect(body.followers_count).toBe(1);
});

test('an account cannot follow itself or a missing account', async () => {
  expect((await as(cast.bo).post(`/accounts/${cast.bo.id}/follow`)).status).toBe(422);
  expect((await as(cast.bo).post('/accounts/999999/follow')).status).toBe(404);
  expect((await as(cast.bo).delete('/accounts/999999/follow')).status).toBe(404);
  expect((await as(cast.cy).delete(`/accounts/${cast.ann.id}/follow`)).status).toBe(204);
});

test('relationships are in the requested order, without unknown accounts', async () => {
  const { ann, cy } = cast;
  for (const query of [
    `id[]=${cy.id}&id[]=999999&id[]=${ann.id}`,
    `id=${cy.id}&id=${ann.id}`,
    `id=${cy.id},x,${ann.id}`,
  ]) {
    const { status, body } = await as(cast.bo).get(`/accounts/relationships?${query}`);
    expect(status).toBe(200);
    expect(body.map((one: { id: number }) => one.id)).toEqual([cy.id, ann.id]);
  }
  expect((await as(cast.bo).get('/accounts/relationships')).body).toEqual([]);
  const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
  for (const spelled of ['%20', '%2B', '+', '0', '%09'])
    expect((await as(cast.bo).get(`/accounts/relationships?id=${spelled}${cast.ann.id}`)).body).toEqual([]);
  expect((await as(cast.bo).get(`/accounts/relationships?id=${cast.ann.id}`)).body).toHaveLength(1);
  expect((await as(cast.bo).get(`/accounts/relationships?id=${many}`)).status).toBe(422);
});

test('a follower sees published and boosted items', async () => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
  const status = (await as(cast.cy).post('/statuses', { content: 'Jam' })).body;
  expect((await as(cast.ann).post(`/statuses/${status.id}/boost`)).status).toBe(204);
  expect((await as(cast.ann).post(`/statuses/${status.id}/boost`)).status).toBe(204);
  await drain();

  const [boosted, created] = await home();
  expect(boosted).toMatchObject({
    type: 'status',
    action: 'boost',
    account: { username: 'ann' },
    object: {
      id: status.id,
      type: 'status',
      name: '',
      slug: '',
      boosts_count: 1,
      account: { username: 'cy' },
    },
  });
  expect(created).toMatchObject({
    type: 'recipe',
    action: 'create',
    object: {
      id: recipe.id,
      name: 'Bread',
      slug: 'bread',
      recipe_id: null,
      prepared_at: null,
      in_reply_to_id: null,
    },
  });

  expect((await as(cast.ann).delete(`/statuses/${status.id}/boost`)).status).toBe(204);
  expect((await as(cast.ann).delete(`/statuses/${status.id}/boost`)).status).toBe(204);
  expect((await home()).map((event) => event.object.id)).toEqual([recipe.id]);
});

test('timelines carry the content warning of a post, and when it was edited', async () => {
  const warned = { content: 'Raw egg', spoiler_text: 'eggs', sensitive: true };
  const { id } = (await as(cast.ann).post('/statuses', warned)).body;
  await drain();
  const read = async () => {
    const timelines = [await home(), (await anyone.get(`/accounts/${cast.ann.id}/timeline`)).body];
    return timelines.map((events: Event[]) => events.find((event) => event.object.id === id)!.object);
  };
  for (const object of await read())
    expect(object).toMatchObject({ spoiler_text: 'eggs', sensitive: true, edited_at: null });

  await as(cast.ann).patch(`/statuses/${id}`, { status: { spoiler_text: '' } });
  for (const object of await read())
    expect(object).toMatchObject({ spoiler_text: '', sensitive: true, edited_at: expect.any(String) });
});

test('pages of the home timeline have no gap or overlap', async () => {
  for (let index = 0; index < 5; index += 1) await as(cast.ann).post('/statuses', { content: `Post ${index}` });
  await drain();
  const all = idsOf(await home());
  expect(all.length).toBeGreaterThanOrEqual(5);
  expect(all).toEqual(all.toSorted((one, other) => other - one));

  for (const start of ['/timeline?limit=2', '/timeline?limit=2&order=asc']) {
    const seen: number[] = [];
    for (let path: string | undefined = start; path; ) {
      const response = await as(cast.bo).get(path);
      seen.push(...idsOf(response.body));
      path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(start.includes('asc') ? all.toReversed() : all);
  }

  const [newest, second, third, fourth, fifth] = all as [number, number, number, number, number];
  expect(idsOf(await home(`?min_id=${fifth}&limit=2`))).toEqual([third, fourth]);
  expect(idsOf(await home(`?min_id=${fifth}&limit=2&order=asc`))).toEqual([fourth, third]);
  expect(idsOf(await home(`?max_id=${newest}&limit=2&order=asc`))).toEqual([third, second]);
  expect(idsOf(await home(`?min_id=${fifth}&max_id=${second}`))).toEqual([third, fourth]);
});

test('invalid cursors and limits are refused', async () => {
  for (const query of [
    'limit=0',
    'limit=x',
    'limit=',
    'min_id=1e3',
    'max_id=-1',
    'order=up',
    'max_id=9223372036854775807',
    'limit=1&limit=2',
  ]) {
    expect((await as(cast.bo).get(`/timeline?${query}`)).status).toBe(422);
  }
  expect((await as(cast.bo).get('/timeline?limit=500')).status).toBe(200);
});

test('an account timeline includes replies only if requested', async () => {
  const parent = (await as(cast.ann).post('/statuses', { content: 'Question' })).body;
  const reply = (await as(cast.cy).post('/statuses', { content: 'Answer', in_reply_to_id: parent.id })).body;
  const secret = (await as(cast.cy).post('/statuses', { content: 'Mine', visibility: 'private' })).body;
  const path = `/accounts/${cast.cy.id}/timeline`;
  const objects = async (speaker: typeof anyone, query = '') =>
    (await speaker.get(`${path}${query}`)).body.map((event: Event) => event.object.id);

  expect(await objects(anyone)).not.toContain(reply.id);
  const replies = (await anyone.get(`${path}?with_replies=true`)).body;
  expect(replies[0]).toMatchObject({ action: 'reply', object: { id: reply.id, in_reply_to_id: parent.id } });
  expect(await objects(anyone)).not.toContain(secret.id);
  expect(await objects(as(cast.cy))).toContain(secret.id);
  expect((await anyone.get(`${path}?with_replies=perhaps`)).status).toBe(422);
  expect((await anyone.get('/accounts/999999/timeline')).status).toBe(404);
});

test('a reply that is boosted appears once in a home timeline with replies', async () => {
  const post = async (fields: object) =>
    (await as(cast.ann).post('/statuses', { status: { content: 'Stir it.', ...fields } })).body.id;
  const reply = await post({ in_reply_to_type: 'status', in_reply_to_id: await post({}) });
  await drain();
  const shown = async () =>
    (await home('?with_replies=true')).filter(({ object }) => object.id === reply).map(({ action }) => action);
  expect(await shown()).toEqual(['reply']);
  await as(cast.ann).post(`/statuses/${reply}/boost`);
  await drain();
  expect(await shown()).toEqual(['boost']);
  await as(cast.ann).delete(`/statuses/${reply}/boost`);
  await drain();
  expect(await shown()).toEqual(['reply']);
});

test('a private item of another account cannot be boosted', async () => {
  const { id } = (await as(cast.ann).post('/recipes', { name: 'Secret', visibility: 'private' })).body;
  expect((await as(cast.bo).post(`/recipes/${id}/boost`)).status).toBe(403);
  expect((await as(cast.cy).post(`/recipes/${id}/boost`)).status).toBe(404);
  expect((await as(cast.ann).post(`/recipes/${id}/boost`)).status).toBe(204);
});

test('a recipe shows the current state of linked items, to viewers who can see them', async () => {
  const dough = (await as(cast.ann).post('/recipes', { name: 'Dough' })).body;
  const steps = [{ content: 'Dough first', links: [{ type: 'recipe', id: dough.id }] }];
  const pizza = (await as(cast.ann).post('/recipes', { name: 'Pizza', steps })).body;
  const links = async () => (await anyone.get(`/recipes/${pizza.id}`)).body.steps[0].links;

  expect(await links()).toMatchObject([{ id: dough.id, name: 'Dough' }]);
  await as(cast.ann).patch(`/recipes/${dough.id}`, { name: 'Sourdough' });
  expect(await links()).toMatchObject([{ id: dough.id, name: 'Sourdough' }]);
  await as(cast.ann).patch(`/recipes/${dough.id}`, { visibility: 'private' });
  expect(await links()).toEqual([]);
});
