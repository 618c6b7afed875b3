/** An item is stored if it is relevant to a local account, and its newest version is kept. */
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { transact } from '../../../src/db/transaction.ts';
import { findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { ingestRemoteItem, type RemoteItem } from '../../../src/domain/items/ingest-remote.ts';
import { fanOut, homeTimeline } from '../../../src/domain/timelines/timelines.ts';
import { readObject } from '../../../src/federation/objects/object.ts';
import { jobs } from '../../../src/jobs/catalogue.ts';
import { enqueue } from '../../../src/jobs/enqueue.ts';
import { config } from '../../../src/lib/config.ts';
import { firstPage } from '../../../src/lib/page.ts';
import { bob, remote, uniqueName } from '../../support/bob.ts';
import { unfinishedFanOuts } from '../../support/enqueued.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { markFetched } from '../../support/pictures.ts';
import type { Json } from '../../support/remote-server.ts';
import { remoteStatus } from '../../support/remote-status.ts';
import { stored } from '../../support/stored.ts';
import { ann, blockBob, buildActivity, deliver, find, followBob, statusOfAnn, useInbox } from './fixture.ts';

useInbox();

test('an item of a followed author is stored', async () => {
  await followBob();
  const note = remote.note(bob);
  expect(await deliver(buildActivity('Create', note))).toBe('done');
  expect(await find(note.id)).toMatchObject({ type: 'status', contentHtml: '<p>Soup is ready</p>' });
});

test('an item without relation to anybody here is not stored', async () => {
  const note = remote.note(bob);
  expect(await deliver(buildActivity('Create', note))).toBe('irrelevant');
  expect(await find(note.id)).toBeNull();
});

test('an item that mentions a member is stored, unless the member blocked its author', async () => {
  const mention = { tag: [{ type: 'Mention', href: ann.iri, name: '@ann' }], cc: [ann.iri] };
  const note = remote.note(bob, mention);
  expect(await deliver(buildActivity('Create', note))).toBe('done');
  expect((await find(note.id))?.mentions).toMatchObject([{ accountId: ann.id }]);

  await blockBob();
  expect(await deliver(buildActivity('Create', remote.note(bob, mention)))).toBe('irrelevant');
});

test('a reply to a known item is stored as a reply', async () => {
  const { id, iri } = await statusOfAnn();
  const note = remote.note(bob, { inReplyTo: iri });
  expect(await deliver(buildActivity('Create', note))).toBe('done');
  expect(await find(note.id)).toMatchObject({ inReplyToId: id });
});

test('an item that the activity names only by its IRI is fetched', async () => {
  await followBob();
  const note = remote.note(bob);
  expect(await deliver(buildActivity('Create', note.id))).toBe('fetching');
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
});

test.each<[form: string, object: (note: Json) => unknown, outcome: string]>([
  ['a list', (note) => [note], 'done'],
  ['its id and type alone', ({ id, type }) => ({ id, type }), 'fetching'],
  ['its id alone', ({ id }) => ({ id }), 'fetching'],
  ['a link', ({ id }) => ({ type: 'Link', href: id }), 'fetching'],
  ['no author', (note) => ({ ...note, attributedTo: null }), 'done'],
  ['an embedded author', (note) => ({ ...note, attributedTo: { ...bob.json } }), 'done'],
])('an item that the activity gives as %s is stored', async (_, object, outcome) => {
  await followBob();
  const note = remote.note(bob);
  expect(await deliver(buildActivity('Create', object(note)))).toBe(outcome);
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
});

test('an Update with only a part of an item makes us fetch it', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const updated = new Date(Date.now() + 2_000).toISOString();
  remote.object({ ...note, content: '<p>Edited</p>', updated });
  expect(await deliver(buildActivity('Update', { id: note.id, type: 'Note', updated }))).toBe('fetching');
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Edited</p>' });
});

test.each<[form: string, changes: () => Json]>([
  ['in to as an object', () => ({ to: { id: ann.iri, type: 'Person' }, cc: null })],
  ['by the address of their page', () => ({ to: [`${config.baseUrl}/@${ann.username}/`], cc: [] })],
  ['by a mention without an address', () => ({ tag: { type: 'Mention', name: `@${ann.username}@cook.example` } })],
])('somebody is addressed %s', async (_, changes) => {
  const note = remote.note(bob, changes());
  expect(await deliver(buildActivity('Create', note))).toBe('done');
  const eventable = { iri: note.id };
  expect([await stored.mentions({ eventable }), await stored.mentions({ eventable, accountId: ann.id })]).toEqual([
    1, 1,
  ]);
});

