/** What is deleted is gone, whatever comes after it, and nobody deletes what is not theirs. */
import { expect, test } from 'vitest';
import { pool } from '../../../src/db/client.ts';
import { findAccountByIri } from '../../../src/domain/accounts/account.ts';
import { deleteRemoteItem } from '../../../src/domain/items/delete.ts';
import { findTombstone } from '../../../src/domain/items/publish.ts';
import { bob, remote } from '../../support/bob.ts';
import { runFederationJobs } from '../../support/federation-jobs.ts';
import { ann, buildActivity, deliver, find, followBob, statusOfAnn, useInbox } from './fixture.ts';

useInbox();

test('a deleted item is gone, with a tombstone', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  await deliver(buildActivity('Delete', { id: note.id, type: 'Tombstone' }));
  expect(await find(note.id)).toBeNull();
  expect(await findTombstone(note.id)).toMatchObject({ actorIri: bob.iri });
});

test('a Create that arrives after its Delete has no effect', async () => {
  await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Delete', note.id));
  expect(await deliver(buildActivity('Create', note))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('an item is newly begun by a version from after its end, never by one from before', async () => {
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
  // Ended without a time it is over for good.
  await deliver(end(null));
  await deliver(end(at(5)));
  expect(await deliver(version(11))).toBe('unchanged');
  expect(await find(note.id)).toBeNull();
});

test('nobody buries what a neighbour has yet to say', async () => {
  await followBob();
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  const note = remote.note(bob);
  const response = remote.note(bob, { inReplyTo: (await statusOfAnn()).iri });
  const like = buildActivity('Like', (await statusOfAnn()).iri);
  for (const { id } of [note, response]) await deliver(buildActivity('Delete', id, {}, carol));
  await deliver(buildActivity('Undo', { ...like, actor: carol.iri }, {}, carol));

  for (const item of [note, response]) expect(await deliver(buildActivity('Create', item))).toBe('done');
  await deliver(like);
  expect(await find(like.object)).toMatchObject({ likesCount: 1 });
  expect(await find(note.id)).not.toBeNull();
});

test('nobody deletes the item of somebody else', async () => {
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

test('what goes at once leaves the counts of what stays as they should be', async () => {
  const account = await followBob();
  const carol = remote.actor('carol');
  await deliver(buildActivity('Follow', ann.iri, {}, carol));
  const { iri } = await statusOfAnn();
  const response = remote.note(bob, { inReplyTo: iri });
  const further = remote.note(bob, { inReplyTo: response.id });
  const staying = remote.note(bob, { inReplyTo: iri });
  const carols = remote.note(carol, { inReplyTo: iri });
  for (const note of [response, further, staying]) await deliver(buildActivity('Create', note));
  await deliver(buildActivity('Create', carols, {}, carol));
  expect(await find(iri)).toMatchObject({ repliesCount: 3 });

  const never = remote.note(bob).id;
  const gone = [further, response, carols].map(({ id }) => id as string);
  const ends = [...gone, never as string, bob.iri].map((id) => deleteRemoteItem(id, account));
  expect(await Promise.all(ends)).toEqual([true, true, true, true, false]);
  expect(await Promise.all([further, response].map(({ id }) => find(id)))).toEqual([null, null]);
  expect([await find(carols.id), await find(staying.id)]).not.toContain(null);
  expect(await find(iri)).toMatchObject({ repliesCount: 2 });
  expect(await findTombstone(carols.id as string)).toBeNull();
  expect(await findTombstone(never as string)).toMatchObject({ actorIri: bob.iri, formerType: null });
});

test('of one item that ends twice at once, the later end counts', async () => {
  const account = await followBob();
  const note = remote.note(bob);
  await deliver(buildActivity('Create', note));
  const ends = [1, 2].map((hour) => deleteRemoteItem(note.id as string, account, new Date(hour * 3_600_000)));
  expect(await Promise.all(ends)).toEqual([true, true]);
  expect(await find(note.id)).toBeNull();
  const { rows } = await pool().query('SELECT ended_at FROM tombstone WHERE iri = $1', [note.id]);
  expect(rows).toEqual([{ ended_at: new Date(2 * 3_600_000) }]);
});

test('the files of a picture are removed with its item, where it was ever fetched', async () => {
  const account = await followBob();
  const pictured = () => remote.note(bob, { attachment: [pictureAt('https://far.example/loaf.jpeg')] });
  const [seen, unseen] = [pictured(), pictured()];
  for (const note of [seen, unseen]) await deliver(buildActivity('Create', note));
  const { id } = (await find(seen.id))!.media[0]!;
  const { rows } = await pool().query(`UPDATE medium SET state = 'ready' WHERE id = $1 RETURNING key`, [id]);
  await Promise.all([seen, unseen].map((note) => deleteRemoteItem(note.id as string, account)));
  expect(await runFederationJobs()).toEqual([{ job: 'delete-files', payload: { keys: [rows[0].key] } }]);
  const left = await pool().query('SELECT id FROM medium WHERE account_id = $1', [account.id]);
  expect(left.rows).toEqual([]);
});

test('an account that deletes itself is gone', async () => {
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
