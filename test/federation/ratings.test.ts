/** Ratings between servers: sent, received, changed and deleted. */
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
} from '../support/remote-server.ts';
import { accountIdOf, itemIdOf } from '../support/stored.ts';

useCast();
let remote: RemoteServer;
let dora: PeerActor;
let recipe: { id: number; uri: string };
beforeAll(async () => {
  setInboxHandler(testApp().fetch);
  remote = remoteServerAt();
  dora = remote.actor('dora');
  recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body;
});

let count = 0;
function baking(changes: Json): Json & { id: string } {
  count += 1;
  return remote.object({
    '@context': ['https://www.w3.org/ns/activitystreams', { schema: 'http://schema.org/' }],
    id: remote.iri(`/bakings/${count}`),
    type: 'Note',
    additionalType: 'https://w3id.org/potluck#Baking',
    name: 'Loaf',
    attributedTo: dora.iri,
    content: '<p>Good</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    published: new Date().toISOString(),
    startTime: '2026-01-01T00:00:00Z',
    'schema:isBasedOn': recipe.uri,
    ...changes,
  });
}
const receive = async (type: string, object: Json) => {
  expect((await remote.send(remote.activity(type, dora, object))).status).toBe(202);
  await runFederationJobs();
};
const ratingOf = async (id = recipe.id) => (await anyone.get(`/recipes/${id}`)).body.rating;
const stars = (ratingValue: unknown, more: Json = {}) => ({
  'schema:reviewRating': { type: 'schema:Rating', 'schema:ratingValue': ratingValue, ...more },
});
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

test('a rating arrives, changes with an Update, and is gone with a Delete', async () => {
  const loaf = baking({ ...stars(4), published: ago(60) });
  await receive('Create', loaf);
  expect(await ratingOf()).toEqual({ count: 1, mean: 4 });
  const [review] = (await anyone.get(`/recipes/${recipe.id}/reviews`)).body;
  expect(review).toMatchObject({ uri: loaf.id, rating: 4, account: { username: 'dora' } });

  await receive('Update', { ...loaf, ...stars('2'), updated: ago(90) });
  expect(await ratingOf()).toEqual({ count: 1, mean: 4 });
  await receive('Update', { ...loaf, ...stars('2'), updated: ago(30) });
  expect(await ratingOf()).toEqual({ count: 1, mean: 2 });
  await receive('Update', { ...loaf, ...stars(11), updated: ago(10) });
  expect(await ratingOf()).toEqual({ count: 0, mean: null });

  const second = baking(stars(5));
  await receive('Create', second);
  expect(await ratingOf()).toEqual({ count: 1, mean: 5 });
  await receive('Delete', { type: 'Tombstone', id: second.id });
  expect(await ratingOf()).toEqual({ count: 0, mean: null });
});

test('a rating that arrives before its recipe counts once the recipe is stored, whatever mean the recipe claims', async () => {
  const eve = remote.actor('eve');
  const theirs = {
    id: remote.iri('/recipes/1'),
    type: 'Article',
    additionalType: 'http://schema.org/Recipe',
    name: 'Far bread',
    attributedTo: eve.iri,
    content: '<p>Good</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    published: new Date().toISOString(),
    'http://schema.org/aggregateRating': {
      type: 'http://schema.org/AggregateRating',
      'http://schema.org/ratingValue': 5,
      'http://schema.org/ratingCount': 9_000,
    },
  };
  remote.fail(theirs.id, 503);
  await insertFollow(cast.ann.id, await idOf(dora));
  await receive('Create', baking({ ...stars(3), 'schema:isBasedOn': theirs.id }));
  remote.object(theirs);
  await as(cast.ann).post('/recipes', {
    name: 'Ours',
    steps: [{ content: 'See', links: [{ url: theirs.id }] }],
  });
  await runFederationJobs();
  expect(await ratingOf(await itemIdOf(theirs.id))).toEqual({ count: 1, mean: 3 });
});

const idOf = ({ iri }: PeerActor) => accountIdOf(iri);

test('our ratings are sent with the cooked item, and the mean with the recipe', async () => {
  const fields = { recipe_id: recipe.id, name: 'Loaf', prepared_at: '2026-01-01', rating: 4 };
  const { id } = (await as(cast.bo).post('/bakings', fields)).body;
  await as(cast.bo).post(`/bakings/${id}/publish`);
  await drain();
  const { uri } = (await anyone.get(`/bakings/${id}`)).body;
  const served = async (iri: string) =>
    (await testApp().request(iri, { headers: { accept: 'application/activity+json' } })).json();
  const scale = { bestRating: 5, worstRating: 1 };
  const sent = await served(uri);
  expect(sent).toMatchObject({ reviewRating: { type: 'Rating', ratingValue: 4, ...scale } });
  expect(sent.content).toContain('★★★★☆');
  expect(await served(recipe.uri)).toMatchObject({
    aggregateRating: { type: 'AggregateRating', ratingValue: 4, ratingCount: 1, ...scale },
  });

  await as(cast.bo).patch(`/bakings/${id}`, { rating: null });
  const changed = await served(uri);
  expect(changed.content).toContain('Loaf');
  expect(changed).not.toHaveProperty('reviewRating');
  expect(changed.content).not.toMatch(/[★☆]/);
  const unrated = (await as(cast.ann).post('/recipes', { name: 'Rolls' })).body;
  expect(await served(unrated.uri)).not.toHaveProperty('aggregateRating');
});
