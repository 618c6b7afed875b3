/** Activities about an item of a member are forwarded to the member's followers. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { findAccountByIri } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { blockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { forwardedKey, maxPerHostAndHour } from '../../src/federation/inbox/forward.ts';
import { toMultikey } from '../../src/federation/objects/actor.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { testApp } from '../support/as.ts';
import { context, newEdKey, withIntegrityProof, withLinkedDataSignature } from '../support/body-signatures.ts';
import { drain } from '../support/drain.ts';
import { fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { setCount } from '../support/limits.ts';
import { type Json, newRsaKey, type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { builtActivities } from '../support/sent-activities.ts';
import { statementsOf } from '../support/statements.ts';
import { stored } from '../support/stored.ts';

useHostileFixture();
const everybody = 'https://www.w3.org/ns/activitystreams#Public';
let annsFollowers: string;
/** Servers of followers of Ann. Bob, who sends, follows her too. */
let servers: RemoteServer[];
let [cid, dora]: PeerActor[] = [];
/** Received bodies by server. */
let got: Map<string, string[]>;
const signers = new Set<string | undefined>();

beforeAll(async () => {
  annsFollowers = `${fixture.ann.iri}/followers`;
  servers = [remoteServerAt('west.example'), remoteServerAt('east.example')];
  [cid, dora] = [servers[0]!.actor('cid'), servers[1]!.actor('dora')];
  for (const [server, actor] of [
    [servers[0]!, cid!],
    [servers[1]!, dora!],
  ] as const) {
    await testApp().fetch(server.signedBy(server.activity('Follow', actor, fixture.ann.iri)));
  }
  await drain();
});

beforeEach(async () => {
  emptyCaches();
  await prisma().keyValue.deleteMany({ where: { key: { startsWith: '["forwarded"' } } });
  signers.clear();
  got = new Map();
  for (const server of [...servers, fixture.good]) {
    const bodies: string[] = [];
    got.set(server.host, bodies);
    server.responses.set(server.iri('/inbox'), async (request) => {
      bodies.push(await request.text());
      signers.add(/keyId="([^"]+)"/.exec(request.headers.get('signature') ?? '')?.[1]);
      return new Response(null, { status: 202 });
    });
  }
});

const toBothFollowerServers = (...bodies: string[]) => ({
  'west.example': bodies,
  'east.example': bodies,
  'good.example': [],
});

/** Sends an activity of Bob in bytes that differ from our own format. */
async function deliverFromBob(activity: Json, { withProof = true } = {}): Promise<string> {
  const body = JSON.stringify(withProof ? await withLinkedDataSignature(activity, fixture.bob.rsa) : activity, null, 1);
  const response = await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  expect(response.status).toBe(202);
  await drain();
  return body;
}

function replyTo(iri: string, changes: Json = {}): Json & { object: Json & { id: string } } {
  const { '@context': _, ...object } = fixture.good.note(fixture.bob, { inReplyTo: iri, cc: [annsFollowers] });
  const { to, cc } = object;
  return { ...activity('Create', object), to, cc, ...changes } as never;
}

const activity = (type: string, object: unknown, changes: Json = {}): Json => ({
  ...fixture.good.activity(type, fixture.bob, object),
  '@context': context,
  to: [everybody],
  cc: [annsFollowers],
  ...changes,
});

test('a reply to Ann is forwarded to her followers unchanged, once, and not to its sender', async () => {
  const body = await deliverFromBob(replyTo(fixture.post.iri));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
  expect([...signers]).toEqual([`${fixture.ann.iri}#main-key`]);

  await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  await drain();
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
  const [built, ...others] = await builtActivities({ body });
  expect([await stored.deliveries({ activityId: built!.id }), others]).toEqual([2, []]);
});

test('a reply to a reply to Ann is forwarded too, and so are its Update and Delete', async () => {
  const first = replyTo(fixture.post.iri);
  const second = replyTo(first.object.id);
  const sentBody = [await deliverFromBob(first), await deliverFromBob(second)];
  const { object } = second;
  sentBody.push(
    await deliverFromBob(activity('Update', { ...object, content: '<p>More</p>', updated: new Date().toISOString() })),
  );
  // A Delete names no addressees.
  sentBody.push(await deliverFromBob(activity('Delete', { id: object.id, type: 'Tombstone' }, { cc: [] })));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(...sentBody));
});

test('an Update with a smaller audience is not forwarded to all who received the original', async () => {
  const reply = replyTo(fixture.post.iri);
  const sentBody = await deliverFromBob(reply);
  const audience = { to: [`${fixture.bob.iri}/followers`], cc: [] };
  const changed = {
    ...reply.object,
    ...audience,
    content: '<p>Psst</p>',
    updated: new Date().toISOString(),
  };
  await deliverFromBob(activity('Update', changed, audience));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(sentBody));
});

