/** What is deleted is gone, whatever comes after it, and nobody deletes what is not theirs. */
import { expect, test } from 'vitest';
import { findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { findTombstone } from '../../../src/domain/tombstones.ts';
import { bob, elsewhere } from '../../support/bob.ts';
import { ann, find, followBob, saying, statusOfAnn, tell, useInbox } from './stage.ts';

useInbox();

test('a deleted item is gone, with a tombstone', async () => {
  await followBob();
  const note = elsewhere.note(bob);
  await tell(saying('Create', note));
  await tell(saying('Delete', { id: note.id, type: 'Tombstone' }));
  expect(await find(note.id)).toBeNull();
  expect(await findTombstone(note.id)).toMatchObject({ actorIri: bob.iri });
});

test('a Create that arrives after its Delete has no effect', async () => {
  await followBob();
  const note = elsewhere.note(bob);
  await tell(saying('Delete', note.id));
  expect(await tell(saying('Create', note))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('an item is newly begun by a version from after its end, never by one from before', async () => {
  await followBob();
  const noon = Date.now();
  const at = (hour: number) => new Date(noon + (hour - 12) * 3_600_000).toISOString();
  const note = elsewhere.note(bob, { published: at(1) });
  const version = (hour: number) => saying('Update', { ...note, updated: at(hour) });
  const end = (deleted: string | null) =>
    saying('Delete', { id: note.id, type: 'Tombstone', ...(deleted && { deleted }) });
  await tell(saying('Create', note));
  await tell(end(at(3)));
  expect(await tell(saying('Create', note))).toBe('unchanged');
  expect(await tell(version(2))).toBe('unchanged');
  expect(await tell(version(3))).toBe('unchanged');
  expect(await tell(version(99))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();

  expect(await tell(version(4))).toBe('done');
  expect(await find(note.id)).not.toBeNull();
  // Ended without a time it is over for good.
  await tell(end(null));
  await tell(end(at(5)));
  expect(await tell(version(11))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('nobody buries what a neighbour has yet to say', async () => {
  await followBob();
  const carol = elsewhere.actor('carol');
  await tell(saying('Follow', ann.iri, {}, carol));
  const note = elsewhere.note(bob);
  const answer = elsewhere.note(bob, { inReplyTo: (await statusOfAnn()).iri });
  const like = saying('Like', (await statusOfAnn()).iri);
  for (const { id } of [note, answer]) await tell(saying('Delete', id, {}, carol));
  await tell(saying('Undo', { ...like, actor: carol.iri }, {}, carol));

  for (const item of [note, answer]) expect(await tell(saying('Create', item))).toBe('done');
  await tell(like);
  expect(await find(like.object)).toMatchObject({ likesCount: 1 });
  expect(await find(note.id)).not.toBeNull();
});

test('nobody deletes the item of somebody else', async () => {
  await followBob();
  const note = elsewhere.note(bob);
  const { iri } = await statusOfAnn();
  await tell(saying('Create', note));
  const carol = elsewhere.actor('carol');
  await tell(saying('Follow', ann.iri, {}, carol));
  await tell(saying('Delete', note.id, {}, carol));
  expect(await tell(saying('Delete', iri))).toBe('refused');
  expect(await find(note.id)).not.toBeNull();
  expect(await find(iri)).not.toBeNull();
});

test('an account that deletes itself is gone', async () => {
  await tell(saying('Follow', ann.iri));
  await tell(saying('Delete', bob.iri));
  expect((await findAccountByIri(bob.iri))?.deletedAt).not.toBeNull();
});
