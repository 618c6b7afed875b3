/** Which servers are notified when the audience of an item changes, and when an account stops approving followers. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { config } from '../../src/lib/config.ts';
import { as } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { deliverFrom, storedAccount, useReceiver } from '../support/receiver.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { builtActivities } from '../support/sent-activities.ts';

let ann: Account;
let near: RemoteServer;
let far: RemoteServer;
let bob: PeerActor;
let eve: PeerActor;
let serial = 0;

useReceiver();

beforeEach(async () => {
  serial += 1;
  near = remoteServerAt(`near${serial}.example`);
  far = remoteServerAt(`far${serial}.example`);
  bob = near.actor('bob');
  eve = far.actor('eve');
  ann = await register({ username: `ann_wide${serial}` });
});

type Delivered = [type: string, object: string];
/** Returns what each server received since the last call. */
async function takeDelivered(): Promise<{ near: Delivered[]; far: Delivered[] }> {
  await drain();
  const read = ({ inbox }: RemoteServer) =>
    inbox.splice(0).map((json): Delivered => [String(json.type), (json.object as Json).id as string]);
  return { near: read(near).toSorted(), far: read(far).toSorted() };
}

/** Bob follows Ann. Eve followed her when the item was published. */
async function publish(path: string, body: Json) {
  await deliverFrom(near, 'Follow', bob, ann.iri);
  const asked = await deliverFrom(far, 'Follow', eve, ann.iri);
  const { id, uri } = (await as(ann).post(path, body)).body as { id: number; uri: string };
  await takeDelivered();
  await deliverFrom(far, 'Undo', eve, asked);
  await takeDelivered();
  return { id, uri };
}

test('an item that becomes followers-only is updated for followers and deleted for other servers', async () => {
  const { id, uri } = await publish('/recipes', { name: 'Soup' });
  await as(ann).patch(`/recipes/${id}`, { visibility: 'private' });
  expect(await takeDelivered()).toEqual({ near: [['Update', uri]], far: [['Delete', uri]] });

  await as(ann).patch(`/recipes/${id}`, { name: 'Better soup' });
  expect(await takeDelivered()).toEqual({ near: [['Update', uri]], far: [] });
});

test('the first versions of an item that was private for a while are not served again', async () => {
  const { id, uri } = await publish('/recipes', { name: 'For the surprise' });
  const fetched = async (iri: string) => {
    const response = await handleFederationRequest(
      new Request(iri, { headers: { accept: 'application/activity+json' } }),
    );
    return { status: response!.status, text: await response!.text() };
  };
  const activities = async () => (await builtActivities({ objectIri: uri })).map(({ iri }) => iri);
  const [create] = await activities();
  expect((await fetched(create!)).text).toContain('For the surprise');
  await as(ann).patch(`/recipes/${id}`, { visibility: 'private' });
  await as(ann).patch(`/recipes/${id}`, { name: 'Cake' });
  await drain();
  for (const iri of await activities())
    expect([iri, (await fetched(iri)).text.includes('surprise')]).toEqual([iri, false]);
  expect((await fetched(create!)).status).toBe(404);
  await as(ann).patch(`/recipes/${id}`, { visibility: 'public' });
  await drain();
  for (const iri of await activities())
    expect([iri, (await fetched(iri)).text.includes('the surprise')]).toEqual([iri, false]);
  expect((await fetched(uri)).text).toContain('Cake');
});

test('an item that becomes direct is deleted for followers', async () => {
  await deliverFrom(far, 'Follow', eve, ann.iri);
  const { handle: address } = await storedAccount(eve);
  const { id, uri } = await publish('/statuses', { content: `Soup for @${address}`, visibility: 'unlisted' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'direct' });
  expect(await takeDelivered()).toEqual({ near: [['Delete', uri]], far: [['Update', uri]] });
});

test('an item that becomes public is sent as a Create to servers that did not have it', async () => {
  await deliverFrom(far, 'Follow', eve, ann.iri);
  const { handle: address } = await storedAccount(eve);
  const { id, uri } = await publish('/statuses', { content: `Soup for @${address}`, visibility: 'direct' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'private' });
  expect((await takeDelivered()).near).toEqual([
    ['Create', uri],
    ['Update', uri],
  ]);
  await as(ann).patch(`/statuses/${id}`, { visibility: 'public' });
  expect(await takeDelivered()).toEqual({ near: [['Update', uri]], far: [['Update', uri]] });
});

test('a change that keeps the audience sends no Delete', async () => {
  const { id, uri } = await publish('/statuses', { content: 'Soup' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'unlisted' });
  expect(await takeDelivered()).toEqual({ near: [['Update', uri]], far: [['Update', uri]] });
});

test('narrowing an item and widening it again at once sends no Delete', async () => {
  const { id, uri } = await publish('/statuses', { content: 'Soup' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'private' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'public' });
  expect((await takeDelivered()).far.every(([type]) => type === 'Update')).toBe(true);
  expect(uri).toContain(`/statuses/${id}`);
});

