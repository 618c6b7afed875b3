import { randomUUID } from 'node:crypto';
import { verifyObject } from '@fedify/fedify/sig';
import { Activity } from '@fedify/fedify/vocab';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { getKeyPairs } from '../../src/domain/accounts/keys.ts';
import { noteAccount } from '../../src/domain/accounts/note.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block, unblock } from '../../src/domain/blocks.ts';
import { boost, unboost } from '../../src/domain/boosts.ts';
import type { RecipeDraft } from '../../src/domain/eventables/draft.ts';
import { follow, unfollow } from '../../src/domain/follows.ts';
import { like, unlike } from '../../src/domain/likes.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus } from '../../src/domain/statuses.ts';
import { handle } from '../../src/federation/index.ts';
import type { JsonObject } from '../../src/federation/json.ts';
import { loadKnownContext } from '../../src/federation/known-contexts.ts';
import { sealsOf } from '../../src/federation/seal/seals.ts';
import { send } from '../../src/federation/send.ts';
import { type Happening, happening } from '../../src/jobs/happening.ts';
import { adopted, query } from '../support/deliveries.ts';

let ann: Account;

beforeAll(() => connect(process.env.DATABASE_URL!));
afterAll(disconnect);

let cast = 0;
beforeEach(async () => {
  cast += 1;
  ann = await register({ username: `ann${cast}` });
  await query('DELETE FROM outbox');
});

const draft: RecipeDraft = {
  name: 'Soup',
  description: '',
  serving: 2,
  servingType: 'bowls',
  visibility: 'public',
  locale: 'en',
  ingredients: [],
  steps: [],
  tags: [],
  sourceUrl: null,
  prepTime: null,
  cookTime: null,
};

const somebody = (name: string) => adopted(name, `${name}${cast}.example`);

const fan = async (name: string) => {
  const account = await somebody(name);
  await follow(account.id, ann.id, { iri: `${account.iri}/follow` });
  return account;
};

/** Something of somebody elsewhere. */
async function statusOf({ id, iri }: Account): Promise<{ id: number }> {
  const [item] = await query<{ id: number }>(
    `INSERT INTO eventable (type, account_id, iri, content, content_html) VALUES ('status', $1, $2, 'hi', 'hi') RETURNING id`,
    [id, `${iri}/1`],
  );
  return item!;
}

async function takeHappenings(): Promise<Happening[]> {
  const rows = await query<{ payload: unknown }>(
    `DELETE FROM outbox WHERE job = 'send-activity' RETURNING payload, created_at`,
  );
  return rows.map(({ payload }) => happening.parse(payload));
}

/** Sends what happened since the last call; answers each activity with the inboxes listed for it. */
async function sent(happenings?: Happening[]) {
  const activities = [];
  for (const each of happenings ?? (await takeHappenings())) {
    await send(each);
    const [stored] = await query<{ id: number; body: string; public: boolean }>(
      'SELECT id, body, public FROM activity WHERE iri = $1',
      [each.activity],
    );
    const deliveries = await query<{ inbox: string }>(
      'SELECT inbox FROM delivery WHERE activity_id = $1 ORDER BY inbox',
      [stored!.id],
    );
    activities.push({ ...JSON.parse(stored!.body), inboxes: deliveries.map(({ inbox }) => inbox) });
  }
  return activities;
}

test('a recipe goes to the servers of all followers, and each gets its job', async () => {
  const followers = [await fan('bob'), await fan('cid')];
  await sent();
  await query('DELETE FROM outbox');
  const id = await createRecipe(ann.id, draft);

  const [create] = await sent();
  expect(create).toMatchObject({ type: 'Create', actor: ann.iri, object: { name: 'Soup', type: 'Article' } });
  expect(create.inboxes).toEqual(followers.map(({ sharedInbox }) => sharedInbox).sort());
  expect(await query(`SELECT payload FROM outbox WHERE job = 'deliver-activity'`)).toHaveLength(2);

  await updateRecipe(ann.id, id, { name: 'Better soup' });
  const [update] = await sent();
  expect(update).toMatchObject({ type: 'Update', object: { name: 'Better soup' } });
  expect(update.inboxes).toEqual(create.inboxes);
});

