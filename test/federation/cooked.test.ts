/** Remote cooked items, forks and links, and how local cooked items are federated. */
import { beforeAll, expect, test } from 'vitest';
import { anyone, as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { runFederationJobs } from '../support/federation-jobs.ts';
import { insertFollow } from '../support/relations.ts';
import {
  type Json,
  type PeerActor,
  type RemoteServer,
  remoteServerAt,
  setInboxHandler,
  step,
} from '../support/remote-server.ts';
import { builtActivities } from '../support/sent-activities.ts';
import { stored, storedItem } from '../support/stored.ts';

useCast();
let remote: RemoteServer;
let dora: PeerActor;
beforeAll(async () => {
  setInboxHandler(testApp().fetch);
  remote = remoteServerAt();
  dora = remote.actor('dora');
});

let count = 0;
function remoteRecipe(changes: Json = {}): Json & { id: string } {
  count += 1;
  const id = remote.iri(`/recipes/${count}`);
  return remote.object({
    '@context': [
      'https://www.w3.org/ns/activitystreams',
      { schema: 'http://schema.org/', potluck: 'https://w3id.org/potluck#' },
    ],
    id,
    type: 'Article',
    additionalType: 'http://schema.org/Recipe',
    name: `Recipe ${count}`,
    attributedTo: dora.iri,
    content: '<p>Good</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    published: new Date().toISOString(),
    ...changes,
  });
}
const baking = (recipeIri: string, changes: Json = {}) =>
  remoteRecipe({
    type: 'Note',
    additionalType: 'https://w3id.org/potluck#Baking',
    isBasedOn: recipeIri,
    startTime: '2026-01-01T00:00:00Z',
    ...changes,
  });

const linkTo = async (url: string) =>
  (await as(cast.ann).post('/recipes', { name: 'Ours', steps: [{ content: 'See', links: [{ url }] }] })).body;
const linksOf = async (id: number) => (await anyone.get(`/recipes/${id}`)).body.steps[0].links;
const receive = async (type: string, object: Json) => {
  expect((await remote.send(remote.activity(type, dora, object))).status).toBe(202);
  await runFederationJobs();
};
const linking = (...iris: string[]) => ({
  'schema:recipeInstructions': {
    '@list': iris.map((iri) => step({ isBasedOn: iri }, 'See')),
  },
});

test('a remote item that a step links to is fetched, and the link is resolved', async () => {
  const dough = remoteRecipe();
  const { id, steps } = await linkTo(dough.id);
  expect(steps[0].links).toEqual([]);
  await runFederationJobs();
  expect(await linksOf(id)).toMatchObject([{ type: 'recipe', name: dough.name, url: dough.id }]);
  const linked = (await anyone.get(`/recipes/${id}/links`)).body;
  expect(linked).toMatchObject([{ name: dough.name, account: { username: 'dora' } }]);

  const asked = remote.requestedUrls.length;
  const again = await linkTo(dough.id);
  expect(again.steps[0].links).toMatchObject([{ name: dough.name }]);
  await runFederationJobs();
  expect(remote.requestedUrls).toHaveLength(asked);
});

test('a remote item that is linked by the URL of its page is fetched as well', async () => {
  const dough = remoteRecipe();
  const page = remote.iri('/@dora/dough');
  remote.serve(page, () => dough);
  const { id } = await linkTo(page);
  await runFederationJobs();
  expect(await linksOf(id)).toMatchObject([{ name: dough.name }]);
});

test('a fork is linked to its original, whichever of them arrives first', async () => {
  const early = remoteRecipe();
  await as(cast.ann).post(`/accounts/${(await ingest(early)).accountId}/follow`);
  const fork = remoteRecipe({ 'potluck:forkedFrom': { id: early.id } });
  expect((await ingest(fork)).forkedFromId).toBe((await storedItem(early.id)).id);

  const late = remoteRecipe();
  remote.fail(late.id, 503);
  const second = remoteRecipe({ 'potluck:forkedFrom': { id: late.id } });
  expect(await ingest(second)).toMatchObject({ forkedFromId: null, forkedFromIri: late.id });
  remote.object(late);
  const { id } = await ingest(late);
  expect((await storedItem(second.id)).forkedFromId).toBe(id);

  const status = remote.note(dora);
  const odd = remoteRecipe({ 'potluck:forkedFrom': { id: status.id } });
  await ingest(status);
  expect((await ingest(odd)).forkedFromId).toBe(null);
});

async function ingest(object: Json & { id: string }) {
  const { id } = await linkTo(object.id);
  await runFederationJobs();
  await as(cast.ann).delete(`/recipes/${id}`);
  return storedItem(object.id);
}

test('a remote baking counts for its recipe until it is deleted', async () => {
  const { id, uri } = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
  const cooked = async () => (await storedItem(id)).cookedCount;
  const loaf = await baking(uri);
  await ingest(loaf);
  expect((await storedItem(loaf.id)).recipeId).toBe(id);
  expect(await cooked()).toBe(1);
  const changed = { ...loaf, isBasedOn: null, updated: new Date(Date.now() + 1).toISOString() };
  await receive('Update', changed);
  expect(await cooked()).toBe(0);
  await receive('Update', { ...loaf, updated: new Date(Date.now() + 5).toISOString() });
  expect(await cooked()).toBe(1);
  await receive('Delete', { type: 'Tombstone', id: loaf.id });
  expect(await cooked()).toBe(0);
});

test('a recipe that arrives after its baking counts that baking', async () => {
  const late = remoteRecipe();
  remote.fail(late.id, 500);
  const loaf = await ingest(baking(late.id));
  expect(loaf.recipeId).toBe(null);
  remote.object(late);
  const recipe = await ingest(late);
  expect([recipe.cookedCount, (await storedItem(loaf.iri!)).recipeId]).toEqual([1, recipe.id]);
});

test('linked items of a remote item are fetched too, at most 20 for one received item', async () => {
  const root = remote.iri('/tree/1');
  const tree = Array.from({ length: 85 }, (_, at) => {
    const children = [0, 1, 2, 3].map((which) => remote.iri(`/tree/${4 * at + 2 + which}`));
    return remoteRecipe({ id: remote.iri(`/tree/${at + 1}`), ...linking(...(at < 21 ? children : [])) });
  });
  for (const item of tree) remote.object(item);
  const follower = (await ingest(remoteRecipe())).accountId;
  await as(cast.ann).post(`/accounts/${follower}/follow`);
  await insertFollow(cast.ann.id, follower);
  await receive('Create', tree[0]!);

  const { id } = await storedItem(root);
  const { body } = await anyone.get(`/recipes/${id}/links`);
  expect(body.map(({ uri }: { uri: string }) => uri).sort()).toEqual(
    tree
      .slice(1, 21)
      .map((item) => item.id)
      .sort(),
  );
});

test('a followers-only cooked item does not name a hidden recipe, and is not sent to the author of a public one', async () => {
  const followed = remoteRecipe();
  await ingest(followed);
  const open = (await storedItem(followed.id)).id;
  const secret = (await as(cast.ann).post('/recipes', { name: 'Secret', visibility: 'private' })).body;
  const sent = async (recipe_id: number, visibility: string) => {
    const body = { name: 'Dish', prepared_at: '2026-01-01', recipe_id };
    const item = (await as(cast.ann).post('/bakings', body)).body;
    await as(cast.ann).post(`/bakings/${item.id}/publish`, { visibility });
    await drain();
    const [built] = await builtActivities({ objectIri: (await storedItem(item.id)).iri });
    return { text: built!.body, deliveries: await stored.deliveries({ activityId: built!.id }) };
  };

  const shown = await sent(open, 'public');
  expect([shown.text.includes(dora.iri), shown.deliveries]).toEqual([true, 1]);
  const quiet = await sent(open, 'private');
  expect([quiet.text.includes(dora.iri), quiet.text.includes(followed.id), quiet.deliveries]).toEqual([false, true, 0]);
  const hidden = await sent(secret.id, 'public');
  expect(hidden.text).not.toContain(secret.uri);
});

test('the details of a remote recipe are stored, and an Update changes them', async () => {
  const sent = remoteRecipe({
    'schema:totalTime': 'PT2H',
    'potluck:restTime': 'PT1H',
    'schema:nutrition': { type: 'schema:NutritionInformation', 'schema:calories': '90 kcal' },
    'schema:recipeCategory': 'Soup',
    'schema:recipeCuisine': ['French', { 'schema:name': 'Basque' }],
    'schema:suitableForDiet': ['https://schema.org/VeganDiet', 'https://schema.org/Paleo'],
    'schema:tool': [{ type: 'schema:HowToTool', name: 'Pot' }],
    'potluck:difficulty': 'easy',
    'potluck:credit': { name: 'Rosa', url: 'javascript:alert(1)', 'potluck:site': 'Kitchen' },
    'potluck:statedRating': { 'schema:ratingValue': 4.7, 'schema:ratingCount': 1_203 },
    'schema:video': { type: 'schema:VideoObject', 'schema:contentUrl': 'https://video.example/1.mp4' },
  });
  const { id, accountId } = await ingest(sent);
  await as(cast.ann).post(`/accounts/${accountId}/follow`);
  const read = async () => (await anyone.get(`/recipes/${id}`)).body;
  expect(await read()).toMatchObject({
    cook_time: 0,
    total_time: 7_200,
    rest_time: 3_600,
    nutrition: { calories: '90 kcal' },
    category: ['Soup'],
    cuisine: ['French', 'Basque'],
    diet: ['VeganDiet'],
    equipment: ['Pot'],
    difficulty: 'easy',
    credit: { name: 'Rosa', url: null, site: 'Kitchen' },
    video_url: 'https://video.example/1.mp4',
    stated_rating: { value: 4.7, count: 1_203 },
  });
  await receive('Update', {
    ...sent,
    'schema:totalTime': 'PT3H',
    'schema:tool': undefined,
    updated: later(),
  });
  expect(await read()).toMatchObject({ total_time: 10_800, equipment: [], category: ['Soup'], cook_time: 0 });
});

const later = () => new Date(Date.now() + 5_000).toISOString();
