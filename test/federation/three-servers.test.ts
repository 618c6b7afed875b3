/**
 * Three real servers, each its own processes, over HTTPS: what people of one do, those of the others see, or do not.
 * Beta and gamma show documents to signed GETs alone. In full, they also do what other files try with one server.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { chooseRecipes } from '../demo/recipes.ts';
import { tellStory } from '../demo/scenario.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';
import { useServers } from '../support/servers.ts';
import { isFull } from '../support/test-length.ts';
import {
  type Event,
  follow,
  getBody,
  getHome,
  getRelationship,
  idOf,
  isFollowing,
  postStatus,
  upload,
  waitForItem,
  waitForNotifications,
  waitUntil,
  waitUntilGone,
} from '../support/wait-for.ts';
import { waitTimeoutMs } from '../support/wait-timeout.ts';

const redisUrl = process.env.REDIS_URL;
/** The short form runs where `.ci/run` has a Redis, since the queues are all that differs. */
const isWanted = isFull || redisUrl !== undefined;
const step = test.runIf(isWanted);
const closed = { redisUrl, env: { AUTHORIZED_FETCH: 'on' } };
const options = {
  alpha: { redisUrl },
  beta: { ...closed, address: '127.0.0.2' },
  gamma: { ...closed, address: '127.0.0.3' },
};
const servers = isWanted ? useServers('three', options) : null;
let alpha: Instance;
let beta: Instance;
let gamma: Instance;
let ann: ApiClient;
let bo: ApiClient;
let cy: Awaited<ReturnType<Instance['join']>>;
let eve: ApiClient;
let dora: ApiClient;

beforeAll(() => {
  if (servers) ({ alpha, beta, gamma } = servers);
});

step('a recipe is federated: follow, publish, edit, boost, delete', async () => {
  const recipes = chooseRecipes(mkdtempSync(join(inject('testServer').folder, 'story-')));
  const steps: string[] = [];
  const timeouts = { deliveryTimeoutMs: waitTimeoutMs, firstFetchTimeoutMs: waitTimeoutMs };
  ({ ann, bo } = await tellStory(alpha, beta, recipes, timeouts, async (name, run) => {
    await run();
    steps.push(name);
  }).catch((error: Error) => {
    throw new Error(`after “${steps.at(-1)}”: ${error.message}`, { cause: error });
  }));
  expect(steps.length).toBeGreaterThan(10);
});

step('a locked account is followed once it accepts', async () => {
  [cy, eve] = await Promise.all([gamma.join('cy'), gamma.join('eve')]);
  expect((await bo.patch('/accounts/me', { account: { locked: true } })).status).toBe(200);
  const asked = await Promise.all([follow(ann, 'bo', beta), follow(cy, 'bo', beta)]);
  const look = () => getBody(bo, '/follow_requests');
  await waitUntil('two requests', look, (requests) => requests.length === 2);
  expect(await getRelationship(ann, asked[0])).toMatchObject({ following: false, following_requested: true });
  for (const { id } of await look()) await bo.post(`/follow_requests/${id}/authorize`);

  const unasked: [ApiClient, string, Instance][] = [
    [cy, 'ann', alpha],
    [eve, 'ann', alpha],
    [ann, 'cy', gamma],
    [bo, 'cy', gamma],
  ];
  const ids = await Promise.all(unasked.map((one) => follow(...one)));
  const clients = [ann, cy, ...unasked.map(([client]) => client)];
  await Promise.all([...asked, ...ids].map((id, index) => isFollowing(clients[index]!, id)));
});

let pizza: { id: number; uri: string };
const copies = { beta: 0, gamma: 0 };

