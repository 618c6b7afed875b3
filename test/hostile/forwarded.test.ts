/** What somebody else brings: believed as far as its actor signed it, and not a word further. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { forgetBringers } from '../../src/federation/gate/vouched.ts';
import { forgetAttempts } from '../../src/federation/keys/attempts.ts';
import { toMultikey } from '../../src/federation/objects/multikey.ts';
import { prove } from '../../src/federation/seal/prove.ts';
import { theApp } from '../support/as.ts';
import type { Json } from '../support/elsewhere.ts';
import { attack, senderTables, useWorld, world } from '../support/hostile.ts';
import { context, newEdKey, proven, sealed } from '../support/sealing.ts';

useWorld();
let ed: ReturnType<typeof newEdKey>;
let expired: ReturnType<typeof newEdKey>;
beforeAll(async () => {
  const { bob } = world;
  [ed, expired] = [newEdKey(`${bob.iri}#ed`), newEdKey(`${bob.iri}#old`)];
  const multikey = ({ iri, publicKey }: typeof ed, more: Json = {}) => ({
    ...{ id: iri, type: 'Multikey', controller: bob.iri, publicKeyMultibase: toMultikey(publicKey) },
    ...more,
  });
  bob.json.assertionMethod = [multikey(ed), multikey(expired, { expires: '2026-01-01T00:00:00Z' })];
  forgetAttempts();
  await bring(proven(reply(), ed));
});
beforeEach(() => {
  forgetAttempts();
  forgetBringers();
});

const everybody = 'https://www.w3.org/ns/activitystreams#Public';

/** Bob's answer to Ann, which is not to be had from his server. */
function reply(changes: Json = {}): Json & { id: string; object: Json & { id: string } } {
  const { good, bob, post } = world;
  const id = good.iri(`/notes/${randomUUID()}`);
  const published = new Date().toISOString();
  const object = { id, type: 'Note', attributedTo: bob.iri, inReplyTo: post.iri, to: [everybody], published };
  const activity = {
    ...{ '@context': context, id: `${id}/activity`, type: 'Create', actor: bob.iri, to: [everybody] },
    object: { ...object, content: '<p>Mine</p>', ...changes },
  };
  return activity;
}

const by = (actor: 'bob' | 'mal' | 'eve') => world[actor].rsa;
const bring = (activity: Json) => attack(world.evil.signedBy(activity, { by: by('eve') }));
const bringQuietly = (activity: Json) => theApp().fetch(world.evil.signedBy(activity, { by: by('eve') }));

async function find(iri: string): Promise<Json | undefined> {
  const { rows } = await pool().query<Json>('SELECT * FROM eventable WHERE iri = $1', [iri]);
  return rows[0];
}

test.each<[string, (json: Json) => Promise<Json> | Json]>([
  ['a Linked Data Signature', (json) => sealed(json, by('bob'))],
  ['an integrity proof', (json) => proven(json, ed)],
  ['a proof as we make them', (json) => prove(json, ed)],
  ['a proof without a context of its own', (json) => withoutContext(proven(json, ed))],
])('what Bob signed by %s is believed whoever brings it, and not asked for', async (_, sign) => {
  const activity = reply({ summary: 'Salt', sensitive: true });
  world.good.asked.length = 0;
  expect(await bring(await sign(activity))).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toMatchObject({ content: 'Mine', sensitive: true });
  expect(world.good.asked).toEqual([]);
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
  ...{ '@context': context, id: world.good.iri(`/undo/${randomUUID()}`), type: 'Undo', actor: world.bob.iri },
  object: world.bobsLike,
});

const forged: [says: string, forge: () => Promise<Json> | Json][] = [
  ['a signature over another body', async () => changed(await sealed(reply(), by('bob')))],
  ['a proof over another body', () => changed(proven(reply(), ed))],
  ['a proof as we make them over another body', () => changed(prove(reply(), ed))],
  [
    'the signature of another activity',
    async () => ({ ...reply(), signature: (await sealed(reply(), by('bob'))).signature }),
  ],
  ['the proof of another activity', () => ({ ...reply(), proof: proven(reply(), ed).proof })],
  ['a signature by the key of Bob’s neighbour', () => sealed(reply(), by('mal'))],
  ['a signature by the key of Eve', () => sealed(reply(), by('eve'))],
  [
    'a signature by Eve in the name of Bob’s key',
    () => sealed(reply(), { ...by('eve'), iri: by('bob').iri }),
  ],
  ['a proof by a key that Bob does not list', () => proven(reply(), newEdKey(`${world.bob.iri}#new`))],
  ['a proof by a key that has expired', () => proven(reply(), expired)],
  ['a proof by another key in the name of Bob’s', () => proven(reply(), newEdKey(ed.iri))],
  [
    'a key of Bob’s on another origin',
    () => sealed(reply(), { ...by('bob'), iri: world.evil.iri('/users/bob#main-key') }),
  ],
  ['a signature of last week', () => sealed(reply(), by('bob'), new Date(Date.now() - week))],
  ['a signature of tomorrow', () => sealed(reply(), by('bob'), new Date(Date.now() + week / 7))],
  [
    'a proof past its time',
    () => proven(reply(), ed, { expires: new Date(Date.now() - 1_000).toISOString() }),
  ],
  ['a proof without a date', () => proven(reply(), ed, { created: undefined })],
  ['a proof for another purpose', () => proven(reply(), ed, { proofPurpose: 'authentication' })],
  ['a proof of another suite', () => proven(reply(), ed, { cryptosuite: 'eddsa-rdfc-2022' })],
  ['an RSA signature that names the Ed25519 key', () => sealed(reply(), { ...by('bob'), iri: ed.iri })],
  ['no id', () => proven({ ...reply(), id: undefined }, ed)],
  [
    'a context of its own',
    async () => sealedIn({ ...reply(), '@context': [...context, { x: 'as:x' }] }, 'x'),
  ],
  ['a Follow', () => proven(world.good.activity('Follow', world.mal, world.ann.iri), ed)],
  ['a Like by his neighbour', () => proven(world.good.activity('Like', world.mal, world.post.iri), ed)],
  [
    'what Bob has undone, taken out of his Undo',
    async () => {
      const { '@context': _, object, ...undo } = await sealed(undoOfLike(), by('bob'));
      const { signature, ...undone } = undo;
      const reversed = { '@context': [...context, { undoneBy: { '@reverse': 'as:object' } }], signature };
      return { ...reversed, ...(object as Json), '@context': reversed['@context'], undoneBy: undone };
    },
  ],
];

