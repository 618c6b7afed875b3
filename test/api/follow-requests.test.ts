/** Follow requests to locked accounts, over the API. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { lock } from '../support/accounts.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { takeFacts } from '../support/enqueued.ts';
import { remoteFollow } from '../support/remote-source.ts';

useCast();
beforeAll(async () => {
  await lock(cast.ann.id);
});
beforeEach(async () => {
  await deleteAll('follows', 'follow requests');
});

const requestFollow = () => as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
const answerRequest = (verb: string, { id }: Account = cast.bo) => as(cast.ann).post(`/follow_requests/${id}/${verb}`);
const relation = async () => (await as(cast.bo).get(`/accounts/relationships?id=${cast.ann.id}`)).body[0];
const waiting = async (): Promise<string[]> =>
  (await as(cast.ann).get('/follow_requests')).body.map(({ username }: { username: string }) => username);
/** Follow activities that a fact of this name is about. */
const outcomeFor = async (name: 'follow.accepted' | 'follow.rejected') => {
  const ids = (await takeFacts()).flatMap((each) => (each.fact === name ? [each.sourceId] : []));
  const sources = await prisma().sourceActivity.findMany({ where: { id: { in: ids } } });
  return sources.map(({ accountId, iri }) => ({ accountId: Number(accountId), iri }));
};

test('following a locked account creates a request, and is idempotent', async () => {
  for (const _ of [1, 2]) {
    const { status, body } = await requestFollow();
    expect([status, body]).toEqual([201, expect.objectContaining({ following: false, following_requested: true })]);
  }
  expect(await waiting()).toEqual(['bo']);
  expect((await as(cast.ann).get(`/accounts/relationships?id=${cast.bo.id}`)).body).toMatchObject([
    { followed: false, follower_requested: true },
  ]);
});

test('an authorized account follows, and authorizing is idempotent', async () => {
  await requestFollow();
  for (const _ of [1, 2]) expect((await answerRequest('authorize')).status).toBe(204);
  expect(await relation()).toMatchObject({ following: true, following_requested: false });
  expect(await waiting()).toEqual([]);
  expect((await as(cast.bo).get(`/accounts/${cast.ann.id}`)).body.followers_count).toBe(1);
});

test('a rejected account can request again', async () => {
  await requestFollow();
  expect((await answerRequest('reject')).status).toBe(204);
  expect(await relation()).toMatchObject({ following: false, following_requested: false });
  await requestFollow();
  expect(await waiting()).toEqual(['bo']);
});

test('a withdrawn request is no longer listed', async () => {
  await requestFollow();
  expect((await as(cast.bo).delete(`/accounts/${cast.ann.id}/follow`)).status).toBe(204);
  expect(await waiting()).toEqual([]);
});

test('only the requested account can answer, and only a pending request', async () => {
  await requestFollow();
  for (const verb of ['authorize', 'reject']) {
    expect((await as(cast.cy).post(`/follow_requests/${cast.bo.id}/${verb}`)).status).toBe(404);
    expect((await as(cast.bo).post(`/follow_requests/${cast.bo.id}/${verb}`)).status).toBe(404);
    expect((await answerRequest(verb, cast.cy)).status).toBe(404);
    expect((await as(cast.ann).post(`/follow_requests/999999/${verb}`)).status).toBe(404);
    expect((await as(cast.ann).post(`/follow_requests/x/${verb}`)).status).toBe(404);
  }
  expect(await waiting()).toEqual(['bo']);
  expect((await as(cast.cy).get('/follow_requests')).body).toEqual([]);
});

test('rejecting does not end an existing follow', async () => {
  await requestFollow();
  await answerRequest('authorize');
  expect((await answerRequest('reject')).status).toBe(404);
  expect(await relation()).toMatchObject({ following: true });
});

test('a follower can be removed, and removing is idempotent', async () => {
  await requestFollow();
  await answerRequest('authorize');
  for (const _ of [1, 2]) {
    expect((await as(cast.ann).delete(`/accounts/${cast.bo.id}/follower`)).status).toBe(204);
  }
  expect(await relation()).toMatchObject({ following: false });
  expect((await as(cast.bo).get(`/accounts/${cast.ann.id}`)).body.followers_count).toBe(0);
  expect((await as(cast.ann).delete('/accounts/999999/follower')).status).toBe(404);
});

test('remote followers receive the answer to their follow', async () => {
  const dora = await upsertAccount('dora', 'far.example');
  const iri = `${dora.iri}/follow`;
  await remoteFollow(dora.id, cast.ann.id, iri);
  expect(await outcomeFor('follow.accepted')).toEqual([]);
  await answerRequest('authorize', dora);
  expect(await outcomeFor('follow.accepted')).toMatchObject([{ accountId: dora.id, iri }]);

  await as(cast.ann).delete(`/accounts/${dora.id}/follower`);
  expect(await outcomeFor('follow.rejected')).toMatchObject([{ accountId: dora.id, iri }]);
  await remoteFollow(dora.id, cast.ann.id, `${iri}/2`);
  await answerRequest('reject', dora);
  expect(await outcomeFor('follow.rejected')).toMatchObject([{ accountId: dora.id, iri: `${iri}/2` }]);
});
