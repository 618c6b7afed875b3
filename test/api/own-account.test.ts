/** The own account over the API: shown, changed and deleted. */
import { describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { createToken, type Scope } from '../../src/domain/access/tokens.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { anyone, as, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { takeFacts } from '../support/enqueued.ts';
import { insertStatuses } from '../support/many-items.ts';
import { insertPicture } from '../support/pictures.ts';
import { insertFollow } from '../support/relations.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { builtActivities, inboxesOf } from '../support/sent-activities.ts';
import { stored, storedItem } from '../support/stored.ts';

useCast();

const getAnonymously = async (path: string) =>
  (await handleFederationRequest(
    new Request(`https://cook.example${path}`, { headers: { accept: 'application/activity+json' } }),
  ))!;
const takeUpdatedAccountIds = async () =>
  (await takeFacts()).flatMap((each) => (each.fact === 'account.updated' ? [each.accountId] : []));

describe('a profile', () => {
  test('is public as its owner set it', async () => {
    const response = await as(cast.ann).patch('/accounts/me', {
      account: { name: ' Ann Cook ', summary: 'Bakes *bread*', locked: true, discoverable: false, id: 9 },
    });
    expect([response.status, response.body]).toEqual([
      200,
      expect.objectContaining({
        id: cast.ann.id,
        username: 'ann',
        name: 'Ann Cook',
        summary: 'Bakes *bread*',
        summary_html: '<p>Bakes <em>bread</em></p>',
        locked: true,
        discoverable: false,
        indexable: true,
        like_id: 0,
      }),
    ]);
    expect(await takeUpdatedAccountIds()).toEqual([cast.ann.id]);
    expect((await as(cast.ann).get('/accounts/me')).body).toEqual(response.body);
    expect((await as(cast.bo).get('/accounts/ann')).body).toMatchObject({ name: 'Ann Cook' });
    expect(await (await getAnonymously(`/users/${cast.ann.id}`)).json()).toMatchObject({
      name: 'Ann Cook',
      manuallyApprovesFollowers: true,
    });
  });

  test('is not federated again if nothing changed', async () => {
    for (const body of [undefined, {}, { account: {} }, { locked: true }, { account: { name: 'Ann Cook' } }]) {
      expect((await as(cast.ann).patch('/accounts/me', body)).status).toBe(200);
    }
    expect(await takeUpdatedAccountIds()).toEqual([]);
  });

  test('without a name shows the username', async () => {
    const { body } = await as(cast.ann).patch('/accounts/me', { name: null, summary: '' });
    expect(body).toMatchObject({ name: 'ann', summary: '', summary_html: '' });
  });

  test.each([
    [{ name: 'x'.repeat(101) }, { name: ['is too long'] }],
    [{ name: 'a\nb' }, { name: ['must be one line'] }],
    [{ name: ['x'] }, { name: ['must be a string'] }],
    [{ summary: 'x'.repeat(5_001) }, { summary: ['is too long'] }],
    [{ summary: 'a\0' }, { summary: ['contains characters that are not allowed'] }],
    [{ locked: 'yes' }, { locked: ['must be true or false'] }],
    [{ indexable: null }, { indexable: ["can't be blank"] }],
  ])('invalid profile %# is refused', async (account, errors) => {
    const response = await as(cast.ann).patch('/accounts/me', { account });
    expect([response.status, response.body.errors]).toEqual([422, errors]);
  });

  test('can be read and deleted by its owner only', async () => {
    expect((await anyone.get('/accounts/me')).status).toBe(401);
    expect((await anyone.delete('/accounts/me')).status).toBe(401);
    expect((await as(cast.bo).get('/accounts/me')).body.username).toBe('bo');
    const token = await createToken({ accountId: cast.bo.id, scopes: ['read', 'write', 'account:read'] });
    expect((await withToken(token).delete('/accounts/me')).status).toBe(403);
  });
});

describe('deleting the account', () => {
  const scopes: Scope[] = ['read', 'write', 'account:read', 'account:write'];

  test('needs the password, revokes tokens and hides everything at once, then a job erases it everywhere', async () => {
    const dan = await register({ username: 'dan', password: 'correct horse battery' });
    const fan = await upsertAccount('fan', 'fans.example');
    const idol = await upsertAccount('idol', 'idols.example');
    await remoteFollow(fan.id, dan.id, `${fan.iri}/follow`);
    await insertFollow(dan.id, idol.id);
    await as(cast.bo).post(`/accounts/${dan.id}/follow`);
    await as(dan).post(`/accounts/${cast.bo.id}/follow`);
    const token = await createToken({ accountId: dan.id, scopes });
    const loaf = (await as(cast.bo).post('/recipes', { name: 'Loaf' })).body;
    await as(dan).post(`/recipes/${loaf.id}/like`);
    await as(dan).post(`/recipes/${loaf.id}/boost`);
    await as(dan).post('/statuses', { content: 'Nice', in_reply_to_id: loaf.id });
    const recipe = (await as(dan).post('/recipes', { name: 'Rolls' })).body;
    await as(dan).post('/collections', { name: 'Mine' });
    await as(dan).patch('/accounts/me', { summary: 'All about me' });
    await insertPicture(dan.id, null);
    await deleteAll('jobs');

    const leave = (body?: object) => withToken(token).delete('/accounts/me', { body });
    for (const [body, message] of [
      [undefined, "can't be blank"],
      [{ password: '' }, 'is wrong'],
      [{ password: 'wrong password' }, 'is wrong'],
    ] as const) {
      const refused = await leave(body);
      expect([refused.status, refused.body.errors]).toEqual([422, { password: [message] }]);
    }
    expect((await withToken(token).get('/accounts/me')).status).toBe(200);
    const left = await leave({ password: 'correct horse battery' });
    expect([left.status, left.body]).toEqual([202, { id: dan.id }]);
    expect((await withToken(token).get('/accounts/me')).status).toBe(401);
    const gone = async () => {
      for (const path of [
        `/accounts/${dan.id}`,
        '/accounts/dan',
        `/accounts/${dan.id}/timeline`,
        `/accounts/${dan.id}/followers`,
        `/recipes/${recipe.id}`,
        `/accounts/${dan.id}/recipes/${recipe.slug}`,
      ]) {
        expect([path, (await as(cast.bo).get(path)).status]).toEqual([path, 404]);
      }
    };
    await gone();
    await drain();
    await gone();

    expect((await as(cast.bo).get(`/recipes/${loaf.id}`)).body).toMatchObject({
      likes_count: 0,
      boosts_count: 0,
    });
    expect((await as(cast.bo).get('/accounts/me')).body).toMatchObject({
      followers_count: 0,
      following_count: 0,
    });
    expect((await storedItem(loaf.id)).repliesCount).toBe(0);

    const remains = await Promise.all([
      await stored.items({ accountId: dan.id }),
      await stored.pictures({ accountId: dan.id }),
      await stored.collections({ accountId: dan.id }),
      stored.tokens({ accountId: dan.id }),
      await stored.members({ accountId: dan.id }),
      await stored.follows({ OR: [{ followerId: dan.id }, { followeeId: dan.id }] }),
      await stored.events({ accountId: dan.id }),
      await stored.notifications({ OR: [{ accountId: dan.id }, { actorId: dan.id }] }),
      stored.accounts({ id: dan.id, summary: { not: '' } }),
      await stored.jobs({ job: { not: 'deliver-activity' } }),
    ]);
    expect(
      remains.every((count) => count === 0),
      String(remains),
    ).toBe(true);

    // The servers that have not answered the Delete may still need the key.
    expect(await (await getAnonymously(`/users/${dan.id}`)).json()).toMatchObject({ suspended: true, name: 'dan' });
    await prisma().delivery.updateMany({ data: { state: 'failed' } });
    expect((await getAnonymously(`/users/${dan.id}`)).status).toBe(410);
    expect((await getAnonymously(new URL(recipe.uri).pathname)).status).toBe(410);
    expect((await getAnonymously('/.well-known/webfinger?resource=acct:dan@cook.example')).status).toBe(410);
    const [sent, ...others] = await builtActivities({ accountId: dan.id, type: 'Delete' });
    expect([sent!.json, others]).toMatchObject([{ actor: dan.iri, object: dan.iri }, []]);
    expect(await inboxesOf(sent!.id)).toEqual([fan.sharedInbox, idol.sharedInbox]);
  });

  test('does not free the username', async () => {
    await expect(register({ username: 'dan' })).rejects.toThrow('is already taken');
  });

  test('erases more than one batch completely', async () => {
    const password = 'correct horse battery';
    const eve = await register({ username: 'eve', password });
    await insertStatuses(eve.id, 450);
    expect((await as(eve).delete('/accounts/me', { body: { account: { password } } })).status).toBe(202);
    await drain();
    expect(await stored.items({ accountId: eve.id })).toBe(0);
    expect(await stored.tombstones({ actorIri: eve.iri! })).toBe(450);
  });
});
