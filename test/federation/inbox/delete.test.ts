/** A deleted item stays deleted, whatever arrives later, and only its author can delete it. */
import { expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { deleteRemoteItem } from '../../../src/domain/items/delete.ts';
import { findTombstone } from '../../../src/domain/items/publish.ts';
import { bob, remote } from '../../support/bob.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { markFetched } from '../../support/pictures.ts';
import type { Json } from '../../support/remote-server.ts';
import { stored } from '../../support/stored.ts';
import { ann, buildActivity, deliver, find, followBob, statusOfAnn, useInbox } from './fixture.ts';

useInbox();

test('a deleted item leaves a tombstone', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  await deliver(buildActivity('Delete', { id: note.id, type: 'Tombstone' }));
  expect(await find(note.id)).toBeNull();
  expect(await findTombstone(note.id)).toMatchObject({ actorIri: bob.iri });
});

test.each<[form: string, deletion: (note: Json & { id: string }) => Json]>([
  ['an id', ({ id }) => buildActivity('Delete', id)],
  ['a list', ({ id }) => buildActivity('Delete', [id])],
  ['the whole item', (note) => buildActivity('Delete', note)],
  ['a link', ({ id }) => buildActivity('Delete', { type: 'Link', href: id })],
  [
    'a Tombstone, without an id of its own',
    ({ id }) => buildActivity('Delete', { id, type: ['Tombstone'] }, { id: '' }),
  ],
  [
    'its id with an upper-case host',
    ({ id }) => buildActivity('Delete', id.replace(remote.host, remote.host.toUpperCase())),
  ],
  ['its Create, which is undone', (note) => buildActivity('Undo', buildActivity('Create', note))],
])('a Delete that names an item by %s deletes it', async (_, deletion) => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  expect(await find(note.id)).not.toBeNull();
  expect((await remote.send(deletion(note))).status).toBe(202);
  await runFederationJobs();
  expect(await find(note.id)).toBeNull();
});

test('an Undo of the Create of an account, or of an item of somebody else, deletes nothing', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const carol = remote.actor('carol');
  await deliver(buildActivity('Undo', { type: 'Create', object: note }, {}, carol));
  expect(await find(note.id)).not.toBeNull();
  expect(await deliver(buildActivity('Undo', { type: 'Create', object: bob.json }))).toBe('refused');
  expect((await findAccountByIri(bob.iri))?.deletedAt).toBeNull();
});