step('a link to another server is followed from a third one', async () => {
  const dough = (await bo.post('/recipes', { recipe: { name: 'Dough', ingredients: ['500 g flour'] } })).body;
  const id = await waitForItem(ann, dough.uri);
  const steps = [{ content: 'Roll it.', links: [{ url: dough.uri, serving: 2 }] }];
  pizza = (await ann.post('/recipes', { recipe: { name: 'Pizza', steps } })).body;
  expect(pizza).toMatchObject({ steps: [{ links: [{ type: 'recipe', id, name: 'Dough', serving: 2 }] }] });

  [copies.beta, copies.gamma] = await Promise.all([waitForItem(bo, pizza.uri), waitForItem(cy, pizza.uri)]);
  for (const [client, copy] of [
    [bo, copies.beta],
    [cy, copies.gamma],
  ] as const) {
    const look = () => getBody(client, `/recipes/${copy}/links`);
    await waitUntil('Dough', look, ([linked]) => linked?.name === 'Dough');
  }
  expect((await getBody(bo, `/recipes/${copies.beta}/links`))[0].id).toBe(dough.id);
});

let baked: { id: number; uri: string };

test.runIf(isFull)('the recipe is cooked on the third server, with a picture', async () => {
  const medium = await upload(cy, 'A crisp crust');
  const cooked = { recipe_id: copies.gamma, name: 'Sunday', prepared_at: '2026-01-01', serving: 2 };
  const made = await cy.post('/bakings', { baking: { ...cooked, media_ids: [medium] } });
  const prepared = await cy.post('/preparations', { preparation: cooked });
  await cy.post(`/bakings/${made.body.id}/publish`);
  await cy.post(`/preparations/${prepared.body.id}/publish`);
  baked = await getBody(cy, `/bakings/${made.body.id}`);

  await waitForNotifications(ann, 'cooked', 2);
  const look = () => getBody(ann, `/recipes/${pizza.id}/media`);
  await waitUntil('a picture', look, ([shown]) => shown?.description === 'A crisp crust');
  const [{ original }] = await look();
  await waitUntil(
    'its bytes',
    () => ann.get(original),
    ({ status }) => status === 200,
  );
  expect((await getBody(bo, `/bakings/${await waitForItem(bo, baked.uri)}`)).recipe_id).toBe(copies.beta);
});

test.runIf(isFull)('the cooked item is boosted, replied to, liked and discussed', async () => {
  const [onAlpha, onBeta] = [await waitForItem(ann, baked.uri), await waitForItem(bo, baked.uri)];
  expect((await ann.post(`/bakings/${onAlpha}/boost`)).status).toBe(204);
  const reply = await postStatus(bo, 'How thin!', { in_reply_to_type: 'baking', in_reply_to_id: onBeta });
  expect(reply.status).toBe(201);
  await Promise.all([
    waitForItem(eve, baked.uri, 'boost'),
    waitForNotifications(cy, 'boost'),
    waitForNotifications(cy, 'reply'),
  ]);
  for (const [client, id] of [
    [cy, baked.id],
    [ann, onAlpha],
  ] as const) {
    const look = () => getBody(client, `/bakings/${id}/replies`);
    await waitUntil('the answer', look, (all) => all.some(({ uri }: Event['object']) => uri === reply.body.uri));
  }

  await bo.post(`/recipes/${copies.beta}/like`);
  await cy.post(`/recipes/${copies.gamma}/like`);
  const likes = (count: number) =>
    waitUntil(
      `${count} likes`,
      () => getBody(ann, `/recipes/${pizza.id}`),
      (seen) => seen.likes_count === count,
    );
  await likes(2);
  await cy.delete(`/recipes/${copies.gamma}/like`);
  await likes(1);

  const whispered = await postStatus(cy, `Psst, @bo@${beta.host}!`, { visibility: 'direct' });
  await waitForNotifications(bo, 'mention');
  const seen = async (client: ApiClient) =>
    (await getBody(client, `/accounts/${await idOf(client, 'cy', gamma)}/timeline?limit=80`)).map(
      ({ object }: Event) => object.uri,
    );
  expect(await seen(bo)).toContain(whispered.body.uri);
  expect(await seen(ann)).not.toContain(whispered.body.uri);
});

