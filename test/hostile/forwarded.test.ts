/** Checks that only those parts of a forwarded activity count that its actor signed. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { selectInbound } from '../../src/db/sql/federation.ts';
import { db } from '../../src/db/statement.ts';
import { handle } from '../../src/federation/inbox/handle.ts';
import { toMultikey } from '../../src/federation/objects/actor.ts';
import { addIntegrityProof } from '../../src/federation/sign/sign.ts';
import { readSignedPart } from '../../src/federation/verify/proof.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { testApp } from '../support/as.ts';
import { context, newEdKey, withIntegrityProof, withLinkedDataSignature } from '../support/body-signatures.ts';
import { attack, fixture, senderTables, useHostileFixture } from '../support/hostile-fixture.ts';
import { signalJsonLdProcess, withoutJsonLdProcess } from '../support/json-ld-process.ts';
import { leastOf, onIdleDesktop, processorTime } from '../support/processor-time.ts';
import type { Json } from '../support/remote-server.ts';
import { sampled } from '../support/test-length.ts';

useHostileFixture();
let ed: ReturnType<typeof newEdKey>;
let expired: ReturnType<typeof newEdKey>;
beforeAll(async () => {
  const { bob } = fixture;
  [ed, expired] = [newEdKey(`${bob.iri}#ed`), newEdKey(`${bob.iri}#old`)];
  const multikey = ({ iri, publicKey }: typeof ed, more: Json = {}) => ({
    id: iri,
    type: 'Multikey',
    controller: bob.iri,
    publicKeyMultibase: toMultikey(publicKey),
    ...more,
  });
  bob.json.assertionMethod = [multikey(ed), multikey(expired, { expires: '2026-01-01T00:00:00Z' })];
  emptyCaches();
  await forward(withIntegrityProof(reply(), ed));
});
beforeEach(() => {
  emptyCaches();
});

const everybody = 'https://www.w3.org/ns/activitystreams#Public';

/** Bob's reply to Ann, which cannot be fetched from his server. */
function reply(changes: Json = {}): Json & { id: string; object: Json & { id: string } } {
  const { good, bob, post } = fixture;
  const id = good.iri(`/notes/${randomUUID()}`);
  const published = new Date().toISOString();
  const object = { id, type: 'Note', attributedTo: bob.iri, inReplyTo: post.iri, to: [everybody], published };
  const activity = {
    '@context': context,
    id: `${id}/activity`,
    type: 'Create',
    actor: bob.iri,
    to: [everybody],
    object: { ...object, content: '<p>Mine</p>', ...changes },
  };
  return activity;
}

const by = (actor: 'bob' | 'mal' | 'eve') => fixture[actor].rsa;
const forward = (activity: Json) => attack(fixture.evil.signedBy(activity, { by: by('eve') }));
const forwardUnchecked = (activity: Json) => testApp().fetch(fixture.evil.signedBy(activity, { by: by('eve') }));

const find = (iri: string) => prisma().eventable.findUnique({ where: { iri } });

test.each<[string, (json: Json) => Promise<Json> | Json]>([
  ['a Linked Data Signature', (json) => withLinkedDataSignature(json, by('bob'))],
  ['an integrity proof', (json) => withIntegrityProof(json, ed)],
  ['a proof created by Potluck', (json) => addIntegrityProof(json, ed)],
  ['a proof without its own context', (json) => withoutContext(withIntegrityProof(json, ed))],
])('an activity that Bob signed by %s is accepted from any forwarder, without a fetch', async (_, sign) => {
  const activity = reply({ summary: 'Salt', sensitive: true });
  fixture.good.requestedUrls.length = 0;
  expect(await forward(await sign(activity))).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toMatchObject({ content: 'Mine', sensitive: true });
  expect(fixture.good.requestedUrls).toEqual([]);
});

test('an accepted activity is not lost when its process is killed or many documents wait', async () => {
  const activity = reply();
  const response = await forwardUnchecked(await withLinkedDataSignature(activity, by('bob')));
  expect(response.status).toBe(202);
  const { id } = await prisma().inbound.findFirstOrThrow({ where: { activityIri: activity.id as string } });
  const [row] = await selectInbound(db, [Number(id)]);

  await withoutJsonLdProcess(() => expect(handle(row!)).rejects.toMatchObject({ status: 503 }));

  await readSignedPart(activity, fixture.bob.iri);
  signalJsonLdProcess('SIGSTOP');
  const others = Array.from({ length: 17 }, () => readSignedPart(activity, fixture.bob.iri));
  const settled = Promise.allSettled(others);
  expect(await handle(row!)).toEqual({ again: expect.any(Date) });
  signalJsonLdProcess('SIGCONT');
  await settled;
  expect(await find(activity.object.id)).toBeNull();

  expect(await handle(row!)).toBe('done');
  expect(await find(activity.object.id)).toMatchObject({ content: 'Mine' });
});

