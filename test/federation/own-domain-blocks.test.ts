/** A member blocks a server: its accounts vanish for this member alone, and follows in both directions end. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { insertFollow } from '../support/relations.ts';
import { remoteStatus } from '../support/remote-status.ts';

useCast();
let bob: Account;
let dan: Account;

beforeEach(async () => {
  await deleteAll('domain blocks', 'follows', 'follow requests', 'items', 'notifications', 'jobs');
  bob = await upsertAccount('bob', 'far.example');
  dan = await upsertAccount('dan', 'near.example');
});

const block = (host = 'FAR.example') => as(cast.ann).post('/domain_blocks', { host });
const unblock = (host = 'far.example') => as(cast.ann).delete('/domain_blocks', { body: { host } });

const follows = async () =>
  (await prisma().follow.findMany({ include: { follower: true, followee: true } }))
    .map(({ follower, followee }) => `${follower.username} ${followee.username}`)
    .toSorted();
const post = async (author: Account, changes: object = {}) => {
  const iri = `${author.iri}/${Math.random()}`;
  await ingestRemoteItem(remoteStatus(iri, author.id, { contentHtml: `<p>By ${author.username}</p>`, ...changes }), {
    backfilled: false,
  });
  await drain();
};
const shows = async (who: Account, path: string) => (await as(who).get(path)).text.includes('By bob');

test('a domain block is listed, idempotent and can be removed', async () => {
  for (const _ of [1, 2]) expect((await block()).status).toBe(204);
  expect((await as(cast.ann).get('/domain_blocks')).body).toEqual([{ host: 'far.example' }]);
  expect((await as(cast.cy).get('/domain_blocks')).body).toEqual([]);
  const [far, near] = (await as(cast.ann).get(`/accounts/relationships?id=${bob.id},${dan.id}`)).body;
  expect([far.domain_blocking, near.domain_blocking]).toEqual([true, false]);
  for (const _ of [1, 2]) expect((await unblock()).status).toBe(204);
  expect((await as(cast.ann).get('/domain_blocks')).body).toEqual([]);
});

test('the own domain and invalid domains are refused', async () => {
  for (const host of ['cook.example', 'example', '', ' ', 'a b', 'http://x/', 'x'.repeat(400), 7])
    expect([host, (await as(cast.ann).post('/domain_blocks', { host })).status]).toEqual([host, 422]);
  expect((await as(cast.ann).delete('/domain_blocks', { body: {} })).status).toBe(422);
});

test('follows and requests in both directions end, those of others and with others stay', async () => {
  for (const other of [bob, dan]) {
    await insertFollow(cast.ann.id, other.id);
    await insertFollow(other.id, cast.ann.id);
  }
  await insertFollow(cast.cy.id, bob.id);
  await block();
  await drain();
  expect(await follows()).toEqual(['ann dan', 'cy bob', 'dan ann']);
  expect((await as(cast.ann).post(`/accounts/${bob.id}/follow`)).status).toBe(403);
  await expect(follow(bob.id, cast.ann.id)).rejects.toThrow();
  await unblock();
  await drain();
  expect(await follows()).toEqual(['ann dan', 'cy bob', 'dan ann']);
  expect((await as(cast.ann).post(`/accounts/${bob.id}/follow`)).status).toBe(201);
});

test('a follow that was in progress ends with the second run of the job', async () => {
  await block();
  await drain();
  await insertFollow(bob.id, cast.ann.id);
  await makeDue('end-follows-with-host');
  await drain();
  expect(await follows()).toEqual([]);
});

test('items of its accounts and boosts by them vanish for this member, also from threads', async () => {
  const mine = (await as(cast.ann).post('/statuses', { content: 'Leeks?', visibility: 'public' })).body;
  for (const who of [cast.ann, cast.cy]) await insertFollow(who.id, bob.id);
  await post(bob, { inReplyToIri: mine.uri });
  await post(bob, { tags: ['leek'] });
  const paths = ['/timeline', '/timelines/public', '/timelines/tag/leek', `/statuses/${mine.id}/replies`];
  const [home = '', ...others] = paths;
  for (const path of paths)
    expect([path, await shows(cast.ann, path), await shows(cast.cy, path)]).toEqual([path, true, true]);
  expect((await as(cast.ann).get('/notifications')).body).toHaveLength(1);
  await block();
  for (const path of paths)
    expect([path, await shows(cast.ann, path), await shows(cast.cy, path)]).toEqual([path, false, true]);
  expect((await as(cast.ann).get('/notifications')).body).toEqual([]);
  await drain();
  await unblock();
  for (const path of others) expect([path, await shows(cast.ann, path)]).toEqual([path, true]);
  expect(await shows(cast.ann, home)).toBe(false);
});