test('sending twice stores the same bytes and lists nobody twice', async () => {
  await fan('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  const [first] = await takeHappenings();
  await send(first!);
  await updateRecipe(ann.id, id, { name: 'Changed meanwhile' });
  await send(first!);

  const rows = await query<{ body: string; deliveries: number }>(
    `SELECT body, (SELECT count(*) FROM delivery WHERE activity_id = a.id)::int AS deliveries FROM activity a WHERE iri = $1`,
    [first!.activity],
  );
  expect(rows).toEqual([{ body: expect.stringContaining('Soup'), deliveries: 1 }]);
});

test('a deleted recipe is taken back from everybody who ever got it', async () => {
  const bob = await fan('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  await sent();
  await unfollow(bob.id, ann.id);
  await deleteRecipe(ann.id, id);

  const [gone] = await sent();
  expect(gone).toMatchObject({ type: 'Delete', object: { type: 'Tombstone' } });
  expect(gone.inboxes).toEqual([bob.sharedInbox]);
});

test('a recipe that became followers-only is not told to those who follow no longer', async () => {
  const bob = await fan('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  await sent();
  await unfollow(bob.id, ann.id);
  await updateRecipe(ann.id, id, { visibility: 'private' });
  expect((await sent())[0].inboxes).toEqual([]);
});

test('a direct status goes to the accounts it mentions alone, and nobody fetches it by its IRI', async () => {
  await fan('bob');
  const dee = await somebody('dee');
  await sent();
  await createStatus(ann.id, {
    content: `psst @${dee.handle}`,
    visibility: 'direct',
    locale: 'en',
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  });
  const [create] = await sent();
  expect(create.inboxes).toEqual([dee.sharedInbox]);
  expect(create.to).toEqual([dee.iri]);
  const request = new Request(create.id, { headers: { accept: 'application/activity+json' } });
  expect((await handle(request))!.status).toBe(404);
});

test('a public activity is served by its IRI in the bytes delivered, until its object is not public any more', async () => {
  const id = await createRecipe(ann.id, draft);
  const [create] = await sent();
  const get = async () => (await handle(new Request(create.id, { headers: { accept: '*/*' } })))!;
  const [{ body }] = (await query<{ body: string }>('SELECT body FROM activity WHERE iri = $1', [
    create.id,
  ])) as [{ body: string }];
  expect(await (await get()).text()).toBe(body);
  await updateRecipe(ann.id, id, { visibility: 'private' });
  expect((await get()).status).toBe(404);
});

/** Asks for nothing but the actor, as it is served here; null unless every proof is the actor's. */
const proofsHold = (json: object) =>
  verifyObject(Activity, json, {
    contextLoader: loadKnownContext,
    documentLoader: async (url) => {
      const answer = await handle(new Request(url, { headers: { accept: 'application/activity+json' } }));
      return { contextUrl: null, documentUrl: url, document: await answer!.json() };
    },
  });

/** As another Potluck looks at it, which takes the proof as it stands. */
async function isSealedBy({ id }: Account, activity: JsonObject): Promise<boolean> {
  const [seal, ...more] = sealsOf(activity);
  expect(more).toEqual([]);
  return (await seal!.open())!.isSignedBy((await getKeyPairs(id)).ed25519.publicKey);
}

const updateOf = (account: Account): Happening => ({
  ...{ verb: 'UpdateActor', activity: `${account.iri}/activities/${randomUUID()}`, accountId: account.id },
});

test('whoever gets what is for everybody can tell from the body alone whose it is', async () => {
  const item = await statusOf(await somebody('eve'));
  const id = await createRecipe(ann.id, { ...draft, description: 'Crème “brûlée”, 2½ €', prepTime: 90 });
  const activities = await sent();
  await updateRecipe(ann.id, id, { name: 'Better soup', visibility: 'unlisted' });
  activities.push(...(await sent()));
  await deleteRecipe(ann.id, id);
  await boost(ann.id, item.id);
  activities.push(...(await sent()));
  await unboost(ann.id, item.id);
  activities.push(...(await sent()), ...(await sent([updateOf(ann)])));

  const types = ['Create', 'Update', 'Delete', 'Announce', 'Undo', 'Update'];
  expect(activities.map(({ type }) => type)).toEqual(types);
  for (const { inboxes: _, ...activity } of activities) {
    expect(activity.proof.verificationMethod).toBe(`${ann.iri}#ed25519-key`);
    expect(await proofsHold(activity)).toHaveProperty('actorId.href', ann.iri);
    expect(await isSealedBy(ann, activity)).toBe(true);
    expect(await proofsHold({ ...activity, summary: 'Eve’s' })).toBeNull();
    expect(await proofsHold({ ...activity, proof: undefined })).toBeNull();
  }
});

test('of what is not for everybody no proof is left behind', async () => {
  const bob = await fan('bob');
  const item = await statusOf(bob);
  await sent();
  await like(ann.id, item.id);
  await follow(ann.id, bob.id);
  await createRecipe(ann.id, { ...draft, visibility: 'private' });
  const id = await createRecipe(ann.id, draft);
  const [liked, followed, create, ...open] = await sent();
  expect(open).toMatchObject([{ proof: {} }]);
  // Its end is for some servers only: these could pass it on to the others.
  await updateRecipe(ann.id, id, { visibility: 'private' });
  const narrowed = await sent();
  expect(narrowed.map(({ type }) => type)).toEqual(expect.arrayContaining(['Update', 'Delete']));
  for (const activity of [liked, followed, create, ...narrowed]) expect(activity).not.toHaveProperty('proof');
});

test('a boost goes to followers and to the author, and so does its end', async () => {
  const bob = await fan('bob');
  const eve = await somebody('eve');
  await sent();
  const item = await statusOf(eve);
  await boost(ann.id, item.id);
  const [announce] = await sent();
  const both = [bob.sharedInbox, eve.sharedInbox].sort();
  expect(announce).toMatchObject({ type: 'Announce', object: `${eve.iri}/1`, inboxes: both });

  await unfollow(bob.id, ann.id);
  await unboost(ann.id, item.id);
  expect(await sent()).toMatchObject([{ type: 'Undo', object: { id: announce.id }, inboxes: both }]);
});

test('an answer goes to followers and mentions whose item it answers, unless it is for followers alone', async () => {
  const bob = await fan('bob');
  const eve = await somebody('eve');
  await sent();
  const item = await statusOf(eve);
  const answer = async (visibility: 'public' | 'private') => {
    await createStatus(ann.id, {
      content: 'Nice',
      visibility,
      locale: 'en',
      sensitive: false,
      spoilerText: '',
      inReplyToId: item.id,
    });
    return (await sent())[0];
  };

  const open = await answer('public');
  expect(open).toMatchObject({ type: 'Create', inboxes: [bob.sharedInbox, eve.sharedInbox].sort() });
  expect(open.cc).toContain(eve.iri);
  expect(open.object).toMatchObject({
    inReplyTo: `${eve.iri}/1`,
    tag: [{ type: 'Mention', href: eve.iri, name: `@${eve.handle}` }],
  });
  expect(await answer('private')).toMatchObject({ inboxes: [bob.sharedInbox], object: { tag: [] } });
});

test('a like goes to the author alone, and so does its end', async () => {
  await fan('bob');
  const eve = await somebody('eve');
  await sent();
  const item = await statusOf(eve);
  await like(ann.id, item.id);
  await like(ann.id, item.id);
  const inboxes = [eve.sharedInbox];
  const [liked, ...more] = await sent();
  expect(liked).toMatchObject({
    type: 'Like',
    actor: ann.iri,
    object: `${eve.iri}/1`,
    to: [eve.iri],
    inboxes,
  });
  expect(more).toEqual([]);

  await unlike(ann.id, item.id);
  await unlike(ann.id, item.id);
  expect(await sent()).toMatchObject([
    { type: 'Undo', object: { id: liked.id, type: 'Like', object: `${eve.iri}/1` }, inboxes },
  ]);
});

test('a block goes to the account’s own inbox with the end of what followed, and so does its own end', async () => {
  const bob = await fan('bob');
  await follow(ann.id, bob.id);
  await sent();
  await block(ann.id, bob.id);
  const inboxes = [bob.inbox];
  const activities = await sent();
  expect(activities).toHaveLength(3);
  expect(activities).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'Undo', inboxes }),
      expect.objectContaining({ type: 'Reject', inboxes }),
      expect.objectContaining({ type: 'Block', object: bob.iri, to: [bob.iri], inboxes }),
    ]),
  );
  const { id } = activities.find(({ type }) => type === 'Block')!;

  await unblock(ann.id, bob.id);
  await unblock(ann.id, bob.id);
  expect(await sent()).toMatchObject([
    { type: 'Undo', object: { id, type: 'Block', object: bob.iri }, inboxes },
  ]);
});