test('an item of somebody else, or of another origin, is refused', async () => {
  await followBob();
  const carol = remote.actor('carol');
  expect(await deliver(buildActivity('Create', remote.note(carol)))).toBe('refused');
  const foreign = { ...remote.note(bob), id: 'https://other.example/notes/1' };
  expect(await deliver(buildActivity('Create', foreign))).toBe('refused');
  expect(await deliver(buildActivity('Create', foreign.id))).toBe('refused');
  expect(await deliver(buildActivity('Create', { ...foreign, id: `${config.baseUrl}/users/1/statuses/1` }))).toBe(
    'refused',
  );
});

test.each([
  ['a type nobody knows', { type: 'Travel' }],
  ['no id', { id: undefined }],
  ['an id that is no IRI', { id: 'javascript:alert(1)' }],
  ['an id too long to be stored', { id: `https://x.example/${'a'.repeat(3_000)}` }],
])('an object with %s is refused', async (_, changes) => {
  await followBob();
  expect(await deliver(buildActivity('Create', { ...remote.note(bob), ...changes }))).toBe('refused');
});

test('a second Create of one item changes nothing', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const before = await find(note.id);
  await deliver(buildActivity('Create', { ...note, content: '<p>Something else</p>' }));
  expect(await find(note.id)).toMatchObject({ id: before!.id, contentHtml: before!.contentHtml });
});

test('an Update stores the newer version, and an older one changes nothing', async () => {
  await followBob();
  const published = new Date(Date.now() - 60_000).toISOString();
  const note = remote.note(bob, { published });
  const version = (text: string, seconds: number) =>
    buildActivity('Update', {
      ...note,
      content: `<p>${text}</p>`,
      updated: new Date(Date.now() - 60_000 + seconds * 1_000).toISOString(),
    });
  await deliver(buildActivity('Create', note));
  await deliver(version('two', 20));
  await deliver(version('one', 10));
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>two</p>' });
});

test('of versions that arrive at once, the newest is kept, whatever it replies to or mentions', async () => {
  const { id: authorId } = await followBob();
  const { id: parentId, iri: inReplyToIri } = await statusOfAnn();
  const published = Date.now() - 60_000;
  const notes = ['plain', 'mention', 'reply'].map((name) => remote.iri(`/${uniqueName(name)}`));
  const [plain, mention, reply] = notes as [string, string, string];
  const version = (iri: string, seconds: number, changes = {}) =>
    ingestRemoteItem(
      remoteStatus(iri, authorId, {
        publishedAt: new Date(published),
        contentHtml: `<p>${seconds}</p>`,
        ...changes,
        updatedAt: new Date(published + seconds * 1_000),
      }),
      { backfilled: false },
    );
  await Promise.all(notes.map((iri) => version(iri, 0)));
  await Promise.all([
    ...[2, 4, 3, 1].map((seconds) => version(plain, seconds)),
    version(mention, 1),
    version(mention, 2, { mentionedIris: [ann.iri] }),
    version(reply, 2),
    version(reply, 1, { inReplyToIri }),
  ]);
  await Promise.all([version(mention, 3), version(reply, 3, { inReplyToIri })]);

  const found = await Promise.all(notes.map(find));
  expect(found.map((item) => item?.contentHtml)).toEqual(['<p>4</p>', '<p>3</p>', '<p>3</p>']);
  expect(found[1]?.mentions).toMatchObject([{ accountId: ann.id }]);
  expect(found[2]).toMatchObject({ inReplyToId: parentId });
});

