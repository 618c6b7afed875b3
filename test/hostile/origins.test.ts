/** Checks that activity, actor, key and object must have the same origin, in any spelling of a URL. */
import { beforeAll, expect, test } from 'vitest';
import { attack, expectRefused, fixture, senderTables, useHostileFixture } from '../support/hostile-fixture.ts';
import { type Json, remoteServerAt } from '../support/remote-server.ts';
import { sampled } from '../support/test-length.ts';

useHostileFixture();
beforeAll(async () => {
  // Each host is a server without any documents.
  const hosts = disguises.map(([, iri]) => new URL(iri('/')).host);
  for (const host of hosts.filter((name) => !['good.example', 'evil.example'].includes(name))) remoteServerAt(host);
});

/** Spellings that look like good.example to a prefix check, or like another host to a string comparison. */
const disguises: [label: string, iri: (path: string) => string][] = [
  ['its name before an @', (path) => `https://good.example@evil.example${path}`],
  ['its name and a password before an @', (path) => `https://good.example:443@evil.example${path}`],
  ['its name as the start of another name', (path) => `https://good.example.evil.example${path}`],
  ['its name as the end of another name', (path) => `https://notgood.example${path}`],
  ['another port', (path) => `https://good.example:8443${path}`],
  ['a dot at its end', (path) => `https://good.example.${path}`],
  ['plain http', (path) => `http://good.example${path}`],
  ['its name in the fragment', (path) => `https://evil.example/#https://good.example${path}`],
  ['its name in the query', (path) => `https://evil.example/?https://good.example${path}`],
  ['its name in the path', (path) => `https://evil.example/good.example${path}`],
  ['a backslash', (path) => `https://evil.example\\@good.example${path}`],
  ['a Cyrillic letter', (path) => `https://g\u043eod.example${path}`],
  ['a subdomain', (path) => `https://www.good.example${path}`],
];

test.each(disguises)('an activity id on the host of its actor except for %s is refused', async (_, iri) => {
  const activity = { ...fixture.good.activity('Like', fixture.bob, fixture.secret.iri), id: iri('/activities/1') };
  await expectRefused(fixture.good.signedBy(activity), 403);
});

test.each(disguises)('an actor on Bob’s host except for %s is not Bob', async (_, iri) => {
  const actor = iri('/users/bob');
  for (const id of [iri('/activities/2'), fixture.good.iri('/activities/2'), fixture.evil.iri('/activities/2')]) {
    const activity = { ...fixture.good.activity('Like', fixture.bob, fixture.secret.iri), id, actor };
    const seen = await attack(fixture.evil.signedBy(activity, { by: fixture.eve.rsa }));
    expect([202, 401, 403]).toContain(seen.status);
    expect(seen.reason).not.toBe('accepted');
    expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  }
});

test.each(disguises)('a key on Bob’s host except for %s does not sign for Bob', async (_, iri) => {
  const activity = fixture.good.activity('Like', fixture.bob, fixture.secret.iri);
  const by = { ...fixture.eve.rsa, iri: new URL(iri('/users/bob#main-key')).href };
  await expectRefused(fixture.evil.signedBy(activity, { by }), 401, senderTables);
});

/** Correctly signed by Eve, with her own ids, but the object belongs to another actor. */
const objectCases: [label: string, object: (iri: string) => Json][] = [
  ['in the name of Bob', (iri) => ({ id: iri, attributedTo: fixture.bob.iri })],
  ['in her own name', (iri) => ({ id: iri, attributedTo: fixture.eve.iri })],
  ['without an author', (iri) => ({ id: iri })],
  ['in both their names', (iri) => ({ id: iri, attributedTo: [fixture.eve.iri, fixture.bob.iri] })],
];
const foreign = disguises.filter(([label]) => !/query|path|fragment|@|backslash/.test(label));

test.each(['Create', 'Update'])('a %s of an object of another origin is not stored', async (type) => {
  const origins = [...foreign.map(([, iri]) => iri), () => fixture.note.id];
  // Every third pair, so that each origin and each object is tried.
  for (const [iri, object] of sampled(
    origins.flatMap((iri) => objectCases.map(([, object]) => [iri, object] as const)),
    3,
  )) {
    const note = {
      type: 'Note',
      content: '<p>Poison</p>',
      to: ['https://www.w3.org/ns/activitystreams#Public', fixture.ann.iri],
      tag: [{ type: 'Mention', href: fixture.ann.iri }],
      ...object(iri('/notes/1')),
    };
    const seen = await attack(fixture.evil.signedBy(fixture.evil.activity(type, fixture.eve, note)));
    expect(seen.status).toBe(202);
    expect(seen.changed.filter((table) => table !== 'inbound' && !senderTables.includes(table))).toEqual([]);
  }
});

test.each(['Create', 'Update'])('a %s of Eve’s own object attributed to Bob is not stored', async (type) => {
  const note = fixture.evil.note(fixture.bob, { tag: [{ type: 'Mention', href: fixture.ann.iri }] });
  const seen = await attack(fixture.evil.signedBy(fixture.evil.activity(type, fixture.eve, note)));
  expect(seen).toMatchObject({ status: 202, changed: ['inbound'] });
});

test.each(disguises)('a Delete of a URL on Bob’s host except for %s deletes nothing of Bob’s', async (_, iri) => {
  const activity = fixture.evil.activity('Delete', fixture.eve, iri('/notes/1'));
  const seen = await attack(fixture.evil.signedBy(activity));
  expect(seen.status).toBe(202);
  expect(seen.changed).not.toContain('eventable');
});

test('the same host in capitals, with its default port or in full width is the same host', async () => {
  for (const origin of ['https://GOOD.example', 'https://good.example:443', 'https://ｇｏｏｄ.example']) {
    const activity = {
      ...fixture.good.activity('Undo', fixture.bob, fixture.good.iri('/none')),
      id: `${origin}/activities/9`,
    };
    expect((await attack(fixture.good.signedBy(activity))).status).toBe(202);
  }
});

test('an actor IRI whose path is in capitals does not match the signer, while its host is the same', async () => {
  const likeBy = (actor: string) =>
    fixture.good.signedBy(
      { ...fixture.good.activity('Like', fixture.bob, fixture.secret.iri), actor },
      { by: fixture.bob.rsa },
    );
  await expectRefused(likeBy('https://good.example/users/BOB'), 401, senderTables);
  expect((await attack(likeBy('https://GOOD.example/users/bob'))).status).toBe(202);
});

test('nobody can sign for a local account, in any spelling', async () => {
  const { host } = new URL(fixture.ann.iri!);
  for (const origin of [`https://${host}`, `https://${host.toUpperCase()}`, `https://${host}:443`]) {
    const actor = fixture.ann.iri!.replace(`https://${host}`, origin);
    const activity = { ...fixture.evil.activity('Like', fixture.eve, fixture.post.iri), id: `${origin}/x`, actor };
    await expectRefused(fixture.evil.signedBy(activity, { by: fixture.eve.rsa }), 202);
  }
  for (const origin of [`https://${host}.`, `http://${host}`, `https://${host}:8443`, `https://evil@${host}`]) {
    const actor = fixture.ann.iri!.replace(`https://${host}`, origin);
    const activity = { ...fixture.evil.activity('Like', fixture.eve, fixture.post.iri), id: `${origin}/x`, actor };
    const seen = await attack(fixture.evil.signedBy(activity, { by: fixture.eve.rsa }));
    expect([202, 401, 403]).toContain(seen.status);
    expect(seen.reason).not.toBe('accepted');
    expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  }
});
