/** Publishing drafts and unpublishing them again. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyone, as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { insertBlock } from '../support/relations.ts';
import { builtActivities } from '../support/sent-activities.ts';
import { storedItem } from '../support/stored.ts';

useCast();
let recipe: { id: number };
beforeAll(async () => {
  recipe = (await as(cast.ann).post('/recipes', { name: 'Soup', ingredients: ['1 onion'] })).body;
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
});

const kinds = ['preparation', 'baking'] as const;

describe.each(kinds)('a %s', (kind) => {
  const path = `/${kind}s`;
  let item: { id: number; created_at: string };
  beforeEach(async () => {
    const body = { name: 'Onion soup', prepared_at: '2026-01-01', recipe_id: recipe.id };
    item = (await as(cast.ann).post(path, body)).body;
  });

  const publish = async (body?: object, status = 204) =>
    expect((await as(cast.ann).post(`${path}/${item.id}/publish`, body)).status).toBe(status);
  const unpublish = async () => expect((await as(cast.ann).delete(`${path}/${item.id}/publish`)).status).toBe(204);
  const seenBy = async (reader: typeof anyone) => (await reader.get(`${path}/${item.id}`)).status;
  const shown = async () => (await as(cast.ann).get(`${path}/${item.id}`)).body;
  const home = async () => {
    await drain();
    return (await as(cast.bo).get('/timeline')).body.filter(
      (event: { object: { id: number } }) => event.object.id === item.id,
    );
  };
  const enqueuedFacts = async () => {
    await drain();
    const iri = `https://cook.example/users/${cast.ann.id}/${kind}s/${item.id}`;
    const built = await builtActivities({ accountId: cast.ann.id, objectIri: { startsWith: iri } });
    return built.map(({ type, objectIri }) => `${type} ${objectIri!.split(`/${kind}s/`)[1]}`).sort();
  };
  const cooked = async () => (await storedItem(recipe.id)).cookedCount;
  const document = async (suffix = '') =>
    testApp().request(`https://cook.example/users/${cast.ann.id}/${kind}s/${item.id}${suffix}`, {
      headers: { accept: 'application/activity+json' },
    });

  test('is in timelines after it is published', async () => {
    expect(await enqueuedFacts()).toEqual([]);
    expect((await document()).status).toBe(404);
    await publish();
    expect(await shown()).toMatchObject({ status: 'published', visibility: 'public' });
    const { published_at } = await shown();
    expect(published_at > item.created_at).toBe(true);
    expect(await seenBy(anyone)).toBe(200);
    expect(await home()).toMatchObject([{ type: kind, action: 'create', object: { recipe_id: recipe.id } }]);
    expect(await enqueuedFacts()).toEqual([`Create ${item.id}`]);
    const json = (await (await document()).json()) as { 'schema:name': string; published: string };
    expect([json['schema:name'], json.published]).toEqual(['Onion soup', published_at]);
  });

  test.each(['public', 'unlisted', 'private'])('is published with the chosen visibility: %s', async (visibility) => {
    await publish({ [kind]: { visibility } });
    expect((await shown()).visibility).toBe(visibility);
    expect(await seenBy(anyone)).toBe(visibility === 'private' ? 404 : 200);
    expect(await seenBy(as(cast.cy))).toBe(visibility === 'private' ? 404 : 200);
    expect(await seenBy(as(cast.bo))).toBe(200);
    expect(await home()).toHaveLength(1);
  });

  test('is published with its own visibility by default', async () => {
    await as(cast.ann).patch(`${path}/${item.id}`, { visibility: 'private' });
    await publish({ [kind]: { visibility: null } });
    expect((await shown()).visibility).toBe('private');
  });

  test('can be published again, with another visibility', async () => {
    await publish();
    const before = await shown();
    await publish();
    expect(await shown()).toEqual(before);
    await publish({ [kind]: { visibility: 'unlisted' } });
    expect(await shown()).toEqual({ ...before, visibility: 'unlisted' });
    expect(await enqueuedFacts()).toEqual([`Create ${item.id}`, `Update ${item.id}`]);
    expect(await home()).toHaveLength(1);
  });

  test('cannot be published as direct or with an invalid visibility', async () => {
    await publish({ [kind]: { visibility: 'direct' } }, 422);
    await publish({ [kind]: { visibility: 5 } }, 422);
    await publish({ [kind]: [] }, 422);
    expect((await shown()).status).toBe('draft');
  });

  test('is a draft again after it is unpublished, without likes, boosts or replies', async () => {
    await publish();
    const before = await shown();
    expect((await as(cast.bo).post(`/recipes/${recipe.id}/boost`)).status).toBe(204);
    for (const reaction of ['like', 'boost'])
      expect((await as(cast.bo).post(`${path}/${item.id}/${reaction}`)).status).toBe(204);
    const { id: soups } = (await as(cast.ann).post('/collections', { name: 'Soups' })).body;
    await as(cast.ann).post(`/collections/${soups}/items/${item.id}?type=${kind}`);
    const famous = await shown();
    expect([famous.likes_count, famous.collection_ids.length]).toEqual([1, 1]);
    expect((await as(cast.bo).get(`${path}/${item.id}`)).body).toMatchObject({
      liked: true,
      boosted: true,
      collection_ids: [],
    });
    expect(await home()).toHaveLength(1);

    await unpublish();
    const draft = await shown();
    expect(draft).toEqual({
      ...before,
      status: 'draft',
      published_at: item.created_at,
      uri: '',
      url: '',
      collection_ids: [],
    });
    expect(await seenBy(as(cast.bo))).toBe(404);
    expect(await home()).toEqual([]);
    expect(await enqueuedFacts()).toEqual([`Create ${item.id}`, `Delete ${item.id}`]);
    expect((await document()).status).toBe(410);
    const timeline = await as(cast.ann).get(`/accounts/${cast.ann.id}/timeline?limit=80`);
    expect(timeline.body.map((event: { object: { id: number } }) => event.object.id)).not.toContain(item.id);
    await unpublish();
    expect(await enqueuedFacts()).toHaveLength(2);
  });

  test('gets a new IRI when it is published again, and the earlier ones are tombstones', async () => {
    await publish();
    const first = await shown();
    await unpublish();
    await publish();
    await unpublish();
    await publish();
    const again = await shown();
    expect(again.uri).toBe(`${first.uri}/3`);
    expect(again.url).toBe(first.url);
    expect(again.likes_count).toBe(0);
    expect(await enqueuedFacts()).toEqual(
      expect.arrayContaining([`Delete ${item.id}`, `Delete ${item.id}/2`, `Create ${item.id}/3`]),
    );
    expect((await document('/3')).status).toBe(200);
    for (const suffix of ['', '/2']) {
      const gone = await document(suffix);
      expect(gone.status).toBe(410);
      expect(await gone.json()).toMatchObject({ id: `${first.uri}${suffix}`, type: 'Tombstone' });
    }
    expect((await document('/4')).status).toBe(404);
    expect(await home()).toHaveLength(1);
  });

  test('federates changes and deletion, but not while it is a draft', async () => {
    await as(cast.ann).patch(`${path}/${item.id}`, { name: 'Broth' });
    expect(await enqueuedFacts()).toEqual([]);
    await publish();
    await as(cast.ann).patch(`${path}/${item.id}`, { name: 'Soup' });
    await as(cast.ann).delete(`${path}/${item.id}`);
    expect(await enqueuedFacts()).toEqual([`Delete ${item.id}`]);
    expect((await document()).status).toBe(410);
  });

  test('counts for its recipe while it is published', async () => {
    const before = await cooked();
    await publish();
    await publish();
    expect(await cooked()).toBe(before + 1);
    await unpublish();
    await unpublish();
    expect(await cooked()).toBe(before);
    await publish();
    const other = (await as(cast.ann).post('/recipes', { name: 'Stew' })).body;
    await as(cast.ann).patch(`${path}/${item.id}`, { recipe_id: other.id });
    expect(await cooked()).toBe(before);
    await as(cast.ann).patch(`${path}/${item.id}`, { recipe_id: recipe.id });
    await as(cast.ann).delete(`${path}/${item.id}`);
    expect(await cooked()).toBe(before);
  });

  test('notifies the author of its recipe while it is published', async () => {
    const soup = (await as(cast.cy).post('/recipes', { name: 'Soup' })).body;
    const news = async () =>
      (await as(cast.cy).get('/notifications')).body
        .filter(({ object }: { object: { id: number } | null }) => object?.id === item.id)
        .map(({ type }: { type: string }) => type);
    await as(cast.ann).patch(`${path}/${item.id}`, { recipe_id: soup.id });
    expect(await news()).toEqual([]);
    await publish();
    expect(await news()).toEqual(['cooked']);
    await as(cast.ann).patch(`${path}/${item.id}`, { recipe_id: recipe.id });
    expect(await news()).toEqual([]);
    await as(cast.ann).patch(`${path}/${item.id}`, { recipe_id: soup.id });
    expect(await news()).toEqual(['cooked']);
    await unpublish();
    expect(await news()).toEqual([]);
    await publish({ [kind]: { visibility: 'private' } });
    expect(await news()).toEqual([]);
  });

  test('is a 404 for an account that is blocked', async () => {
    await publish();
    await insertBlock(cast.ann.id, cast.cy.id);
    expect(await seenBy(as(cast.cy))).toBe(404);
    expect((await as(cast.cy).get(`${path}/${item.id}/links`)).status).toBe(404);
    await deleteAll('blocks');
    expect(await seenBy(as(cast.cy))).toBe(200);
  });
});
