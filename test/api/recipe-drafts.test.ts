/** Drafts of recipes belong to their author alone, until they are published. */
import { expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { enqueued } from '../support/enqueued.ts';
import { getPage } from '../support/get-page.ts';
import { stored } from '../support/stored.ts';

useCast();

const write = async (more: object = {}) => {
  const recipe = { name: 'Secret soup', ingredients: ['1 leek'], tags: ['secret'], draft: true, ...more };
  const { status, body, text } = await as(cast.ann).post('/recipes', { recipe });
  expect(status, text).toBe(201);
  return body;
};
const publish = (id: number, body: object = {}) => as(cast.ann).post(`/recipes/${id}/publish`, body);
const unpublish = (id: number) => as(cast.ann).delete(`/recipes/${id}/publish`);
const namesFor = async (who: typeof cast.ann, path: string) =>
  (await as(who).get(path)).body.map(
    ({ name, object }: { name: string; object?: { name: string } }) => object?.name ?? name,
  );
const factsOf = async (eventableId: number) => ({
  events: await stored.events({ eventableId }),
  jobs: (await enqueued('send-activity')).filter((payload) => JSON.stringify(payload).includes(`${eventableId}`))
    .length,
});

test('a draft is seen, edited and deleted by its author, and by nobody else', async () => {
  const draft = await write({ description: 'For @bo' });
  expect(draft).toMatchObject({ status: 'draft', slug: '', uri: '', url: '' });
  expect(await factsOf(draft.id)).toEqual({ events: 0, jobs: 0 });
  expect((await as(cast.ann).get(`/recipes/${draft.id}`)).body).toEqual(draft);
  for (const other of [anyone, as(cast.bo)]) {
    expect((await other.get(`/recipes/${draft.id}`)).status).toBe(404);
    expect((await other.get(`/recipes/${draft.id}/links`)).status).toBe(404);
  }
  expect((await as(cast.bo).post(`/recipes/${draft.id}/like`)).status).toBe(404);
  expect((await as(cast.bo).post('/recipes', { recipe: { name: 'x', forked_from_id: draft.id } })).status).toBe(422);
  expect((await as(cast.ann).patch(`/recipes/${draft.id}`, { recipe: { name: 'Leek soup' } })).status).toBe(204);
  expect((await as(cast.ann).get(`/recipes/${draft.id}`)).body).toMatchObject({
    name: 'Leek soup',
    edited_at: null,
  });
  expect((await as(cast.ann).delete(`/recipes/${draft.id}`)).status).toBe(204);
  expect((await as(cast.ann).get(`/recipes/${draft.id}`)).status).toBe(404);
});

test('lists of recipes contain drafts only on request', async () => {
  const { id } = await write({ name: 'Listed' });
  expect(await namesFor(cast.ann, '/recipes')).not.toContain('Listed');
  expect(await namesFor(cast.ann, '/recipes?status=draft')).toContain('Listed');
  expect(await namesFor(cast.ann, '/recipes?status=draft,published')).toContain('Listed');
  expect(await namesFor(cast.bo, '/recipes?status=draft')).toEqual([]);
  expect((await as(cast.ann).get('/recipes?status=secret')).status).toBe(422);
  await publish(id);
  expect(await namesFor(cast.ann, '/recipes')).toContain('Listed');
  expect(await namesFor(cast.ann, '/recipes?status=draft')).not.toContain('Listed');
});

test('a status that is named twice lists no draft twice', async () => {
  await write({ name: 'First' });
  await write({ name: 'Second' });
  expect(await namesFor(cast.ann, '/recipes?status=draft,draft&limit=2')).toEqual(['Second', 'First']);
});

test('publishing gives it addresses and tells the followers, once', async () => {
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  const { id } = await write({ name: 'First name' });
  await as(cast.ann).patch(`/recipes/${id}`, { recipe: { name: 'Last name' } });
  expect((await publish(id, { visibility: 'unlisted' })).status).toBe(204);
  expect((await publish(id)).status).toBe(204);
  await drain();
  const { body } = await anyone.get(`/recipes/${id}`);
  expect(body).toMatchObject({ status: 'published', slug: 'last-name', visibility: 'unlisted' });
  expect((await getPage('/@ann/recipes/last-name')).status).toBe(200);
  const timeline = (await as(cast.bo).get('/timeline')).body;
  expect(JSON.stringify(timeline).split('"name":"Last name"').length - 1).toBe(1);
});

test('an unpublished recipe is gone for others, keeps its slug, and gets a new URI', async () => {
  const { id, uri } = await write({ name: 'Back and forth', draft: false });
  await as(cast.bo).post(`/recipes/${id}/like`);
  const { body: collection } = await as(cast.bo).post('/collections', { collection: { name: 'Best' } });
  await as(cast.bo).post(`/collections/${collection.id}/items/${id}?type=recipe`, {});
  const page = '/@ann/recipes/back-and-forth';
  expect((await getPage(page)).status).toBe(200);
  expect((await unpublish(id)).status).toBe(204);
  expect((await unpublish(id)).status).toBe(204);
  await drain();
  for (const path of [`/recipes/${id}`, `/accounts/${cast.ann.id}/recipes/back-and-forth`])
    expect((await anyone.get(path)).status).toBe(404);
  expect((await getPage(page)).status).toBe(404);
  expect((await as(cast.bo).get(`/collections/${collection.id}/items`)).body).toEqual([]);
  expect(await stored.tombstones({ iri: uri })).toBe(1);

  await publish(id);
  const { body } = await anyone.get(`/recipes/${id}`);
  expect(body).toMatchObject({ slug: 'back-and-forth', uri: `${uri}/2`, likes_count: 0 });
  expect((await as(cast.bo).delete(`/recipes/${id}/publish`)).status).toBe(403);
  expect((await anyone.get(`/recipes/${id}`)).status).toBe(200);
});