test('a sender is told to try again when a proof could not be processed', async () => {
  const signed = await withLinkedDataSignature(reply(), by('bob'));
  const response = await withoutJsonLdProcess(() => forwardUnchecked(signed));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await forward(signed)).toMatchObject({ status: 202, reason: 'accepted' });
});

const withoutContext = ({ proof, ...json }: Json): Json => {
  const { '@context': _, ...rest } = proof as Json;
  return { ...json, proof: rest };
};
const week = 7 * 24 * 3_600_000;
const changed = (json: Json, content = '<p>Eve’s</p>'): Json => ({
  ...json,
  object: { ...(json.object as Json), content },
});
const undoOfLike = (): Json => ({
  '@context': context,
  id: fixture.good.iri(`/undo/${randomUUID()}`),
  type: 'Undo',
  actor: fixture.bob.iri,
  object: fixture.bobsLike,
});

const forged: [label: string, forge: () => Promise<Json> | Json][] = [
  ['a signature over another body', async () => changed(await withLinkedDataSignature(reply(), by('bob')))],
  ['a proof over another body', () => changed(withIntegrityProof(reply(), ed))],
  ['a proof created by Potluck over another body', () => changed(addIntegrityProof(reply(), ed))],
  [
    'the signature of another activity',
    async () => ({ ...reply(), signature: (await withLinkedDataSignature(reply(), by('bob'))).signature }),
  ],
  ['the proof of another activity', () => ({ ...reply(), proof: withIntegrityProof(reply(), ed).proof })],
  ['a signature by another actor of Bob’s server', () => withLinkedDataSignature(reply(), by('mal'))],
  ['a signature by the key of Eve', () => withLinkedDataSignature(reply(), by('eve'))],
  [
    'a signature by Eve with the id of Bob’s key',
    () => withLinkedDataSignature(reply(), { ...by('eve'), iri: by('bob').iri }),
  ],
  ['a proof by a key that Bob does not list', () => withIntegrityProof(reply(), newEdKey(`${fixture.bob.iri}#new`))],
  ['a proof by a key that has expired', () => withIntegrityProof(reply(), expired)],
  ['a proof by another key with the id of Bob’s key', () => withIntegrityProof(reply(), newEdKey(ed.iri))],
  [
    'a key of Bob on another origin',
    () => withLinkedDataSignature(reply(), { ...by('bob'), iri: fixture.evil.iri('/users/bob#main-key') }),
  ],
  ['a signature from last week', () => withLinkedDataSignature(reply(), by('bob'), new Date(Date.now() - week))],
  ['a signature from the future', () => withLinkedDataSignature(reply(), by('bob'), new Date(Date.now() + week / 7))],
  ['an expired proof', () => withIntegrityProof(reply(), ed, { expires: new Date(Date.now() - 1_000).toISOString() })],
  ['a proof without a date', () => withIntegrityProof(reply(), ed, { created: undefined })],
  ['a proof for another purpose', () => withIntegrityProof(reply(), ed, { proofPurpose: 'authentication' })],
  ['a proof of another suite', () => withIntegrityProof(reply(), ed, { cryptosuite: 'eddsa-rdfc-2022' })],
  [
    'an RSA signature that names the Ed25519 key',
    () => withLinkedDataSignature(reply(), { ...by('bob'), iri: ed.iri }),
  ],
  ['no id', () => withIntegrityProof({ ...reply(), id: undefined }, ed)],
  ['a changed context', async () => signedInForm({ ...reply(), '@context': [...context, { x: 'as:x' }] }, 'x')],
  ['a Follow', () => withIntegrityProof(fixture.good.activity('Follow', fixture.mal, fixture.ann.iri), ed)],
  [
    'a Like by another actor',
    () => withIntegrityProof(fixture.good.activity('Like', fixture.mal, fixture.post.iri), ed),
  ],
  [
    'an Undo that is turned inside out, so that the undone activity is outside',
    async () => {
      const { '@context': _, object, ...undo } = await withLinkedDataSignature(undoOfLike(), by('bob'));
      const { signature, ...undone } = undo;
      const reversed = { '@context': [...context, { undoneBy: { '@reverse': 'as:object' } }], signature };
      return { ...reversed, ...(object as Json), '@context': reversed['@context'], undoneBy: undone };
    },
  ],
];

/** Signed with one context, then sent with one that must be fetched. */
async function signedInForm(json: Json, term: string): Promise<Json> {
  const signed = await withLinkedDataSignature(json, by('bob'));
  return { ...signed, '@context': [...context, fixture.evil.iri(`/context/${term}`)] };
}

test.each(sampled(forged, 2))('an activity with %s is not accepted', async (_, forge) => {
  const activity = await forge();
  const seen = await forward(activity);
  expect(seen.reason).not.toBe('accepted');
  expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  expect(fixture.evil.requestedUrls.some((url) => url.includes('/context/'))).toBe(false);
});

