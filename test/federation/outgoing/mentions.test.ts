/** Posts that mention accounts which are not known yet. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { discoverAccount } from '../../../src/domain/accounts/discover.ts';
import { anyone, as } from '../../support/as.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../../support/bob.ts';
import { cast, useCast } from '../../support/cast.ts';
import { deleteAll } from '../../support/delete-all.ts';
import { drain } from '../../support/drain.ts';
import { enqueued, makeDue, takeJobs } from '../../support/enqueued.ts';
import { insertFollow } from '../../support/relations.ts';
import type { Json, RemoteServer } from '../../support/remote-server.ts';
import { changeItem, stored } from '../../support/stored.ts';

useCast();
useBob();

/** A server with a follower of Ann. */
let fans: RemoteServer;

beforeEach(async () => {
  await deleteAll('jobs', 'follows', 'notifications', 'key values');
  fans = anotherRemoteServer('fans');
  const fan = await discoverAccount({ handle: fans.actor('fan').handle });
  await drain();
  await insertFollow(fan.id, cast.ann.id);
});

const webFinger = () => `${remote.iri('/.well-known/webfinger')}?resource=${encodeURIComponent(`acct:${bob.handle}`)}`;
const post = (content: string, changes: object = {}) =>
  as(cast.ann).post('/statuses', { content, visibility: 'public', ...changes });
const postMention = async (changes: object = {}): Promise<number> =>
  (await post(`Hello @${bob.handle}`, changes)).body.id;

/** Runs all jobs, and again those that were postponed. */
async function drainAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await drain();
    await makeDue('send-activity');
  }
  await drain();
}

/** As if the post had been written earlier. */
const backdate = (id: number, minutes: number) =>
  changeItem(id, { updatedAt: new Date(Date.now() - minutes * 60_000) });

const mentionsIn = (activity: Json | undefined) =>
  ((activity!.object as Json).tag as Json[]).filter(({ type }) => type === 'Mention');
const contentOf = async (id: number): Promise<string> => (await as(cast.ann).get(`/statuses/${id}`)).body.content_html;
const undelivered = async (id: number): Promise<number> =>
  (await as(cast.ann).get('/notifications')).body.filter(
    ({ type, object }: Json) => type === 'undelivered' && (object as Json).id === id,
  ).length;
const countBobs = () => stored.accounts({ handle: bob.handle });

test.each(['public', 'direct'])(
  'an unknown account that a %s post mentions is looked up, linked, addressed and notified',
  async (visibility) => {
    const id = await postMention({ visibility });
    expect(await contentOf(id)).toBe(`<p>Hello @${bob.handle}</p>`);
    await drainAll();

    expect(remote.inbox).toHaveLength(1);
    const [create] = remote.inbox;
    expect(mentionsIn(create)).toEqual([{ type: 'Mention', href: bob.iri, name: `@${bob.handle}` }]);
    expect(create![visibility === 'direct' ? 'to' : 'cc']).toContain(bob.iri);
    expect((create!.object as Json).content).toContain(`href="${bob.iri}"`);
    expect(await contentOf(id)).toContain(`href="${bob.iri}"`);
    expect(fans.inbox).toHaveLength(visibility === 'direct' ? 0 : 1);
    expect(await undelivered(id)).toBe(0);
  },
);

test('an edited post waits for the look-up of a new mention', async () => {
  const { id } = (await post('Hello')).body;
  await drainAll();
  await as(cast.ann).patch(`/statuses/${id}`, { content: `Hello @${bob.handle}` });
  await drainAll();
  expect(remote.inbox.map(({ type }) => type)).toEqual(['Update']);
  expect(mentionsIn(remote.inbox[0])).toHaveLength(1);
});

test('a mention by a second address of an account is a mention of that account', async () => {
  const short = anotherRemoteServer('short');
  const handle = `bob@${short.host}`;
  const links = [{ rel: 'self', type: 'application/activity+json', href: bob.iri }];
  remote.serve(webFinger(), () => ({ subject: `acct:${handle}`, links }));
  const resource = encodeURIComponent(`acct:${handle}`);
  short.serve(short.iri(`/.well-known/webfinger?resource=${resource}`), () => ({
    subject: `acct:${handle}`,
    links,
  }));
  await postMention();
  await drainAll();
  expect(mentionsIn(remote.inbox[0])).toEqual([{ type: 'Mention', href: bob.iri, name: `@${handle}` }]);
});

