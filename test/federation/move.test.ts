/** Accounts move: local followers follow the new account, and local accounts federate their own move. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { config } from '../../src/lib/config.ts';
import { importAs } from '../support/account-content.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { deliverFrom, outcomeOf, storedAccount, useReceiver } from '../support/receiver.ts';
import { type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { changeAccount } from '../support/stored.ts';
import { withWorkers } from '../support/with-workers.ts';
import { zipOf } from '../support/zip.ts';

let ann: Account;
let bo: Account;
let old: RemoteServer;
let young: RemoteServer;
let bob: PeerActor;
let bobby: PeerActor;
let serial = 0;
const password = 'correct horse battery';

useReceiver();

beforeEach(async () => {
  serial += 1;
  old = remoteServerAt(`old${serial}.example`);
  young = remoteServerAt(`new${serial}.example`);
  bob = old.actor('bob');
  bobby = young.actor('bobby', { alsoKnownAs: [bob.iri] });
  ann = await register({ username: `ann_move${serial}`, password });
  bo = await register({ username: `bo_move${serial}` });
});

const moveTo = (target: unknown, object: unknown = bob.iri) => deliverFrom(old, 'Move', bob, object, { target });

async function followBob(member: Account) {
  await deliverFrom(old, 'Follow', bob, member.iri);
  await follow(member.id, (await storedAccount(bob)).id);
  await drain();
  await deliverFrom(old, 'Accept', bob, { type: 'Follow', actor: member.iri, object: bob.iri });
  old.inbox.length = 0;
}

const relationshipWith = async (member: Account, iri: string) => {
  const account = await findAccountByIri(iri);
  if (!account) return 'unknown';
  const { body } = await as(member).get(`/accounts/relationships?id=${account.id}`);
  return body[0].following ? 'following' : body[0].following_requested ? 'requested' : 'none';
};

test('an imported account requests its remote follows again, and its blocks are restored', async () => {
  const zip = await zipOf({
    'potluck.json': JSON.stringify({
      format: 'potluck-account',
      version: 1,
      actor: 'https://gone.example/users/1',
      exported: '',
      address: 'x@gone.example',
      pinned: [],
      items: [],
    }),
    'following_accounts.csv': `Account address,Show boosts\nbob@${old.host},true\n`,
    'blocked_accounts.csv': `bobby@${young.host}\n`,
  });
  const { archive } = await importAs(ann, zip);
  expect(archive.problems).toEqual([]);
  await makeDue();
  await drain();
  await makeDue();
  await drain();
  expect(old.inbox.map(({ type, object }) => [type, object])).toEqual([['Follow', bob.iri]]);
  expect(await relationshipWith(ann, bob.iri)).toBe('requested');
  const blocks = await prisma().block.findMany({ where: { blockerId: ann.id }, include: { blocked: true } });
  expect(blocks.map(({ blocked }) => blocked.handle)).toEqual([`bobby@${young.host}`]);
});

test('followers of a moved account follow the new one, once, and unfollow the old one', async () => {
  await followBob(ann);
  await followBob(bo);
  const first = await moveTo(bobby.iri);
  await moveTo(bobby.iri);

  for (const member of [ann, bo]) {
    expect(await relationshipWith(member, bobby.iri)).toBe('requested');
    expect(await relationshipWith(member, bob.iri)).toBe('none');
  }
  // The first deliveries to a new server are sent one at a time.
  const types = () => drain().then(() => [young, old].map(({ inbox }) => inbox.map(({ type }) => type)));
  await expect.poll(types).toEqual([
    ['Follow', 'Follow'],
    ['Undo', 'Undo'],
  ]);
  expect(await outcomeOf(first)).toBe('fetching');

  const { id } = await storedAccount(bob);
  const { body } = await as(ann).get(`/accounts/${id}`);
  expect(body.moved_to).toMatchObject({ uri: bobby.iri, username: 'bobby' });
});

test('hidden boosts and mutes are moved to the new account', async () => {
  await followBob(ann);
  await followBob(bo);
  const { id } = await storedAccount(bob);
  expect((await as(ann).post(`/accounts/${id}/hidden_boosts`)).status).toBeLessThan(300);
  await as(bo).post(`/accounts/${id}/mute`, { notifications: false, duration: 3_600 });
  await moveTo(bobby.iri);
  await moveTo(bobby.iri);
  const target = await storedAccount(bobby);
  const relationship = async (member: Account) =>
    (await as(member).get(`/accounts/relationships?id=${target.id}`)).body[0];
  const shown = { following_requested: true, hiding_boosts: false, muting: false };
  expect(await relationship(ann)).toMatchObject({ ...shown, hiding_boosts: true });
  expect(await relationship(bo)).toMatchObject({ ...shown, muting: true, muting_notifications: false });
  const [muted] = (await as(bo).get('/mutes')).body;
  expect([muted.id, Date.parse(muted.mute_expires_at) - Date.now() < 3_600_000]).toEqual([target.id, true]);
});

test('a Move to an account that does not list the old one has no effect', async () => {
  await followBob(ann);
  bobby.json.alsoKnownAs = [ann.iri];
  await moveTo(bobby.iri);
  expect(await relationshipWith(ann, bob.iri)).toBe('following');
  expect(young.inbox).toEqual([]);
});

test('a Move of another account, to itself or to a missing account has no effect', async () => {
  await followBob(ann);
  const carol = old.actor('carol', { alsoKnownAs: [bob.iri] });
  expect(await outcomeOf(await deliverFrom(old, 'Move', carol, bob.iri, { target: bobby.iri }))).toBe('refused');
  expect(await outcomeOf(await moveTo(bob.iri))).toBe('refused');
  expect(await outcomeOf(await moveTo(undefined))).toBe('refused');
  expect(await outcomeOf(await deliverFrom(old, 'Move', carol, carol.iri, { target: bobby.iri }))).toBe('irrelevant');
  expect(await relationshipWith(ann, bob.iri)).toBe('following');
});

const deliverPullMove = () => deliverFrom(young, 'Move', bobby, bob.iri, { target: bobby.iri });

test('a Move sent by the new account takes over followers if the old account names it in movedTo', async () => {
  await followBob(ann);
  bob.json.movedTo = bobby.iri;
  expect(await outcomeOf(await deliverPullMove())).toBe('fetching');
  expect(await relationshipWith(ann, bobby.iri)).toBe('requested');
  expect(await relationshipWith(ann, bob.iri)).toBe('none');
});

test('an alias alone does not take over followers', async () => {
  // Bobby is the older account, and Bob lists it so that it can move to him.
  bob.json.alsoKnownAs = [bobby.iri];
  await followBob(ann);
  expect(await outcomeOf(await deliverPullMove())).toBe('fetching');
  for (const status of [404, 503]) {
    old.fail(bob.iri, status);
    await deliverPullMove();
  }
  expect(await relationshipWith(ann, bob.iri)).toBe('following');
  expect(young.inbox).toEqual([]);
});

test('an account cannot take over followers of one that does not name it, whether or not its server responds', async () => {
  await followBob(ann);
  await deliverPullMove();
  expect(await relationshipWith(ann, bob.iri)).toBe('following');
  old.fail(bob.iri, 503);
  await deliverPullMove();
  expect(await relationshipWith(ann, bob.iri)).toBe('following');

  // The same holds for the followers of a local account.
  await changeAccount(bo.id, { alsoKnownAs: [bobby.iri] });
  await follow(ann.id, bo.id);
  bobby.json.alsoKnownAs = [bo.iri];
  expect(await outcomeOf(await deliverFrom(young, 'Move', bobby, bo.iri, { target: bobby.iri }))).toBe('refused');
  expect(await relationshipWith(ann, bo.iri!)).toBe('following');
});

test('followers of a deleted account are taken over if it had named the new account', async () => {
  bob.json.alsoKnownAs = [bobby.iri];
  await followBob(ann);
  old.fail(bob.iri, 410);
  await deliverPullMove();
  expect(await relationshipWith(ann, bobby.iri)).toBe('requested');
});

test('a block keeps a follower from the new account, in either direction', async () => {
  await followBob(ann);
  await followBob(bo);
  await deliverFrom(young, 'Follow', bobby, ann.iri);
  const { id } = await storedAccount(bobby);
  await block(ann.id, id);
  await deliverFrom(young, 'Block', bobby, bo.iri);
  await drain();
  young.inbox.length = 0;

  await moveTo(bobby.iri);
  expect(young.inbox).toEqual([]);
  expect(await relationshipWith(ann, bob.iri)).toBe('none');
  expect(await relationshipWith(bo, bobby.iri)).toBe('none');
});

test.each<[form: string, object: unknown, target: () => unknown]>([
  ['its id', undefined, () => ann.iri],
  ['its page', undefined, () => `${config.baseUrl}/@${ann.username}`],
  ['an object, and says nothing of itself', null, () => ({ id: ann.iri, type: 'Person' })],
])('a remote account moves to a local account that lists it, named by %s', async (_, object, target) => {
  await followBob(bo);
  await changeAccount(ann.id, { alsoKnownAs: [bob.iri] });
  await moveTo(target(), object);
  expect(await relationshipWith(bo, ann.iri!)).toBe('following');
  expect(await relationshipWith(bo, bob.iri)).toBe('none');
});

test('a local account publishes its aliases', async () => {
  await deliverFrom(old, 'Follow', bob, ann.iri);
  old.inbox.length = 0;
  const set = (aliases: string[]) => withWorkers(() => as(ann).put('/accounts/me/aliases', { account: { aliases } }));
  const { status, body } = await set([bobby.handle, bob.iri]);
  expect([status, body.also_known_as]).toEqual([200, [bobby.iri, bob.iri]]);
  await drain();
  expect(old.inbox).toMatchObject([{ type: 'Update', object: { alsoKnownAs: [bobby.iri, bob.iri] } }]);

  expect((await set([])).body.also_known_as).toEqual([]);
  expect((await set(['nobody at all'])).body.errors).toHaveProperty('aliases');
});

test('a local account moves, notifies its followers, and publishes nothing until the move is undone', async () => {
  await deliverFrom(old, 'Follow', bob, ann.iri);
  await follow(bo.id, ann.id);
  old.inbox.length = 0;
  const go = (target: string) =>
    withWorkers(() => as(ann).post('/accounts/me/move', { account: { target, password } }));

  const early = await go(bobby.handle);
  expect([early.status, early.body.errors.target]).toEqual([422, [expect.stringContaining(ann.iri!)]]);

  bobby.json.alsoKnownAs = [ann.iri];
  const stolen = await as(ann).post('/accounts/me/move', {
    account: { target: bobby.handle, password: 'wrong password' },
  });
  expect([stolen.status, stolen.body.errors]).toEqual([422, { password: ['is wrong'] }]);
  const gone = await go(bobby.handle);
  expect([gone.status, gone.body.moved_to.uri]).toEqual([200, bobby.iri]);
  await drain();
  expect(old.inbox).toHaveLength(2);
  expect(old.inbox).toContainEqual(expect.objectContaining({ type: 'Move', object: ann.iri, target: bobby.iri }));
  expect(old.inbox).toContainEqual(
    expect.objectContaining({ type: 'Update', object: expect.objectContaining({ movedTo: bobby.iri }) }),
  );
  expect(await relationshipWith(bo, ann.iri!)).toBe('none');
  expect(await relationshipWith(bo, bobby.iri)).toBe('requested');

  const { status, body } = await as(ann).post('/statuses', { content: 'Still here' });
  expect([status, body.code, body.errors.base]).toEqual([403, 'forbidden', [expect.stringContaining(bobby.iri)]]);
  expect((await as(ann).post('/recipes', { name: 'Soup' })).status).toBe(403);

  expect((await as(ann).delete('/accounts/me/move')).status).toBe(204);
  expect((await as(ann).post('/statuses', { content: 'Back' })).status).toBe(201);
  expect((await as(ann).get('/accounts/me')).body).not.toHaveProperty('moved_to');

  old.inbox.length = 0;
  const soon = await go(bobby.handle);
  expect([soon.status, soon.body.errors]).toEqual([422, { target: [expect.stringContaining('less than 7 days')] }]);
  await drain();
  expect(old.inbox.map(({ type }) => type)).not.toContain('Move');
  await age('key values', '7 days');
  expect((await go(bobby.handle)).status).toBe(200);
});

test('two accounts that name each other do not send followers back and forth', async () => {
  await followBob(ann);
  bob.json.alsoKnownAs = [bobby.iri];
  const moveBack = () => deliverFrom(young, 'Move', bobby, bobby.iri, { target: bob.iri });
  const accept = (server: RemoteServer, actor: PeerActor) =>
    deliverFrom(server, 'Accept', actor, { type: 'Follow', actor: ann.iri, object: actor.iri });
  await moveTo(bobby.iri);
  await accept(young, bobby);
  await moveBack();
  await accept(old, bob);
  expect(await relationshipWith(ann, bob.iri)).toBe('following');
  await moveTo(bobby.iri);
  expect([await relationshipWith(ann, bob.iri), await relationshipWith(ann, bobby.iri)]).toEqual(['following', 'none']);
  await age('key values', '7 days');
  await moveTo(bobby.iri);
  expect(await relationshipWith(ann, bobby.iri)).toBe('requested');
});

test('a local account cannot move to itself or to a missing account', async () => {
  const go = (target: string) => as(ann).post('/accounts/me/move', { account: { target, password } });
  expect((await go(ann.username)).status).toBe(422);
  expect((await go('nobody_of_that_name')).status).toBe(422);
  expect((await go('')).status).toBe(422);
});