const additions: [label: string, tell: (json: Json) => Json][] = [
  [
    'under an alias of a signed property',
    (json) => {
      const { content, ...object } = json.object as Json;
      const aside = { '@context': [...context, { body: 'as:content', content: null }] };
      return { ...json, ...aside, object: { ...object, body: content, content: '<p>Eve’s</p>' } };
    },
  ],
  [
    'as terms without a definition',
    (json) => ({
      ...json,
      object: {
        ...(json.object as Json),
        recipeInstructions: ['Poison'],
        additionalType: 'http://schema.org/Recipe',
      },
    }),
  ],
  [
    'to its audience',
    (json) => {
      const aside = { '@context': [...context, { them: { '@id': 'as:to', '@type': '@id' }, to: null }] };
      const { to, ...object } = json.object as Json;
      return { ...json, ...aside, them: to, object: { ...object, them: to, to: [everybody] } };
    },
  ],
];

test.each(additions)('an addition to a signed body %s is ignored', async (_, tell) => {
  const activity = reply({ to: [`${fixture.bob.iri}/followers`] });
  const signed = await withLinkedDataSignature({ ...activity, to: activity.object.to }, by('bob'));
  expect(await forward(tell(signed))).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toMatchObject({
    content: 'Mine',
    type: 'status',
    visibility: 'private',
  });
});

test('a Delete that Bob signed takes effect once, however often it is forwarded', async () => {
  const activity = reply();
  await forward(withIntegrityProof(activity, ed));
  const farewell = { ...fixture.good.activity('Delete', fixture.bob, activity.object.id), to: [everybody] };
  const signed = await withLinkedDataSignature(farewell, by('bob'));
  expect(await forward(signed)).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toBeNull();
  expect(await forward(signed)).toMatchObject({ status: 202, changed: [] });

  // The reply was signed before the deletion. It must not come back.
  expect(await forward(await withLinkedDataSignature(activity, by('bob')))).toMatchObject({ status: 202, changed: [] });
});

test('a forwarder that sends unproven activities is ignored for a while', async () => {
  for (let count = 0; count < 20; count += 1) await forwardUnchecked(changed(withIntegrityProof(reply(), ed)));
  expect((await forward(withIntegrityProof(reply(), ed))).reason).not.toBe('accepted');
  emptyCaches();
  expect((await forward(withIntegrityProof(reply(), ed))).reason).toBe('accepted');
});

const nodes = (count: number) => Array.from({ length: count }, (_, index) => index);
const heavy: [label: string, object: () => Json, more?: () => Json][] = [
  ['of a megabyte', () => ({ content: 'x'.repeat(1_000_000) })],
  ['of a megabyte of quotes', () => ({ content: '"\\'.repeat(240_000) })],
  ['of 30,000 nodes', () => ({ tag: nodes(30_000).map(() => ({ type: 'Note' })) })],
  ['of 200 identical objects', () => ({ tag: nodes(200).map(() => ({ type: 'Note' })) })],
  ['of like nodes', () => ({ tag: nodes(8).map(() => ({ tag: nodes(14).map(() => ({ type: 'Note' })) })) })],
  ['in a ring', () => ({ tag: nodes(80).map((at) => ({ id: `_:b${at}`, tag: `_:b${(at + 1) % 80}` })) })],
  [
    'with a blank signature',
    () => ({}),
    () => ({ signature: { ...blank(), signatureValue: `${'A'.repeat(300)}${' '.repeat(1_000_000)}!` } }),
  ],
  [
    'of 30,000 nodes with a thousand proofs',
    () => ({ tag: nodes(30_000).map(() => ({})) }),
    () => ({ proof: nodes(1_000).map(() => withIntegrityProof({}, newEdKey(ed.iri)).proof) }),
  ],
  ['of 30 levels', () => JSON.parse(`${'{"object":'.repeat(28)}{}${'}'.repeat(28)}`)],
  ['with a context in every node', () => ({ tag: nodes(200).map(() => ({ '@context': context, type: 'Note' })) })],
];

const blank = (): Json => ({
  type: 'RsaSignature2017',
  creator: by('bob').iri,
  created: new Date().toISOString(),
  signatureValue: 'A'.repeat(344),
});

test.each(sampled(heavy, 3))('a signed body %s is processed quickly', async (_, object, more = () => ({})) => {
  const activity = { ...reply(), signature: blank(), ...more() };
  const least = await leastOf(4, 200, async () => {
    const request = fixture.evil.signedBy(
      { ...activity, object: { ...activity.object, ...object() } },
      { by: by('eve') },
    );
    return onIdleDesktop(await processorTime(async () => testApp().fetch(request)), 200);
  });
  expect(least).toBeLessThan(200);
});