test('an Update replaces the pictures, and unchanged ones are kept', async () => {
  const { id: authorId } = await followBob();
  const iri = remote.iri(`/${uniqueName('pictured')}`);
  const picture = (url: string, description: string) => ({
    url: `https://far.example/${url}.jpeg`,
    description,
    contentType: 'image/jpeg',
    width: 1_600,
    height: 1_200,
    blurhash: null,
  });
  const version = async (minute: number, ...media: RemoteItem['media']) => {
    const updatedAt = new Date(Date.now() - 3_600_000 + minute * 60_000);
    await ingestRemoteItem(remoteStatus(iri, authorId, { updatedAt, media }), { backfilled: false });
    return (await find(iri))!.media;
  };
  const before = await version(1, picture('one', '1'), picture('two', '2'), picture('three', '3'));
  expect(before).toMatchObject([{ description: '1' }, { description: '2' }, { description: '3' }]);
  const { key } = await markFetched(before[1]!.id);

  const after = await version(2, picture('three', '3'), picture('four', '4'), picture('one', 'new'));
  expect(after.map(({ description }) => description)).toEqual(['3', '4', 'new']);
  expect([after[0]!.id, after[2]!.id]).toEqual([before[2]!.id, before[0]!.id]);
  const enqueued = await runFederationJobs();
  expect(enqueued).toContainEqual({ job: 'delete-files', payload: { keys: [key] } });
  expect(await version(3)).toEqual([]);
  expect(await runFederationJobs()).toEqual([]);
});

test('an item that was back-filled before its Create enters the home timeline once', async () => {
  const account = await followBob();
  const note = remote.note(bob);
  const reading = readObject(note, { authorIri: bob.iri, followersIri: account.followersIri });
  if (!reading.ok) throw new Error(reading.reason);
  await ingestRemoteItem({ ...reading.value, authorId: account.id }, { backfilled: true });

  const home = async () => {
    for (const id of await unfinishedFanOuts()) await fanOut(id);
    return (await homeTimeline(ann.id, firstPage)).map(({ object }) => object.iri);
  };
  expect(await home()).toEqual([]);
  await deliver(buildActivity('Create', note));
  expect(await home()).toEqual([note.id]);
  await deliver(buildActivity('Create', note));
  expect(await home()).toEqual([note.id]);
});

test('an Update of an unknown item stores it, and a later Create changes nothing', async () => {
  await followBob();
  const note = remote.note(bob, { published: new Date(Date.now() - 60_000).toISOString() });
  const updated = { ...note, content: '<p>newest</p>', updated: new Date().toISOString() };
  expect(await deliver(buildActivity('Update', updated))).toBe('done');
  await deliver(buildActivity('Create', note));
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>newest</p>' });
});

test('an Update of an item by another author has no effect', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  const forged = { ...note, content: '<p>forged</p>', updated: new Date(Date.now() + 1_000).toISOString() };
  await deliver(buildActivity('Update', forged, {}, carol));
  await deliver(buildActivity('Update', { ...forged, attributedTo: carol.iri }, {}, carol));
  expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
});

test('an Update of a profile fetches the actor and its keys instead of reading the activity', async () => {
  await deliver(buildActivity('Follow', ann.iri));
  bob.json.name = 'Robert';
  const forged = {
    ...bob.json,
    name: 'forged',
    publicKey: { id: bob.rsa.iri, owner: bob.iri, publicKeyPem: '' },
  };
  expect(await deliver(buildActivity('Update', forged))).toBe('fetching');
  expect(await findAccountByIri(bob.iri)).toMatchObject({ name: 'Robert' });
  expect((await remote.send(buildActivity('Follow', ann.iri))).status).toBe(202);
});

test('an Update of a profile fetches its pictures again from the same addresses, at most once an hour', async () => {
  await deliver(buildActivity('Follow', ann.iri));
  bob.json.icon = { type: 'Image', url: remote.iri('/bob.jpg') };
  const account = async () => (await findAccountByIri(bob.iri))!;
  const update = async () => {
    await deliver(buildActivity('Update', bob.json));
    return (await account()).avatarKey;
  };
  const first = await update();
  expect(first).not.toBeNull();
  const setOld = (key: string | null, state: 'ready' | 'pending') =>
    prisma().medium.update({ where: { key: key! }, data: { state, createdAt: new Date(Date.now() - 7_200_000) } });
  expect(await update()).toBe(first);
  await setOld(first, 'ready');
  const { id } = await account();
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: id }));
  await runFederationJobs();
  expect((await account()).avatarKey).toBe(first);
  const second = await update();
  expect([second === null, second === first]).toEqual([false, false]);
  // One that nobody has seen yet is fetched when somebody does.
  await setOld(second, 'pending');
  expect(await update()).toBe(second);
});
