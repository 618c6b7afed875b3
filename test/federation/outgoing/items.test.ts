/** Which servers receive the items of Ann, and their Deletes. */
import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow, unfollow } from '../../../src/domain/interactions/follow.ts';
import { publishItem, unpublishItem } from '../../../src/domain/items/publish.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../../src/domain/recipes/write.ts';
import { createStatus } from '../../../src/domain/statuses/statuses.ts';
import { send } from '../../../src/federation/deliver/send.ts';
import { handleFederationRequest } from '../../../src/federation/index.ts';
import { iris } from '../../../src/lib/iris.ts';
import { query } from '../../support/database-connection.ts';
import { deleteAll } from '../../support/delete-all.ts';
import { takeFacts } from '../../support/enqueued.ts';
import { builtActivities } from '../../support/sent-activities.ts';
import { changeAccount, stored } from '../../support/stored.ts';
import { ann, draft, insertRemoteStatus, remoteAccount, remoteFollower, sent, updateOf, useSender } from './fixture.ts';

useSender();

test('a recipe is sent to the servers of all followers, with a job for each', async () => {
  const followers = [await remoteFollower('bob'), await remoteFollower('cid')];
  await sent();
  await deleteAll('jobs');
  const id = await createRecipe(ann.id, draft);

  const [create] = await sent();
  expect(create).toMatchObject({
    type: 'Create',
    actor: ann.iri,
    object: { 'schema:name': 'Soup', type: 'Note' },
  });
  expect(create.inboxes).toEqual(followers.map(({ sharedInbox }) => sharedInbox).sort());
  expect(await prisma().outbox.findMany({ where: { job: 'deliver-activity' } })).toMatchObject([
    { payload: [{ deliveryId: expect.any(Number) }, { deliveryId: expect.any(Number) }] },
  ]);

  await updateRecipe(ann.id, id, { name: 'Better soup' });
  const [update] = await sent();
  expect(update).toMatchObject({ type: 'Update', object: { 'schema:name': 'Better soup' } });
  expect(update.inboxes).toEqual(create.inboxes);
});

