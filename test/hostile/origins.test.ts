/** Activity, actor, key and object are of one origin, however a URL is written. */
import { beforeAll, expect, test } from 'vitest';
import { elsewhereAt, type Json } from '../support/elsewhere.ts';
import { attack, expectRefused, senderTables, useWorld, world } from '../support/hostile.ts';

useWorld();
beforeAll(async () => {
  // Each of them is somebody's server, who has nothing to show.
  const hosts = disguises.map(([, iri]) => new URL(iri('/')).host);
  for (const host of hosts.filter((name) => !['good.example', 'evil.example'].includes(name)))
    elsewhereAt(host);
});

/** Spellings that look like good.example to whoever cuts strings, or like another host to whoever compares them. */
const disguises: [says: string, iri: (path: string) => string][] = [
  ['its name before an @', (path) => `https://good.example@evil.example${path}`],
  ['its name and a password before an @', (path) => `https://good.example:443@evil.example${path}`],
  ['its name as the beginning of another', (path) => `https://good.example.evil.example${path}`],
  ['its name as the end of another', (path) => `https://notgood.example${path}`],
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

test.each(disguises)('an activity whose id is of its actor’s host but for %s is refused', async (_, iri) => {
  const activity = { ...world.good.activity('Like', world.bob, world.secret.iri), id: iri('/activities/1') };
  await expectRefused(world.good.signedBy(activity), 403);
});

test.each(disguises)('an actor of Bob’s host but for %s is not Bob', async (_, iri) => {
  const actor = iri('/users/bob');
  for (const id of [iri('/activities/2'), world.good.iri('/activities/2'), world.evil.iri('/activities/2')]) {
    const activity = { ...world.good.activity('Like', world.bob, world.secret.iri), id, actor };
    const seen = await attack(world.evil.signedBy(activity, { by: world.eve.rsa }));
    expect([401, 403]).toContain(seen.status);
    expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  }
});

test.each(disguises)('a key of Bob’s host but for %s does not sign for Bob', async (_, iri) => {
  const activity = world.good.activity('Like', world.bob, world.secret.iri);
  const by = { ...world.eve.rsa, iri: new URL(iri('/users/bob#main-key')).href };
  await expectRefused(world.evil.signedBy(activity, { by }), 401, senderTables);
});

/** All signed by Eve in good order, with ids of her own: it is the object that is not hers. */
const objectCases: [says: string, object: (iri: string) => Json][] = [
  ['in the name of Bob', (iri) => ({ id: iri, attributedTo: world.bob.iri })],
  ['in her own name', (iri) => ({ id: iri, attributedTo: world.eve.iri })],
  ['in no name', (iri) => ({ id: iri })],
  ['in both their names', (iri) => ({ id: iri, attributedTo: [world.eve.iri, world.bob.iri] })],
];
const foreign = disguises.filter(([says]) => !/query|path|fragment|@|backslash/.test(says));

test.each(['Create', 'Update'])('a %s of an object of another origin is kept by nobody', async (type) => {
  for (const [, iri] of [...foreign, ['Bob’s own', () => world.note.id] as const]) {
    for (const [, object] of objectCases) {
      const note = {
        type: 'Note',
        content: '<p>Poison</p>',
        to: ['https://www.w3.org/ns/activitystreams#Public', world.ann.iri],
        tag: [{ type: 'Mention', href: world.ann.iri }],
        ...object(iri('/notes/1')),
      };
      const seen = await attack(world.evil.signedBy(world.evil.activity(type, world.eve, note)));
      expect(seen.status).toBe(202);
      expect(seen.changed.filter((table) => table !== 'inbound' && !senderTables.includes(table))).toEqual(
        [],
      );
    }
  }
});

test.each(['Create', 'Update'])('a %s of Eve’s own object in Bob’s name is kept by nobody', async (type) => {
  const note = world.evil.note(world.bob, { tag: [{ type: 'Mention', href: world.ann.iri }] });
  const seen = await attack(world.evil.signedBy(world.evil.activity(type, world.eve, note)));
  expect(seen).toMatchObject({ status: 202, changed: ['inbound'] });
});

test.each(disguises)('a Delete of what has Bob’s host but for %s buries nothing of Bob’s', async (_, iri) => {
  const activity = world.evil.activity('Delete', world.eve, iri('/notes/1'));
  const seen = await attack(world.evil.signedBy(activity));
  expect(seen.status).toBe(202);
  expect(seen.changed).not.toContain('eventable');
});

test('the same host in capitals, with its usual port or in full width is the same host', async () => {
  for (const origin of ['https://GOOD.example', 'https://good.example:443', 'https://ｇｏｏｄ.example']) {
    const activity = {
      ...world.good.activity('Undo', world.bob, world.good.iri('/none')),
      id: `${origin}/activities/9`,
    };
    expect((await attack(world.good.signedBy(activity))).status).toBe(202);
  }
});

test('an actor in capitals is not the one who signed', async () => {
  const activity = {
    ...world.good.activity('Like', world.bob, world.secret.iri),
    actor: 'https://GOOD.example/users/bob',
  };
  await expectRefused(world.good.signedBy(activity, { by: world.bob.rsa }), 401, senderTables);
});

test('nobody speaks for one of ours, in any spelling', async () => {
  const { host } = new URL(world.ann.iri!);
  for (const origin of [`https://${host}`, `https://${host.toUpperCase()}`, `https://${host}:443`]) {
    const actor = world.ann.iri!.replace(`https://${host}`, origin);
    const activity = { ...world.evil.activity('Like', world.eve, world.post.iri), id: `${origin}/x`, actor };
    await expectRefused(world.evil.signedBy(activity, { by: world.eve.rsa }), 403);
  }
  for (const origin of [
    `https://${host}.`,
    `http://${host}`,
    `https://${host}:8443`,
    `https://evil@${host}`,
  ]) {
    const actor = world.ann.iri!.replace(`https://${host}`, origin);
    const activity = { ...world.evil.activity('Like', world.eve, world.post.iri), id: `${origin}/x`, actor };
    const seen = await attack(world.evil.signedBy(activity, { by: world.eve.rsa }));
    expect([401, 403]).toContain(seen.status);
    expect(seen.changed.filter((table) => !senderTables.includes(table))).toEqual([]);
  }
});