step('an edit arrives, and an item that became private is visible to followers only', async () => {
  expect((await gamma.api().get(`/recipes/${copies.gamma}`)).status).toBe(200);
  await ann.patch(`/recipes/${pizza.id}`, { recipe: { name: 'Pizza bianca', visibility: 'private' } });
  for (const [client, id] of [
    [bo, copies.beta],
    [cy, copies.gamma],
  ] as const) {
    const changed = ({ name, visibility }: Record<string, string>) =>
      name === 'Pizza bianca' && visibility === 'private';
    await waitUntil('the edit', () => getBody(client, `/recipes/${id}`), changed);
  }
  expect((await gamma.api().get(`/recipes/${copies.gamma}`)).status).toBe(404);
  expect((await alpha.api().get(pizza.uri, { accept: 'application/activity+json' })).status).toBe(404);
});

step('a killed server receives what it missed, once, and deleted items are gone', async () => {
  const kept = (await ann.post('/recipes', { recipe: { name: 'Salad' } })).body;
  const onBeta = await waitForItem(bo, kept.uri);
  await beta.processes.killWeb();
  const bread = (await ann.post('/recipes', { recipe: { name: 'Bread' } })).body;
  const remark = (await postStatus(cy, 'Nobody at beta hears this yet')).body;
  await Promise.all([waitForItem(cy, bread.uri), waitForItem(ann, remark.uri)]);
  await ann.delete(`/recipes/${kept.id}`);
  await waitUntilGone(cy, kept.uri);

  await beta.restart();
  await Promise.all([alpha, gamma].map((instance) => instance.cli('host', 'retry', beta.host)));
  await Promise.all([waitForItem(bo, bread.uri), waitForItem(bo, remark.uri), waitUntilGone(bo, kept.uri)]);
  const uris = (await getHome(bo)).map(({ object }) => object.uri);
  expect([bread.uri, remark.uri].map((uri) => uris.filter((each) => each === uri).length)).toEqual([1, 1]);
  expect((await bo.get(`/recipes/${onBeta}`)).status).toBe(404);
  expect((await alpha.api().get(kept.uri, { accept: 'application/activity+json' })).status).toBe(410);
});

test.runIf(isFull)('a blocked account sees nothing of its blocker, and is not seen', async () => {
  const bread = (await getHome(eve)).find(({ object }) => object.name === 'Bread')!.object;
  await ann.post(`/accounts/${await idOf(ann, 'eve', gamma)}/block`);
  await waitUntil(
    'an empty home',
    () => getHome(eve),
    (events) => events.length === 0,
  );
  // The end of the follow may be there before the block is.
  await waitUntil(
    'a recipe that is hidden',
    () => eve.get(`/recipes/${bread.id}`),
    ({ status }) => status === 404,
  );
  expect((await eve.post(`/recipes/${bread.id}/like`)).status).toBe(404);
  expect((await cy.get(`/recipes/${bread.id}`)).status).toBe(200);
  expect((await eve.post(`/accounts/${await idOf(eve, 'ann', alpha)}/follow`)).status).toBe(403);

  const notices = await getBody(ann, '/notifications/unread_count');
  const buns = (await ann.post('/recipes', { recipe: { name: 'Buns' } })).body;
  await postStatus(eve, `@ann@${alpha.host} why?`);
  await waitForItem(cy, buns.uri);
  expect(await getHome(eve)).toEqual([]);
  expect(await getBody(ann, '/notifications/unread_count')).toEqual(notices);
});