test('a like of what is ours is told to nobody elsewhere', async () => {
  const eve = await somebody('eve');
  const id = await createRecipe(ann.id, draft);
  await sent();
  await like(ann.id, id);
  await like(eve.id, id, { iri: `${eve.iri}/like` });
  await unlike(ann.id, id);
  expect(await sent()).toEqual([]);
});

test('a follow goes to the account’s own inbox, and so does its end', async () => {
  const bob = await somebody('bob');
  await follow(ann.id, bob.id);
  expect(await sent()).toMatchObject([{ type: 'Follow', object: bob.iri, inboxes: [bob.inbox] }]);
  await unfollow(ann.id, bob.id);
  expect(await sent()).toMatchObject([{ type: 'Undo', object: { type: 'Follow' }, inboxes: [bob.inbox] }]);
});

test('a follower is told that they were accepted', async () => {
  const bob = await fan('bob');
  expect(await sent()).toMatchObject([
    { type: 'Accept', object: { id: `${bob.iri}/follow`, actor: bob.iri }, inboxes: [bob.inbox] },
  ]);
});

test('a follow of an account that is still being looked up waits for it', async () => {
  const nora = await noteAccount({ handle: `nora@nora${cast}.example` });
  await follow(ann.id, nora.id);
  const [happened] = await takeHappenings();
  expect(await send(happened!)).toHaveProperty('again');
  const found = await somebody('nora');
  expect(found.id).toBe(nora.id);
  expect(await send(happened!)).toBe('done');
  expect(await query('SELECT inbox FROM delivery WHERE inbox = $1', [found.inbox])).toHaveLength(1);
});

test('a changed profile goes to all followers, saying where the account moved', async () => {
  const bob = await fan('bob');
  const next = await somebody('next');
  await sent();
  await query('UPDATE account SET moved_to_id = $2 WHERE id = $1', [ann.id, next.id]);

  expect(await sent([updateOf(ann)])).toMatchObject([
    { type: 'Update', object: { id: ann.iri, movedTo: next.iri }, inboxes: [bob.sharedInbox] },
  ]);
});