test('sending twice stores the same bytes and creates no second delivery', async () => {
  await remoteFollower('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  const [first] = await takeFacts();
  await send(first!);
  await updateRecipe(ann.id, id, { name: 'Changed meanwhile' });
  await send(first!);

  const [built] = await builtActivities({ iri: iris.activity(ann.id, first!.id) });
  expect(built!.body).toContain('Soup');
  expect(await stored.deliveries({ activityId: built!.id })).toBe(1);
});

/** Does this to the item at the moment at which its activity is stored, as another process may. */
async function changeDuringBuild(change: string): Promise<void> {
  await query(`CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; RETURN NEW; END $$`);
  await query('CREATE TRIGGER meanwhile AFTER INSERT ON activity FOR EACH ROW EXECUTE FUNCTION meanwhile()');
  onTestFinished(() => query('DROP FUNCTION IF EXISTS meanwhile CASCADE').then(() => {}));
}

const updates = async (): Promise<string[]> =>
  (await builtActivities({ type: 'Update', accountId: ann.id })).map(({ json }) => json.object['schema:name']);

test('an Update whose recipe changed while it was built is built again', async () => {
  await remoteFollower('bob');
  const id = await createRecipe(ann.id, draft);
  await sent();
  await updateRecipe(ann.id, id, { name: 'Better soup' });
  const [fact] = await takeFacts();
  await changeDuringBuild(`UPDATE eventable SET name = 'Best soup', updated_at = updated_at + interval '1 s'
    WHERE iri = NEW.object_iri AND name = 'Better soup'`);
  expect(await send(fact!)).toHaveProperty('again');
  expect(await updates()).toEqual([]);
  expect(await send(fact!)).toBe('done');
  expect(await updates()).toEqual(['Best soup']);
});

test('a Create whose recipe was deleted while it was built is not sent', async () => {
  await remoteFollower('bob');
  await createRecipe(ann.id, draft);
  const facts = await takeFacts();
  const published = facts.find(({ fact }) => fact === 'item.published')!;
  await changeDuringBuild('DELETE FROM eventable WHERE iri = NEW.object_iri');
  expect(await send(published)).toHaveProperty('again');
  expect(await send(published)).toBe('done');
  expect(await stored.activities({ type: 'Create', accountId: ann.id })).toBe(0);
});

test('a recipe is sent when it is published, deleted when unpublished, and a new object when published again', async () => {
  const bob = await remoteFollower('bob');
  await sent();
  const id = await createRecipe(ann.id, { ...draft, publication: 'draft' });
  await updateRecipe(ann.id, id, { name: 'Leek soup' });
  expect(await takeFacts()).toEqual([]);

  await publishItem('recipe', ann.id, id, null);
  const [create] = await sent();
  expect(create).toMatchObject({ type: 'Create', object: { 'schema:name': 'Leek soup' } });
  expect(create.inboxes).toEqual([bob.sharedInbox]);

  await unpublishItem('recipe', ann.id, id);
  const [gone] = await sent();
  expect(gone).toMatchObject({ type: 'Delete', object: { type: 'Tombstone', id: create.object.id } });
  expect(gone.inboxes).toEqual([bob.sharedInbox]);

  await publishItem('recipe', ann.id, id, null);
  const [second] = await sent();
  expect(second).toMatchObject({ type: 'Create', object: { id: `${create.object.id}/2` } });
});

test('the Delete of a recipe is sent to every server that ever received it', async () => {
  const bob = await remoteFollower('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  await sent();
  await unfollow(bob.id, ann.id);
  await deleteRecipe(ann.id, id);

  const [gone] = await sent();
  expect(gone).toMatchObject({ type: 'Delete', object: { type: 'Tombstone' } });
  expect(gone.inboxes).toEqual([bob.sharedInbox]);
});

test('an Update of a recipe that became followers-only is not sent to former followers', async () => {
  const bob = await remoteFollower('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  await sent();
  await unfollow(bob.id, ann.id);
  await updateRecipe(ann.id, id, { visibility: 'private' });
  expect((await sent())[0].inboxes).toEqual([]);
});

test('a direct status is sent only to the accounts it mentions, and cannot be fetched by its IRI', async () => {
  await remoteFollower('bob');
  const dee = await remoteAccount('dee');
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
  expect((await handleFederationRequest(request))!.status).toBe(404);
});

test('a followers-only fork names a public original, but not one that only its author may see', async () => {
  const bob = await remoteFollower('bob');
  await sent();
  const { id: cy } = await register({ username: `cy${ann.id}` });
  await follow(ann.id, cy);
  await deleteAll('jobs');
  const fork = async (visibility: 'public' | 'private') => {
    const forkedFromId = await createRecipe(cy, { ...draft, visibility });
    await deleteAll('jobs');
    await createRecipe(ann.id, { ...draft, visibility: 'private', forkedFromId });
    const [create] = await sent();
    expect(create.inboxes).toEqual([bob.sharedInbox]);
    return [create.object.forkedFrom, iris.eventable('recipe', cy, forkedFromId), create.object];
  };
  const [named, original] = await fork('public');
  expect(named).toBe(original);
  const [unnamed, secret, object] = await fork('private');
  expect(unnamed).toBeUndefined();
  expect(JSON.stringify(object)).not.toContain(secret);
});

test('a public activity is served by its IRI in the bytes delivered, until its object is not public any more', async () => {
  const id = await createRecipe(ann.id, draft);
  const [create] = await sent();
  const get = async () => (await handleFederationRequest(new Request(create.id, { headers: { accept: '*/*' } })))!;
  const [built] = await builtActivities({ iri: create.id });
  expect(await (await get()).text()).toBe(built!.body);
  await updateRecipe(ann.id, id, { visibility: 'private' });
  expect((await get()).status).toBe(404);
});

test('a reply is sent to followers and mentions the author of its parent, unless it is followers-only', async () => {
  const bob = await remoteFollower('bob');
  const eve = await remoteAccount('eve');
  await sent();
  const item = await insertRemoteStatus(eve);
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

test('a changed profile is sent to all followers, with the new URL of the account', async () => {
  const bob = await remoteFollower('bob');
  const next = await remoteAccount('next');
  await sent();
  await changeAccount(ann.id, { movedToId: next.id });

  expect(await sent([updateOf(ann)])).toMatchObject([
    { type: 'Update', object: { id: ann.iri, movedTo: next.iri }, inboxes: [bob.sharedInbox] },
  ]);
});

test('an Update waits for the Create of its item, whichever of their jobs runs first', async () => {
  const bob = await remoteFollower('bob');
  await sent();
  const id = await createRecipe(ann.id, draft);
  const [published] = await takeFacts();
  await updateRecipe(ann.id, id, { name: 'Better soup' });
  const [updated] = await takeFacts();

  expect(await send(updated!)).toMatchObject({ again: expect.any(Date) });
  expect(await sent([published!, updated!])).toMatchObject([
    { type: 'Create', inboxes: [bob.sharedInbox] },
    { type: 'Update', inboxes: [bob.sharedInbox] },
  ]);
});