test('an item that is widened after a Delete is newer than that Delete', async () => {
  const { id, uri } = await publish('/statuses', { content: 'Soup' });
  await as(ann).patch(`/statuses/${id}`, { visibility: 'private' });
  await drain();
  await as(ann).patch(`/statuses/${id}`, { visibility: 'public' });
  await drain();
  const [end, back] = far.inbox.map(({ object }) => object as Json);
  expect([end!.id, back!.id]).toEqual([uri, uri]);
  expect(Date.parse(back!.updated as string)).toBeGreaterThan(Date.parse(end!.deleted as string));
});

test.each([
  ['direct', ['Delete']],
  ['private', ['Create', 'Update']],
])(
  'a delivery that waits for an unreachable server does not reveal an item that is %s by now',
  async (visibility, types) => {
    await deliverFrom(near, 'Follow', bob, ann.iri);
    await deliverFrom(far, 'Follow', eve, ann.iri);
    far.fail(far.iri('/inbox'), 503);
    const { id } = (await as(ann).post('/statuses', { content: 'Soup' })).body as { id: number };
    await drain();
    await as(ann).patch(`/statuses/${id}`, { visibility, content: 'Cold soup' });
    far.responses.delete(far.iri('/inbox'));
    far.inbox.length = 0;
    for (let round = 0; round < 5; round += 1) {
      await drain();
      await prisma().host.updateMany({ data: { openUntil: null, failures: 0 } });
      await makeDue('deliver-activity');
    }
    expect(far.inbox.map(({ type }) => type).toSorted()).toEqual(types);
    expect(JSON.stringify(far.inbox)).not.toContain('>Soup');
    for (const { to, cc, type } of far.inbox.filter((json) => json.type !== 'Delete'))
      expect([type, JSON.stringify([to, cc]).includes('#Public')]).toEqual([type, false]);
  },
);

test('likes, shares, replies and context of a private item are for servers of entitled followers', async () => {
  const { uri } = await publish('/statuses', { content: 'Soup', visibility: 'private' });
  const get = async (name: string, by?: PeerActor) => {
    const url = `${uri}/${name}`;
    const headers = by ? signatureHeaders({ method: 'GET', url, body: null }, by.rsa) : {};
    return (await handleFederationRequest(new Request(url, { headers })))!;
  };
  for (const name of ['likes', 'shares', 'replies', 'context']) {
    const response = await get(name, bob);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await response.json()).toMatchObject({
      id: `${uri}/${name}`,
      totalItems: name === 'context' ? 1 : 0,
    });
    expect((await get(name, eve)).status).toBe(404);
    expect((await get(name)).status).toBe(404);
  }
});

test('when an account stops approving followers, pending requests are accepted and answered', async () => {
  await as(ann).patch('/accounts/me', { account: { locked: true } });
  const asked = await deliverFrom(near, 'Follow', bob, ann.iri);
  await deliverFrom(far, 'Follow', eve, ann.iri);
  expect((await as(ann).get('/follow_requests')).body).toHaveLength(2);
  near.inbox.length = 0;

  await as(ann).patch('/accounts/me', { account: { name: 'Ann' } });
  await drain();
  expect((await as(ann).get('/follow_requests')).body).toHaveLength(2);

  await as(ann).patch('/accounts/me', { account: { locked: false } });
  await drain();
  expect((await as(ann).get('/follow_requests')).body).toEqual([]);
  expect((await as(ann).get('/accounts/me')).body.followers_count).toBe(2);
  expect(near.inbox).toContainEqual(
    expect.objectContaining({ type: 'Accept', object: expect.objectContaining({ id: asked.id }) }),
  );
});

test.each([
  ['Борщ с пампушками', 'борщ-с-пампушками'],
  ['味噌汁', '味噌汁'],
  ['がんもどき', 'がんもどき'],
  ['दाल मखनी', 'दाल-मखनी'],
  ['حساء العدس', 'حساء-العدس'],
  ['Crème Brûlée', 'creme-brulee'],
  ['🍲!', 'recipe'],
])('%s has a slug in its own words', async (name, slug) => {
  const { body } = await as(ann).post('/recipes', { name });
  expect(body.slug).toBe(slug);
  expect(body.url).toBe(`${config.baseUrl}/@${ann.username}/recipes/${encodeURIComponent(slug)}`);
  expect((await as(ann).post('/recipes', { name })).body.slug).toBe(`${slug}-2`);

  const found = await as(ann).get(`/accounts/${ann.id}/recipes/${encodeURIComponent(slug)}`);
  expect(found.body.id).toBe(body.id);
  const page = await handleFederationRequest(
    new Request(body.url, { headers: { accept: 'application/activity+json' } }),
  );
  expect(await page!.json()).toMatchObject({ id: body.uri, url: body.url });
});

test('the slug of a long name stays short in every script', async () => {
  const { body } = await as(ann).post('/recipes', { name: '麺'.repeat(200) });
  expect(new URL(body.url).pathname.length).toBeLessThan(300);
});