test('a Create that arrives after its Delete has no effect', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Delete', note.id));
  expect(await deliver(buildActivity('Create', note))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('an item is recreated by a version newer than its Delete, never by an older one', async () => {
  await followBob();
  const noon = Date.now();
  const at = (hour: number) => new Date(noon + (hour - 12) * 3_600_000).toISOString();
  const note = remote.note(bob, { published: at(1) });
  const version = (hour: number) => buildActivity('Update', { ...note, updated: at(hour) });
  const end = (deleted: string | null) =>
    buildActivity('Delete', { id: note.id, type: 'Tombstone', ...(deleted && { deleted }) });
  await deliver(buildActivity('Create', note));
  await deliver(end(at(3)));
  expect(await deliver(buildActivity('Create', note))).toBe('unchanged');
  expect(await deliver(version(2))).toBe('unchanged');
  expect(await deliver(version(3))).toBe('unchanged');
  expect(await deliver(version(99))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();

  expect(await deliver(version(4))).toBe('done');
  expect(await find(note.id)).not.toBeNull();
  // A Delete without a time is final.
  await deliver(end(null));
  await deliver(end(at(5)));
  expect(await deliver(version(11))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('a Delete or Undo by another account does not block an item or a like that arrives later', async () => {
  await followBob();
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  const note = remote.note(bob);
  const reply = remote.note(bob, { inReplyTo: (await statusOfAnn()).iri });
  const like = buildActivity('Like', (await statusOfAnn()).iri);
  for (const { id } of [note, reply]) await deliver(buildActivity('Delete', id, {}, carol));
  await deliver(buildActivity('Undo', { ...like, actor: carol.iri }, {}, carol));

  for (const item of [note, reply]) expect(await deliver(buildActivity('Create', item))).toBe('done');
  await deliver(like);
  expect(await find(like.object)).toMatchObject({ likesCount: 1 });
  expect(await find(note.id)).not.toBeNull();
});

test('a Delete of an item by another author has no effect', async () => {
  await followBob();
  const note = remote.note(bob);
  const { iri } = await statusOfAnn();
  await deliver(buildActivity('Create', note));
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  await deliver(buildActivity('Delete', note.id, {}, carol));
  expect(await deliver(buildActivity('Delete', iri))).toBe('refused');
  expect(await find(note.id)).not.toBeNull();
  expect(await find(iri)).not.toBeNull();
});

test('concurrent deletions leave correct counters', async () => {
  const account = await followBob();
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  const { iri } = await statusOfAnn();
  const reply = remote.note(bob, { inReplyTo: iri });
  const further = remote.note(bob, { inReplyTo: reply.id });
  const staying = remote.note(bob, { inReplyTo: iri });
  const carols = remote.note(carol, { inReplyTo: iri });
  for (const note of [reply, further, staying]) await deliver(buildActivity('Create', note));
  await deliver(buildActivity('Create', carols, {}, carol));
  expect(await find(iri)).toMatchObject({ repliesCount: 3 });

  const never = remote.note(bob).id;
  const gone = [further, reply, carols].map(({ id }) => id as string);
  const ends = [...gone, never as string, bob.iri].map((id) => deleteRemoteItem(id, account));
  expect(await Promise.all(ends)).toEqual([true, true, true, true, false]);
  expect(await Promise.all([further, reply].map(({ id }) => find(id)))).toEqual([null, null]);
  expect([await find(carols.id), await find(staying.id)]).not.toContain(null);
  expect(await find(iri)).toMatchObject({ repliesCount: 2 });
  expect(await findTombstone(carols.id as string)).toBeNull();
  expect(await findTombstone(never as string)).toMatchObject({ actorIri: bob.iri, formerType: null });
});

test('of two concurrent Deletes of one item, the later one counts', async () => {
  const account = await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const ends = [1, 2].map((hour) => deleteRemoteItem(note.id as string, account, new Date(hour * 3_600_000)));
  expect(await Promise.all(ends)).toEqual([true, true]);
  expect(await find(note.id)).toBeNull();
  const tombstones = await prisma().tombstone.findMany({ where: { iri: note.id as string } });
  expect(tombstones).toMatchObject([{ endedAt: new Date(2 * 3_600_000) }]);
});

test('the files of a picture are removed with its item, where it was ever fetched', async () => {
  const account = await followBob();
  const pictured = () => remote.note(bob, { attachment: [pictureAt('https://far.example/loaf.jpeg')] });
  const [seen, unseen] = [pictured(), pictured()];
  for (const note of [seen, unseen]) await deliver(buildActivity('Create', note));
  const { id } = (await find(seen.id))!.media[0]!;
  const { key } = await markFetched(id);
  await Promise.all([seen, unseen].map((note) => deleteRemoteItem(note.id as string, account)));
  expect(await runFederationJobs()).toEqual([{ job: 'delete-files', payload: { keys: [key] } }]);
  expect(await stored.pictures({ accountId: account.id })).toBe(0);
});

test('an account that deletes itself is deleted here', async () => {
  await deliver(buildActivity('Follow', ann.iri));
  await deliver(buildActivity('Delete', bob.iri));
  expect((await findAccountByIri(bob.iri))?.deletedAt).not.toBeNull();
});

const pictureAt = (url: string) => ({
  type: 'Document',
  mediaType: 'image/jpeg',
  url,
  name: 'A dark loaf',
  width: 1_600,
  height: 1_200,
});
