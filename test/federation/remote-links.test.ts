/** Recipes that link to recipes on several servers are fetched and ingested, whatever these servers answer. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain as drainDue } from '../support/drain.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt, step } from '../support/remote-server.ts';
import { withWorkers } from '../support/with-workers.ts';

useCast();
let east: RemoteServer;
let west: RemoteServer;
let dora: PeerActor;
let wes: PeerActor;
let serial = 0;

beforeEach(() => {
  serial += 1;
  east = remoteServerAt(`east${serial}.example`);
  west = remoteServerAt(`west${serial}.example`);
  dora = east.actor('dora');
  wes = west.actor('wes');
});

async function drain(): Promise<void> {
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await drainDue();
    // What waits for a place with its server, not for the server.
    const waiting = await prisma().outbox.findMany({ where: { job: 'load-object' } });
    const ids = waiting.filter(({ payload }) => !('tries' in (payload as object))).map(({ id }) => id);
    await prisma().outbox.updateMany({ where: { id: { in: ids } }, data: { dueAt: new Date() } });
  }
}

const recipe = (server: RemoteServer, author: PeerActor, name: string, links: string[], changes: Json = {}) =>
  server.object({
    '@context': ['https://www.w3.org/ns/activitystreams', { schema: 'http://schema.org/' }],
    id: server.iri(`/recipes/${name}`),
    type: 'Article',
    additionalType: 'http://schema.org/Recipe',
    name,
    attributedTo: author.iri,
    content: `<p>${name}</p>`,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    published: new Date().toISOString(),
    'schema:recipeInstructions': {
      '@list': links.map((link) => step({ isBasedOn: link }, 'Make it')),
    },
    ...changes,
  });

/** Creates a recipe of Ann with a step that links to the item. */
async function madeOf(url: string): Promise<number> {
  const steps = [{ content: 'See there', links: [{ url }] }];
  const { body } = await as(cast.ann).post('/recipes', { name: 'Dinner', steps });
  await drain();
  return body.id;
}

const linked = async (id: number): Promise<string[]> =>
  (await anyone.get(`/recipes/${id}/links`)).body.map(({ name }: { name: string }) => name);

test('links are followed from server to server, and end in a circle', async () => {
  const dough = recipe(west, wes, 'dough', [east.iri('/recipes/pizza'), west.iri('/recipes/dough')]);
  const sauce = recipe(west, wes, 'sauce', []);
  const pizza = recipe(east, dora, 'pizza', [dough.id, sauce.id]);
  const id = await madeOf(pizza.id);
  expect((await linked(id)).sort()).toEqual(['dough', 'pizza', 'sauce']);
  expect(west.requestedUrls.filter((url) => url === dough.id)).toHaveLength(1);
});

test('linked items that are gone, forged or not public are left out, and the others are shown', async () => {
  const good = recipe(west, wes, 'good', []);
  west.fail(west.iri('/recipes/gone'), 410);
  west.fail(west.iri('/recipes/missing'), 404);
  west.fail(west.iri('/recipes/broken'), 503);
  const forged = recipe(west, dora, 'forged', []);
  const hidden = recipe(west, wes, 'hidden', [], { to: [`${wes.iri}/followers`] });
  const names = ['gone', 'missing', 'broken'].map((name) => west.iri(`/recipes/${name}`));
  const stew = recipe(east, dora, 'stew', [...names, forged.id, hidden.id, good.id, 'https://nowhere.example/x']);
  expect(await linked(await madeOf(stew.id))).toEqual(['stew', 'good']);
});

test('a chain of links is followed for at most eight fetches', async () => {
  for (let at = 0; at < 12; at += 1) {
    const [server, author] = at % 2 === 0 ? [east, dora] : [west, wes];
    const next = at % 2 === 0 ? west : east;
    recipe(server, author, `c${at}`, [next.iri(`/recipes/c${at + 1}`)]);
  }
  const id = await madeOf(east.iri('/recipes/c0'));
  expect(await linked(id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  expect(west.requestedUrls).toContain(west.iri('/recipes/c7'));
  expect(east.requestedUrls).not.toContain(east.iri('/recipes/c8'));
});

test('an item that is restored is linked when it is fetched again', async () => {
  east.fail(east.iri('/recipes/late'), 503);
  const id = await madeOf(east.iri('/recipes/late'));
  expect(await linked(id)).toEqual([]);
  recipe(east, dora, 'late', []);
  await withWorkers(() => as(cast.bo).get(`/search?q=${encodeURIComponent(east.iri('/recipes/late'))}&resolve=true`));
  await drain();
  expect(await linked(id)).toEqual(['late']);
});
