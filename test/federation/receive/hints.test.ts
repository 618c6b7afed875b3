/** Activities that another server forwards without a proof only make us look at their object, within limits. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../../src/db/client.ts';
import { maxHintsPerHost } from '../../../src/federation/receive/forwarded.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { anotherRemoteServer, bob, remote } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import type { Json, PeerActor, RemoteServer } from '../../support/remote-server.ts';
import { stored } from '../../support/stored.ts';
import { ann, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();
beforeEach(emptyCaches);

let note: Json & { id: string };
let other: RemoteServer;
let eve: PeerActor;
beforeEach(async () => {
  other = anotherRemoteServer('forwarder');
  eve = other.actor('eve');
  note = remote.note(bob, { cc: [ann.iri] });
  await remote.send(remote.activity('Create', bob, note));
  await drain();
  remote.requestedUrls.length = 0;
  expect(await isStored()).toBe(true);
});

const isStored = async () => (await stored.items({ iri: note.id })) === 1;
const hint = async (type = 'Update') =>
  (await remote.send(remote.activity(type, bob, note.id), { by: eve.rsa })).status;
const fetchCount = () => remote.requestedUrls.filter((url) => url === note.id).length;
/** Lets the jobs of the next hours run, and the clock of the payload advance with them. */
async function hoursLater(hours: number): Promise<void> {
  await pool().query(
    `UPDATE outbox SET due_at = due_at - $1 * interval '1 hour',
       payload = CASE WHEN payload ? 'missing' THEN
         jsonb_set(payload, '{missing,since}', to_jsonb((payload #>> '{missing,since}')::bigint - $1::int * 3600000))
         ELSE payload END`,
    [hours],
  );
  await drain();
}

test('an object is fetched once for the first hint, and once for all further hints of five minutes', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect(await hint()).toBe(202);
    await drain();
  }
  expect(fetchCount()).toBe(1);
  await hoursLater(1);
  expect(fetchCount()).toBe(2);
});

test('a server may cause 300 fetches by hints in five minutes', async () => {
  for (let count = 0; count < maxHintsPerHost; count += 1) expect(await hint()).toBe(202);
  expect(await hint()).toBe(429);
  eve = anotherRemoteServer('third').actor('mia');
  expect(await hint()).toBe(202);
});

test('an item is deleted after its server answered 404 three times over six hours, however often it is asked', async () => {
  remote.fail(note.id, 404);
  for (let count = 0; count < 5; count += 1) {
    emptyCaches();
    expect(await hint('Delete')).toBe(202);
    await drain();
  }
  expect(fetchCount()).toBe(5);
  expect(await isStored()).toBe(true);
  await hoursLater(3);
  expect(await isStored()).toBe(true);
  await hoursLater(3);
  expect(await isStored()).toBe(false);
});

test('an item that is there again after a 404 is kept, and 410 deletes it at once', async () => {
  remote.fail(note.id, 404);
  await hint();
  await drain();
  remote.object(note);
  for (let rounds = 0; rounds < 4; rounds += 1) await hoursLater(3);
  expect(await isStored()).toBe(true);

  remote.fail(note.id, 410);
  emptyCaches();
  await hint();
  await drain();
  expect(await isStored()).toBe(false);
});
