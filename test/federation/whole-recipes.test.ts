/** Two real servers over HTTPS: all data of a recipe and of its bakings and forks arrive completely. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { useServers } from '../support/servers.ts';
import { isFull } from '../support/test-length.ts';
import {
  follow,
  getBody,
  idOf,
  isFollowing,
  upload,
  waitForItem,
  waitForNotifications,
  waitUntil,
} from '../support/wait-for.ts';

/** In the short form, test/federation/three-servers.test.ts is what two servers do. */
describe.runIf(isFull)('between two servers', () => {
  const redisUrl = process.env.REDIS_URL;
  const servers = useServers('whole', { alpha: { redisUrl }, beta: { redisUrl, address: '127.0.0.2' } });
  let ann: ApiClient;
  let bo: ApiClient;
  let recipe: { id: number; uri: string };
  /** Its id on beta. */
  let copy: number;
  let fork: { id: number; uri: string };

  const details = {
    total_time: 50_000,
    rest_time: 43_200,
    nutrition: { servingSize: '1 pizza', calories: '840 kcal', proteinContent: '21 g' },
    category: ['Dinner', 'Baking'],
    cuisine: ['Italian'],
    diet: ['LowFatDiet', 'VegetarianDiet'],
    equipment: ['Pizza stone', 'Scale'],
    difficulty: 'easy',
    credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
    stated_rating: { value: 4.7, count: 1_203 },
    video_url: 'https://kitchen.example/dough.mp4',
  };
  const dough = {
    name: 'Pizza dough',
    description: 'Two **days** in the cold. #pizza',
    locale: 'en',
    visibility: 'public',
    serving: 4,
    serving_type: 'pizzas',
    prep_time: 1_200,
    cook_time: 480,
    tags: ['pizza', 'bread'],
    source_url: 'https://kitchen.example/dough',
    ...details,
    ingredients: [
      { name: 'flour', quantity: 500, quantity_max: 550, unit: 'gram', note: 'strong', group: 'Dough' },
      { name: 'salt', quantity: 0.5, unit: 'teaspoon', group: 'Dough', scalable: false },
      { name: 'basil', group: 'Topping', optional: true },
    ],
    steps: [
      { name: 'Mix', content: 'Mix for *10* minutes.', duration: 600, ingredient_positions: [0, 1] },
      { content: 'Bake at 250 °C.', links: [{ url: 'https://kitchen.example/oven' }] },
    ],
  };

  /** Leaves out ids, addresses and counts, which differ between servers. */
  function contentOf(seen: Record<string, unknown>): unknown {
    const own = /^(id|uri|url|.*_at|.*_ids?|.*_count|account|original|small|medium|large|liked|boosted|fetched_at)$/;
    return JSON.parse(JSON.stringify(seen, (key, value) => (own.test(key) ? undefined : value)));
  }

  const recipeOf = (client: ApiClient, id: number) => getBody(client, `/recipes/${id}`);

  beforeAll(async () => {
    [ann, bo] = await Promise.all([servers.alpha.join('ann'), servers.beta.join('bo')]);
    const [annId, boId] = await Promise.all([follow(bo, 'ann', servers.alpha), follow(ann, 'bo', servers.beta)]);
    await Promise.all([isFollowing(bo, annId), isFollowing(ann, boId)]);
  });

  test('a recipe arrives with all its fields', async () => {
    const media_ids = [await upload(ann, 'A ball of dough')];
    recipe = (await ann.post('/recipes', { recipe: { ...dough, media_ids } })).body;
    copy = await waitForItem(bo, recipe.uri);
    const [there, here] = await Promise.all([recipeOf(bo, copy), recipeOf(ann, recipe.id)]);
    expect(here).toMatchObject(details);
    expect(contentOf(there)).toEqual(contentOf(here));
  });

  test('a rated baking arrives, and counts for the recipe', async () => {
    const baking = { recipe_id: copy, name: 'Sunday', prepared_at: '2026-01-01', serving: 2, rating: 4 };
    const { id } = (await bo.post('/bakings', { baking: { ...baking, description: 'Crisp.' } })).body;
    await bo.post(`/bakings/${id}/publish`);
    const { uri } = await getBody(bo, `/bakings/${id}`);
    const arrived = await waitForItem(ann, uri);
    expect(await getBody(ann, `/bakings/${arrived}`)).toMatchObject({
      recipe_id: recipe.id,
      rating: 4,
      serving: 2,
    });
    const isRated = ({ rating }: { rating: object }) => JSON.stringify(rating) === '{"count":1,"mean":4}';
    await waitUntil('the rating', () => recipeOf(ann, recipe.id), isRated);
    expect(await getBody(ann, `/recipes/${recipe.id}/reviews`)).toMatchObject([{ uri, rating: 4 }]);
  });

  test('a fork arrives, and is listed in the tree of its original', async () => {
    const changed = { ...dough, name: 'Quick dough', forked_from_id: copy, rest_time: 3_600 };
    fork = (await bo.post('/recipes', { recipe: changed })).body;
    const arrived = await waitForItem(ann, fork.uri);
    expect(await recipeOf(ann, arrived)).toMatchObject({ forked_from_id: recipe.id, rest_time: 3_600 });
    await waitUntil(
      'the fork',
      () => recipeOf(ann, recipe.id),
      (seen) => seen.forks_count === 1,
    );
    expect(await getBody(ann, `/recipes/${recipe.id}/forks`)).toMatchObject([{ uri: fork.uri }]);
  });

  test('a public collection arrives in its order, and grows for those who follow it', async () => {
    const made = await ann.post('/collections', {
      collection: { name: 'Pizza nights', description: 'For friends', visibility: 'public' },
    });
    const { id, url } = made.body;
    expect((await ann.post(`/collections/${id}/items/${recipe.id}?type=recipe`)).status).toBe(201);
    await ann.patch(`/collections/${id}/items/${recipe.id}?type=recipe`, {
      item: { note: 'Start a day before' },
    });

    const found = await getBody(bo, `/search?q=${encodeURIComponent(url)}&resolve=true`);
    expect(found.collections).toMatchObject([{ name: 'Pizza nights', description: 'For friends' }]);
    const [{ id: there }] = found.collections;
    const annThere = await idOf(bo, 'ann', servers.alpha);
    const items = () => getBody(bo, `/accounts/${annThere}/collections/${there}/items`);
    await waitUntil('the first item', items, (all) => all.length === 1);
    expect(await items()).toMatchObject([{ object: { uri: recipe.uri } }]);

    expect((await bo.post(`/collections/${there}/follow`)).status).toBe(201);
    await waitUntil(
      'the follower',
      () => getBody(ann, `/collections/${id}`),
      (seen) => seen.followers_count === 1,
    );
    const second = await waitForItem(ann, fork.uri);
    await ann.post(`/collections/${id}/items/${second}?type=recipe`);
    await waitUntil('the second item', items, (all) => all.length === 2);
    expect((await items()).map(({ object }: { object: { uri: string } }) => object.uri)).toEqual([
      recipe.uri,
      fork.uri,
    ]);

    const note = 'Only if you are in a hurry';
    await ann.patch(`/collections/${id}/items/${second}?type=recipe`, { item: { note } });
    await waitUntil('the second note', items, (all) => all[1].note === note);
    expect((await items())[0].note).toBe('Start a day before');
  });

  test('an edit arrives, creates a revision, and notifies the cook', async () => {
    const ingredients = [{ name: 'flour', quantity: 600, unit: 'gram' }, ...dough.ingredients.slice(1)];
    expect((await ann.patch(`/recipes/${recipe.id}`, { recipe: { ingredients } })).status).toBe(204);
    await waitUntil(
      'more flour',
      () => recipeOf(bo, copy),
      (seen) => seen.ingredients[0].quantity === 600,
    );
    const [there, here] = await Promise.all([recipeOf(bo, copy), recipeOf(ann, recipe.id)]);
    expect(contentOf(there)).toEqual({ ...(contentOf(here) as object), note: null });
    expect(await getBody(bo, `/recipes/${copy}/revisions`)).toHaveLength(1);
    await waitForNotifications(bo, 'recipe_changed');
  });
});