/** Signed in one context and brought in one that is fetched. */
async function sealedIn(json: Json, term: string): Promise<Json> {
  const signed = await sealed(json, by('bob'));
  return { ...signed, '@context': [...context, world.evil.iri(`/context/${term}`)] };
}

test.each(forged)('with %s nothing is believed', async (_, forge) => {
  const activity = await forge();
  const seen = await bring(activity);
  expect(seen.reason).not.toBe('accepted');
  expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  expect(world.evil.asked.some((url) => url.includes('/context/'))).toBe(false);
});

const asides: [says: string, tell: (json: Json) => Json][] = [
  [
    'under the name of what was signed',
    (json) => {
      const { content, ...object } = json.object as Json;
      const aside = { '@context': [...context, { body: 'as:content', content: null }] };
      return { ...json, ...aside, object: { ...object, body: content, content: '<p>Eve’s</p>' } };
    },
  ],
  [
    'in words without a meaning',
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
    'about who may see it',
    (json) => {
      const aside = { '@context': [...context, { them: { '@id': 'as:to', '@type': '@id' }, to: null }] };
      const { to, ...object } = json.object as Json;
      return { ...json, ...aside, them: to, object: { ...object, them: to, to: [everybody] } };
    },
  ],
];

test.each(asides)('what was added to a signed body %s is not read', async (_, tell) => {
  const activity = reply({ to: [`${world.bob.iri}/followers`] });
  const signed = await sealed({ ...activity, to: activity.object.to }, by('bob'));
  expect(await bring(tell(signed))).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toMatchObject({
    ...{ content: 'Mine', type: 'status', visibility: 'private' },
  });
});

test('a Delete that Bob signed counts once, however often it is brought', async () => {
  const activity = reply();
  await bring(proven(activity, ed));
  const farewell = { ...world.good.activity('Delete', world.bob, activity.object.id), to: [everybody] };
  const signed = await sealed(farewell, by('bob'));
  expect(await bring(signed)).toMatchObject({ status: 202, reason: 'accepted' });
  expect(await find(activity.object.id)).toBeUndefined();
  expect(await bring(signed)).toMatchObject({ status: 202, changed: [] });

  // Its answer was signed before; neither comes back.
  expect(await bring(await sealed(activity, by('bob')))).toMatchObject({ status: 202, changed: [] });
});

test('who brings what nobody signed is not listened to for a while', async () => {
  for (let count = 0; count < 20; count += 1) await bringQuietly(changed(proven(reply(), ed)));
  expect((await bring(proven(reply(), ed))).reason).not.toBe('accepted');
  forgetBringers();
  expect((await bring(proven(reply(), ed))).reason).toBe('accepted');
});

const nodes = (count: number) => Array.from({ length: count }, (_, index) => index);
const heavy: [says: string, object: () => Json, more?: () => Json][] = [
  ['of a megabyte', () => ({ content: 'x'.repeat(1_000_000) })],
  ['of a megabyte of quotes', () => ({ content: '"\\'.repeat(240_000) })],
  ['of 30,000 nodes', () => ({ tag: nodes(30_000).map(() => ({ type: 'Note' })) })],
  ['of 200 things that look alike', () => ({ tag: nodes(200).map(() => ({ type: 'Note' })) })],
  ['of a puzzle', () => ({ tag: nodes(8).map(() => ({ tag: nodes(14).map(() => ({ type: 'Note' })) })) })],
  ['in a ring', () => ({ tag: nodes(80).map((at) => ({ id: `_:b${at}`, tag: `_:b${(at + 1) % 80}` })) })],
  [
    'whose signature is blank',
    () => ({}),
    () => ({ signature: { ...blank(), signatureValue: `${'A'.repeat(300)}${' '.repeat(1_000_000)}!` } }),
  ],
  [
    'of 30,000 nodes with a thousand proofs',
    () => ({ tag: nodes(30_000).map(() => ({})) }),
    () => ({ proof: nodes(1_000).map(() => proven({}, newEdKey(ed.iri)).proof) }),
  ],
  ['of 30 levels', () => JSON.parse(`${'{"object":'.repeat(28)}{}${'}'.repeat(28)}`)],
  [
    'with a context at every node',
    () => ({ tag: nodes(200).map(() => ({ '@context': context, type: 'Note' })) }),
  ],
];

const blank = (): Json => ({
  ...{ type: 'RsaSignature2017', creator: by('bob').iri, created: new Date().toISOString() },
  signatureValue: 'A'.repeat(344),
});

test.each(heavy)('a signed body %s is dealt with at once', async (_, object, more = () => ({})) => {
  const activity = { ...reply(), signature: blank(), ...more() };
  const request = world.evil.signedBy(
    { ...activity, object: { ...activity.object, ...object() } },
    { by: by('eve') },
  );
  const start = process.cpuUsage();
  await theApp().fetch(request);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(200);
});
