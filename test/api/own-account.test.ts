/** The own account over the API: shown, changed and deleted. */
import { describe, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { createToken, type Scope } from '../../src/domain/access/tokens.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { anyone, as, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { query, upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { remoteFollow } from '../support/remote-source.ts';

useCast();

const getAnonymously = async (path: string) =>
  (await handleFederationRequest(
    new Request(`https://cook.example${path}`, { headers: { accept: 'application/activity+json' } }),
  ))!;
const takeUpdatedAccountIds = async () =>
  (
    await query<{ payload: { accountId: number } }>(
      `DELETE FROM outbox WHERE payload->>'fact' = 'account.updated' RETURNING payload`,
    )
  ).map(({ payload }) => payload.accountId);

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

  test('needs the password, revokes tokens and hides everything at once, then a job erases it and notifies other servers', async () => {
    const dan = await register({ username: 'dan', password: 'correct horse battery' });
    const fan = await upsertAccount('fan', 'fans.example');
    const idol = await upsertAccount('idol', 'idols.example');
    await remoteFollow(fan.id, dan.id, `${fan.iri}/follow`);
    await query('INSERT INTO follow (follower_id, followee_id) VALUES ($1, $2)', [dan.id, idol.id]);
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
    await query(`INSERT INTO medium (account_id, key, state) VALUES ($1, gen_random_uuid()::text, 'ready')`, [dan.id]);
    await query('DELETE FROM outbox');

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
    const [counted] = await query('SELECT replies_count FROM eventable WHERE id = $1', [loaf.id]);
    expect(counted).toEqual({ replies_count: 0 });

    const remains = [
      ...(await query('SELECT id FROM eventable WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT id FROM medium WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT id FROM collection WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT id FROM access_token WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT account_id FROM member WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT id FROM follow WHERE $1 IN (follower_id, followee_id)', [dan.id])),
      ...(await query('SELECT id FROM event WHERE account_id = $1', [dan.id])),
      ...(await query('SELECT id FROM notification WHERE $1 IN (account_id, actor_id)', [dan.id])),
      ...(await query(`SELECT id FROM account WHERE id = $1 AND summary <> ''`, [dan.id])),
      ...(await query("SELECT id FROM outbox WHERE job <> 'deliver-activity'")),
    ];
    expect(remains).toEqual([]);

    // The servers that have not answered the Delete may still need the key.
    expect(await (await getAnonymously(`/users/${dan.id}`)).json()).toMatchObject({ suspended: true, name: 'dan' });
    await query(`UPDATE delivery SET state = 'failed'`);
    expect((await getAnonymously(`/users/${dan.id}`)).status).toBe(410);
    expect((await getAnonymously(new URL(recipe.uri).pathname)).status).toBe(410);
    expect((await getAnonymously('/.well-known/webfinger?resource=acct:dan@cook.example')).status).toBe(410);
    const sent = await query<{ body: string; inbox: string }>(
      `SELECT a.body, d.inbox FROM activity a JOIN delivery d ON d.activity_id = a.id
       WHERE a.account_id = $1 AND a.type = 'Delete' ORDER BY d.inbox`,
      [dan.id],
    );
    expect(sent.map(({ inbox }) => inbox)).toEqual([fan.sharedInbox, idol.sharedInbox]);
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ actor: dan.iri, object: dan.iri });
  });

  test('does not free the username', async () => {
    await expect(register({ username: 'dan' })).rejects.toThrow('is already taken');
  });

  test('erases more than one batch completely', async () => {
    const password = 'correct horse battery';
    const eve = await register({ username: 'eve', password });
    await query(
      `INSERT INTO eventable (type, account_id, iri, content, content_html, in_reply_to_id)
       SELECT 'status', $1, $2 || '/statuses/' || n, 'hi', 'hi', NULL FROM generate_series(1, 450) n`,
      [eve.id, eve.iri],
    );
    expect((await as(eve).delete('/accounts/me', { body: { account: { password } } })).status).toBe(202);
    await drain();
    expect(await query('SELECT id FROM eventable WHERE account_id = $1', [eve.id])).toEqual([]);
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM tombstone WHERE actor_iri = $1', [eve.iri]);
    expect(rows).toEqual([{ n: 450 }]);
  });
});
