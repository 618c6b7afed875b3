/** What concerns an item of a member's reaches the member's followers, wherever it was said. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findAccountByIri } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { blockDomain } from '../../src/domain/moderation/domain-rules.ts';
import { countForwarded, maxPerHostAndHour } from '../../src/federation/inbox/forward.ts';
import { toMultikey } from '../../src/federation/objects/actor.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { testApp } from '../support/as.ts';
import { context, newEdKey, withIntegrityProof, withLinkedDataSignature } from '../support/body-signatures.ts';
import { query } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { type Json, newRsaKey, type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { statementsOf } from '../support/statements.ts';

useHostileFixture();
const everybody = 'https://www.w3.org/ns/activitystreams#Public';
let annsFollowers: string;
/** Who follow Ann; Bob, who speaks, does too. */
let servers: RemoteServer[];
let [cid, dora]: PeerActor[] = [];
/** Raw, by server. */
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

/** By Bob, in bytes of its own. */
async function deliverFromBob(activity: Json, { withProof = true } = {}): Promise<string> {
  const body = JSON.stringify(withProof ? await withLinkedDataSignature(activity, fixture.bob.rsa) : activity, null, 1);
  const response = await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  expect(response.status).toBe(202);
  await drain();
  return body;
}

function answering(iri: string, changes: Json = {}): Json & { object: Json & { id: string } } {
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

test('an answer to Ann goes to her followers as it came, signed by her, once, and not back', async () => {
  const body = await deliverFromBob(answering(fixture.post.iri));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
  expect([...signers]).toEqual([`${fixture.ann.iri}#main-key`]);

  await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  await drain();
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
  const rows = await query(
    'SELECT state, inbox FROM delivery JOIN activity a ON a.id = activity_id WHERE a.body = $1',
    [body],
  );
  expect(rows).toHaveLength(2);
});

test('an answer to an answer to Ann goes the same way, and so does what becomes of it', async () => {
  const first = answering(fixture.post.iri);
  const second = answering(first.object.id);
  const said = [await deliverFromBob(first), await deliverFromBob(second)];
  const { object } = second;
  said.push(
    await deliverFromBob(activity('Update', { ...object, content: '<p>More</p>', updated: new Date().toISOString() })),
  );
  // A Delete is addressed to nobody in particular.
  said.push(await deliverFromBob(activity('Delete', { id: object.id, type: 'Tombstone' }, { cc: [] })));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(...said));
});

test('an Update for fewer does not go where went what it changes', async () => {
  const response = answering(fixture.post.iri);
  const said = await deliverFromBob(response);
  const audience = { to: [`${fixture.bob.iri}/followers`], cc: [] };
  const changed = {
    ...response.object,
    ...audience,
    content: '<p>Psst</p>',
    updated: new Date().toISOString(),
  };
  await deliverFromBob(activity('Update', changed, audience));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(said));
});

test.each(['Like', 'Announce'])('a %s of what Ann wrote is passed on, and its Undo', async (type) => {
  const interaction = activity(type, fixture.post.iri);
  const { '@context': _, ...undone } = interaction;
  const said = [await deliverFromBob(interaction), await deliverFromBob(activity('Undo', undone, { cc: [] }))];
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(...said));
});

const notForwarded: [says: string, of: () => Json | Promise<Json>][] = [
  ['an answer that is not addressed to them', () => answering(fixture.post.iri, { cc: [] })],
  ['an answer to somebody else', () => answering(fixture.note.id)],
  ['an answer to nothing known', () => answering(fixture.good.iri('/notes/none'))],
  [
    'a post that only names her',
    () => answering(fixture.note.id, { tag: [{ type: 'Mention', href: fixture.ann.iri }] }),
  ],
  ['a Follow', () => activity('Follow', fixture.ann.iri)],
  ['a Delete of what is not his', () => activity('Delete', `${fixture.mal.iri}/notes/1`)],
  ['an Update of himself', () => activity('Update', { id: fixture.bob.iri, type: 'Person', name: 'Bob' })],
];

test.each(notForwarded)('%s goes nowhere', async (_, of) => {
  await deliverFromBob(await of());
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
});

test('for whom an Undo of a Follow might be is not asked', async () => {
  const statements = await statementsOf(() =>
    deliverFromBob(activity('Undo', activity('Follow', fixture.good.iri('/users/none')))),
  );
  expect(statements).toContain('mark_inbound_handled');
  expect(statements).not.toContain('select_forwarders');
});

test('what bears no signature of its own goes nowhere, for nobody could believe it', async () => {
  await deliverFromBob(answering(fixture.post.iri), { withProof: false });
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
});

test('what is forwarded to us and concerns Ann is forwarded by us', async () => {
  const body = JSON.stringify(await withLinkedDataSignature(answering(fixture.post.iri), fixture.bob.rsa));
  await testApp().fetch(servers[0]!.signed(body, cid!.rsa));
  await drain();
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(body));
});

test('a talkative account is passed on a hundred times an hour', async () => {
  for (let count = 0; count < 102; count += 1) {
    const body = JSON.stringify(await withLinkedDataSignature(activity('Like', fixture.post.iri), fixture.bob.rsa));
    await testApp().fetch(fixture.good.signed(body, fixture.bob.rsa));
  }
  await drain();
  expect(got.get('west.example')).toHaveLength(100);
});

test('what has a proof that does not verify, or more than 64 KiB, is passed on to nobody', async () => {
  const forged = { iri: fixture.bob.rsa.iri, privateKey: newRsaKey(fixture.bob.rsa.iri).privateKey };
  const send = async (body: Json) => {
    const text = JSON.stringify(body);
    expect((await testApp().fetch(fixture.good.signed(text, fixture.bob.rsa))).status).toBe(202);
    await drain();
    return text;
  };
  await send(await withLinkedDataSignature(answering(fixture.post.iri), forged));
  const { bob } = fixture;
  const key = newEdKey(`${bob.iri}#ed`);
  const publicKeyMultibase = toMultikey(key.publicKey);
  bob.json.assertionMethod = [{ id: key.iri, type: 'Multikey', controller: bob.iri, publicKeyMultibase }];
  await upsertRemoteAccount(await loadActor(bob.iri, newBudget()));
  const sized = async (length: number) =>
    withIntegrityProof({ ...answering(fixture.post.iri), summary: 'x'.repeat(length) }, key);
  await send(await sized(64 * 1_024));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers());
  const said = await send(await sized(50_000));
  expect(Object.fromEntries(got)).toEqual(toBothFollowerServers(said));
});

test('a server is passed on 500 times an hour, whichever accounts it uses', async () => {
  const [last, { host }] = [fixture.mal, fixture.good];
  countForwarded(host, maxPerHostAndHour - 1);
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

test('a blocked server gets nothing, and whom Ann blocks is passed on to nobody', async () => {
  await blockDomain('east.example');
  const body = await deliverFromBob(answering(fixture.post.iri));
  expect(Object.fromEntries(got)).toEqual({ ...toBothFollowerServers(body), 'east.example': [] });

  await block(fixture.ann.id, (await findAccountByIri(fixture.bob.iri))!.id);
  await deliverFromBob(answering(fixture.post.iri));
  expect(got.get('west.example')).toEqual([body]);
});