test.runIf(isFull)('a moved account keeps its followers', async () => {
  dora = await beta.join('dora');
  const aliases = [`cy@${gamma.host}`];
  // The other server is asked while they wait; a busy one may not answer in time.
  const done = ({ status }: { status: number }) => status === 200;
  await waitUntil('aliases', () => dora.put('/accounts/me/aliases', { account: { aliases } }), done);
  const account = { target: `dora@${beta.host}`, password: cy.password };
  await waitUntil('a move', () => cy.post('/accounts/me/move', { account }), done);
  for (const client of [ann, bo]) {
    await isFollowing(client, await idOf(client, 'dora', beta));
    await isFollowing(client, await idOf(client, 'cy', gamma), false);
  }
  const { uri } = (await postStatus(dora, 'The kitchen is warm here')).body;
  await Promise.all([waitForItem(ann, uri), waitForItem(bo, uri)]);
});

test.runIf(isFull)('a report is sent as a Flag, and a suspended account is hidden with everything it did', async () => {
  const account_id = await idOf(ann, 'bo', beta);
  const remark = (await postStatus(bo, `@ann@${alpha.host} Buy my pans`)).body;
  const id = await waitForItem(ann, remark.uri);
  const items = [{ type: 'status', id }];
  const report = { account_id, items, comment: 'Pans again', category: 'spam', forward: true };
  expect((await ann.post('/reports', { report })).status).toBe(204);
  const reports = async (instance: Instance) => JSON.parse(await instance.cli('report', 'list', '--json'));
  await waitUntil(
    'a report',
    () => reports(beta),
    (list) => list.length === 1,
  );
  expect(await reports(beta)).toMatchObject([
    { account: 'bo', reporter: `instance@${alpha.host}`, comment: 'Pans again' },
  ]);
  expect(await reports(alpha)).toMatchObject([{ account: `bo@${beta.host}`, reporter: 'ann', category: 'spam' }]);

  const own = (await postStatus(ann, 'Soup for all')).body;
  const onBeta = await waitForItem(bo, own.uri);
  await bo.post(`/statuses/${onBeta}/like`);
  const likes = async () => (await getBody(ann, `/statuses/${own.id}`)).likes_count;
  await waitUntil('a like', likes, (count) => count === 1);
  await alpha.cli('account', 'suspend', `bo@${beta.host}`);
  expect((await ann.get(`/statuses/${id}`)).status).toBe(404);
  expect((await getHome(ann)).map(({ object }) => object.uri)).not.toContain(remark.uri);
  await waitUntil('no like', likes, (count) => count === 0);
  const followers = async () => getBody(ann, `/accounts/${(await getBody(ann, '/accounts/me')).id}/followers`);
  expect((await followers()).map(({ username }: { username: string }) => username)).not.toContain('bo');

  const late = (await postStatus(bo, `@ann@${alpha.host} Are you there?`)).body;
  const fromDora = (await postStatus(dora, `@ann@${alpha.host} I am here`)).body;
  await waitForItem(ann, fromDora.uri);
  expect((await getHome(ann)).map(({ object }) => object.uri)).not.toContain(late.uri);
  expect((await getBody(ann, `/search?q=${encodeURIComponent(late.uri)}&resolve=true`)).statuses).toEqual([]);
  await alpha.cli('account', 'unsuspend', `bo@${beta.host}`);
  expect((await ann.get(`/statuses/${id}`)).status).toBe(200);

  // What the suspension ended has to be asked for again.
  const annOnBeta = await idOf(bo, 'ann', alpha);
  await bo.delete(`/accounts/${annOnBeta}/follow`);
  await bo.post(`/accounts/${annOnBeta}/follow`);
  await isFollowing(bo, annOnBeta);
});

test.runIf(isFull)('a blocked server is hidden completely, on the blocking server only', async () => {
  const search = async (client: ApiClient) => (await getBody(client, '/search?q=Sunday&type=baking')).bakings.length;
  expect([await search(ann), await search(bo)]).toEqual([1, 1]);
  await alpha.cli('domain', 'block', gamma.host.split(':')[0]!);
  expect([await search(ann), await search(bo)]).toEqual([0, 1]);
  const { uri } = (await postStatus(ann, 'Just us two')).body;
  await waitForItem(bo, uri);
  expect((await getHome(cy)).map(({ object }) => object.uri)).not.toContain(uri);
});