test.each(['Like', 'Announce'])('a %s of an item by Ann is forwarded, and so is its Undo', async (type) => {
  const interaction = activity(type, fixture.post.iri);
  const { '@context': _, ...undone } = interaction;
  const sentBody = [await deliverFromBob(interaction), await deliverFromBob(activity('Undo', undone, { cc: [] }))];
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(...sentBody));
});

const notForwarded: [label: string, of: () => Json | Promise<Json>][] = [
  ['a reply that is not addressed to them', () => replyTo(fixture.post.iri, { cc: [] })],
  ['a reply to another account', () => replyTo(fixture.note.id)],
  ['a reply to an unknown post', () => replyTo(fixture.good.iri('/notes/none'))],
  [
    'a post that only mentions her',
    () => replyTo(fixture.note.id, { tag: [{ type: 'Mention', href: fixture.ann.iri }] }),
  ],
  ['a Follow', () => activity('Follow', fixture.ann.iri)],
  ['a Delete of another author’s item', () => activity('Delete', `${fixture.mal.iri}/notes/1`)],
  ['an Update of himself', () => activity('Update', { id: fixture.bob.iri, type: 'Person', name: 'Bob' })],
];

test.each(notForwarded)('%s is not forwarded', async (_, of) => {
  await deliverFromBob(await of());
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
});

test('for an Undo of a Follow no forwarders are looked up', async () => {
  const statements = await statementsOf(() =>
    deliverFromBob(activity('Undo', activity('Follow', fixture.good.iri('/users/none')))),
  );
  expect(statements).toContain('delete_completed_jobs');
  expect(statements).not.toContain('select_forwarders');
});

test('an activity without a proof is not forwarded, because nobody could verify it', async () => {
  await deliverFromBob(replyTo(fixture.post.iri), { withProof: false });
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
});

test('an activity about Ann’s items that is forwarded to us is forwarded again', async () => {
  const body = JSON.stringify(await withLinkedDataSignature(replyTo(fixture.post.iri), fixture.bob.rsa));
  await testApp().fetch(servers[0]!.signed(body, cid!.rsa));
  await drain();
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
});

test('at most a hundred activities of an account are forwarded in an hour', async () => {
  for (let count = 0; count < 102; count += 1) {
    const body = JSON.stringify(await withLinkedDataSignature(activity('Like', fixture.post.iri), fixture.bob.rsa));
    await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  }
  await drain();
  expect(got.get('west.example')).toHaveLength(100);
});

test('an activity with an invalid proof, or of more than 64 KiB, is not forwarded', async () => {
  const forged = { iri: fixture.bob.rsa.iri, privateKey: newRsaKey(fixture.bob.rsa.iri).privateKey };
  const send = async (body: Json) => {
    const text = JSON.stringify(body);
    expect((await testApp().fetch(fixture.good.signed(text, fixture.bob.rsa))).status).toBe(202);
    await drain();
    return text;
  };
  await send(await withLinkedDataSignature(replyTo(fixture.post.iri), forged));
  const { bob } = fixture;
  const key = newEdKey(`${bob.iri}#ed`);
  const publicKeyMultibase = toMultikey(key.publicKey);
  bob.json.assertionMethod = [{ id: key.iri, type: 'Multikey', controller: bob.iri, publicKeyMultibase }];
  await upsertRemoteAccount(await loadActor(bob.iri, newBudget()));
  const sized = async (length: number) =>
    withIntegrityProof({ ...replyTo(fixture.post.iri), summary: 'x'.repeat(length) }, key);
  await send(await sized(64 * 1_024));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
  const sentBody = await send(await sized(50_000));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(sentBody));
});

test('at most 500 activities of a server are forwarded in an hour, over all its accounts', async () => {
  const [last, { host }] = [fixture.mal, fixture.good];
  // As other workers count them.
  await setCount(forwardedKey(host), maxPerHostAndHour - 1);
  const by = async (actor: PeerActor, changes: Json = {}) => {
    const note = fixture.good.note(actor, { inReplyTo: fixture.post.iri, cc: [annsFollowers] });
    const { '@context': _, ...object } = note;
    const { to, cc } = object;
    const create = {
      ...fixture.good.activity('Create', actor, object),
      '@context': context,
      to,
      cc,
      ...changes,
    };
    const body = JSON.stringify(await withLinkedDataSignature(create, actor.rsa));
    expect((await testApp().fetch(fixture.good.signed(body, actor.rsa))).status).toBe(202);
    await drain();
    return body;
  };
  const first = await by(fixture.bob);
  await by(last);
  expect(Object.fromEntries(got)).toMatchObject({ 'west.example': [first] });
});

test('nothing is forwarded to a blocked server, or from an account that Ann blocks', async () => {
  await blockDomain('east.example');
  const body = await deliverFromBob(replyTo(fixture.post.iri));
  expect(Object.fromEntries(got)).toEqual({ ...toBothFollowerServers(body), 'east.example': [] });

  await block(fixture.ann.id, (await findAccountByIri(fixture.bob.iri))!.id);
  await deliverFromBob(replyTo(fixture.post.iri));
  expect(got.get('west.example')).toEqual([body]);
});