test('a post waits a minute for a look-up that hangs, and is then sent once without the mention', async () => {
  const id = await postMention();
  const [hanging] = await takeJobs('load-account');
  await drainAll();
  expect(fans.inbox).toEqual([]);
  const [payload] = await enqueued('send-activity');

  await backdate(id, 1);
  await drainAll();
  expect(fans.inbox).toHaveLength(1);
  expect(mentionsIn(fans.inbox[0])).toEqual([]);

  for (const [job, each] of [
    ['load-account', hanging],
    ['send-activity', payload],
  ] as const) {
    await prisma().outbox.create({ data: { job, payload: each as object } });
    await drainAll();
  }
  expect(await countBobs()).toBe(1);
  expect([fans.inbox.length, remote.inbox.length]).toEqual([1, 0]);
  expect(await contentOf(id)).toBe(`<p>Hello @${bob.handle}</p>`);
});

test.each([404, 503])(
  'a public post is sent at once without a mention whose look-up is answered with %i',
  async (status) => {
    remote.fail(webFinger(), status);
    const id = await postMention();
    await drainAll();
    expect(fans.inbox).toHaveLength(1);
    expect(mentionsIn(fans.inbox[0])).toEqual([]);
    expect(await stored.mentions({ eventableId: id })).toBe(0);
    expect(await undelivered(id)).toBe(0);
    expect(await countBobs()).toBe(status === 404 ? 0 : 1);
  },
);

test('the author of a direct post that mentions no existing account is notified, and the next one is refused', async () => {
  remote.fail(webFinger(), 404);
  const id = await postMention({ visibility: 'direct' });
  await drainAll();
  expect(await undelivered(id)).toBe(1);
  expect((await anyone.get(`/statuses/${id}`)).status).toBe(404);

  const { status, body } = await post(`Again @${bob.handle}`, { visibility: 'direct' });
  expect([status, body.errors.content]).toEqual([
    422,
    [`mentions nobody who could be found. Check the address: @${bob.handle}`],
  ]);
  expect((await post('@nosuchcook, hello', { visibility: 'direct' })).status).toBe(422);
  expect((await post(`@bo and @${bob.handle}`, { visibility: 'direct' })).status).toBe(201);
  expect((await post('A note to myself', { visibility: 'direct' })).status).toBe(201);
});

test('a direct post waits up to an hour for a server that is down', async () => {
  remote.fail(webFinger(), 503);
  const id = await postMention({ visibility: 'direct' });
  await drainAll();
  await backdate(id, 30);
  await drainAll();
  expect([await undelivered(id), remote.inbox.length]).toEqual([0, 0]);

  remote.responses.delete(webFinger());
  await makeDue('load-account');
  await drainAll();
  expect([await undelivered(id), remote.inbox.length]).toEqual([0, 1]);

  const carol = remote.actor('carol');
  remote.fail(webFinger().replace('bob', 'carol'), 503);
  const late = (await post(`@${carol.handle}`, { visibility: 'direct' })).body.id;
  await drainAll();
  await backdate(late, 60);
  await drainAll();
  expect(await undelivered(late)).toBe(1);
});

const unknownMentions = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `@cook${first + index}@${remote.host}`).join(' ');
const lookUps = () => stored.accounts({ state: 'unknown', host: remote.host });

test('one post causes at most 10 look-ups, and the posts of an author 60 in an hour', async () => {
  await post(unknownMentions(15));
  expect(await lookUps()).toBe(10);
  for (let number = 1; number < 7; number += 1) await post(unknownMentions(10, 20 * number));
  expect(await lookUps()).toBe(60);
  expect((await post(unknownMentions(1, 200), { visibility: 'direct' })).body.errors.content).toEqual([
    'mentions too many new addresses. Try again in an hour',
  ]);
  await as(cast.bo).post('/statuses', { content: unknownMentions(1, 300) });
  expect(await lookUps()).toBe(61);
});

test('a word that is not a valid address is not looked up', async () => {
  expect((await post('@flour@work @ann@cook.example')).status).toBe(201);
  expect(await stored.jobs({ job: 'load-account' })).toBe(0);
});
