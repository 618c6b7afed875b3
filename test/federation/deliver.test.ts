import { createHash, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import { insertActivity, listDeliveries } from '../../src/db/sql/deliveries.ts';
import { db } from '../../src/db/statement.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { getKeyPairs } from '../../src/domain/accounts/keys.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/follows.ts';
import { forgetBlockedHosts } from '../../src/federation/blocked-hosts.ts';
import { deliver } from '../../src/federation/deliver.ts';
import { noteAlive } from '../../src/federation/delivery/hosts.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { FetchError } from '../../src/lib/fetch.ts';
import { adopted, peer, query, status, type Taken } from '../support/deliveries.ts';

let ann: Account;

beforeAll(async () => {
  connect(process.env.DATABASE_URL!);
  ann = await register({ username: 'ann' });
});
afterAll(disconnect);

let activities = 0;

/** An activity of Ann's with one delivery for each inbox; answers their ids in the order of the inboxes. */
async function promise(...recipients: Account[]): Promise<number[]> {
  activities += 1;
  const iri = `https://cook.example/users/${ann.id}/activities/${activities}`;
  const body = JSON.stringify({ id: iri, type: 'Create', content: 'crème brûlée' });
  const [activity] = await insertActivity(db, iri, ann.id, 'Create', null, body, true);
  const ids = recipients.map(({ id }) => id);
  await listDeliveries(db, activity!.id, ann.id, false, ids, null, false, jobs.deliverActivity.name);
  return (
    await query<{ id: number }>('SELECT id FROM delivery WHERE activity_id = $1 ORDER BY inbox', [
      activity!.id,
    ])
  ).map(({ id }) => id);
}

async function deliveryOf(id: number) {
  const [row] = await query<{ state: string; attempts: number; last_status: number | null }>(
    'SELECT state, attempts, last_status FROM delivery WHERE id = $1',
    [id],
  );
  return row!;
}

const hostOf = async (host: string) =>
  (
    await query<{ dialect: string; failures: number; open_until: Date | null }>(
      'SELECT * FROM host WHERE host = $1',
      [host],
    )
  )[0];

const secondsUntil = (again: Date) => (again.getTime() - Date.now()) / 1_000;

test('an activity goes out signed, with the bytes that are stored', async () => {
  const taken = peer('plain.example', status(202));
  const [id] = await promise(await adopted('bob', 'plain.example'));

  expect(await deliver(id!)).toBe('done');

  expect(await deliveryOf(id!)).toMatchObject({ state: 'delivered', attempts: 1, last_status: 202 });
  const [{ url, headers, body }] = taken as [Taken];
  expect(url).toBe('https://plain.example/inbox');
  expect(headers.get('content-type')).toBe('application/activity+json');
  const digest = createHash('sha256').update(body).digest('base64');
  expect(headers.get('digest')).toBe(`SHA-256=${digest}`);
  expect(body).toContain('crème brûlée');
  const { rsa } = await getKeyPairs(ann.id);
  const signature = /signature="([^"]+)"/.exec(headers.get('signature')!)![1]!;
  const signed = `(request-target): post /inbox\nhost: plain.example\ndate: ${headers.get('date')}\ndigest: SHA-256=${digest}`;
  expect(headers.get('signature')).toContain(`keyId="${rsa.iri}"`);
  expect(verify('sha256', Buffer.from(signed), rsa.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

test('a delivery that is done is not repeated', async () => {
  const taken = peer('once.example', status(202));
  const [id] = await promise(await adopted('bob', 'once.example'));
  await deliver(id!);
  expect(await deliver(id!)).toBe('done');
  expect(taken).toHaveLength(1);
});

test('a retry carries the same bytes and comes ever later', async () => {
  const taken = peer('flaky.example', status(500), status(502), status(202));
  const [id] = await promise(await adopted('bob', 'flaky.example'));

  const first = (await deliver(id!)) as { again: Date };
  expect(secondsUntil(first.again)).toBeGreaterThan(23);
  expect(secondsUntil(first.again)).toBeLessThan(37);
  const second = (await deliver(id!)) as { again: Date };
  expect(secondsUntil(second.again)).toBeGreaterThan(90);
  expect(await deliver(id!)).toBe('done');

  expect(new Set(taken.map(({ body }) => body)).size).toBe(1);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'delivered', attempts: 3 });
  expect(await hostOf('flaky.example')).toMatchObject({ failures: 0 });
});

test('410 ends a delivery and has the profile behind that inbox read anew', async () => {
  peer('gone.example', status(410));
  const bob = await adopted('bob', 'gone.example', { sharedInbox: null });
  const [id] = await promise(bob);

  expect(await deliver(id!)).toBe('done');

  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', last_status: 410 });
  expect(
    await query(`SELECT 1 FROM outbox WHERE job = 'load-account' AND payload ->> 'accountId' = $1`, [
      `${bob.id}`,
    ]),
  ).toHaveLength(1);
});

test('a shared inbox that is gone is not used again', async () => {
  peer('merged.example', status(410));
  const bob = await adopted('bob', 'merged.example');
  const [id] = await promise(bob);
  await deliver(id!);
  const [again] = await promise(bob);
  expect(await query('SELECT inbox FROM delivery WHERE id = $1', [again])).toEqual([{ inbox: bob.inbox }]);
});

test.each([400, 403, 404, 405, 413, 422, 501])(
  'a peer that answers %i has had the last word',
  async (code) => {
    peer(`final${code}.example`, status(code));
    const [id] = await promise(await adopted('bob', `final${code}.example`));
    expect(await deliver(id!)).toBe('done');
    expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', last_status: code });
  },
);

test('Retry-After is obeyed, by the other deliveries to that host too', async () => {
  const taken = peer('busy.example', status(429, { 'retry-after': '600' }));
  const [first, second] = await promise(
    await adopted('bob', 'busy.example', { sharedInbox: null }),
    await adopted('cid', 'busy.example', { sharedInbox: null }),
  );

  const answer = (await deliver(first!)) as { again: Date };
  expect(Math.round(secondsUntil(answer.again) / 10)).toBe(60);
  const other = (await deliver(second!)) as { again: Date };
  expect(Math.round(secondsUntil(other.again) / 10)).toBe(60);
  expect(taken).toHaveLength(1);
  expect(await deliveryOf(second!)).toMatchObject({ attempts: 0 });
});

test('a Retry-After of years is a day', async () => {
  peer('lazy.example', status(503, { 'retry-after': '999999999' }));
  const [id] = await promise(await adopted('bob', 'lazy.example'));
  const { again } = (await deliver(id!)) as { again: Date };
  expect(Math.round(secondsUntil(again) / 3_600)).toBe(24);
});

test('followers behind one shared inbox get one delivery', async () => {
  const author = await register({ username: 'shared' });
  const followers = await Promise.all([
    ...['a', 'b', 'c'].map((name) => adopted(name, 'crowd.example')),
    adopted('d', 'lone.example', { sharedInbox: null }),
  ]);
  for (const { id } of followers) await follow(id, author.id);
  const [activity] = await insertActivity(
    db,
    'https://cook.example/a/shared',
    author.id,
    'Create',
    null,
    '{}',
    true,
  );
  const list = () =>
    listDeliveries(
      db,
      activity!.id,
      author.id,
      true,
      [followers[0]!.id],
      null,
      false,
      jobs.deliverActivity.name,
    );

  expect(await list()).toEqual([{ listed: 2, unreachable: 0 }]);
  expect(await list()).toEqual([{ listed: 0, unreachable: 0 }]);
});

test('nothing is listed for blocked domains, dead accounts, our own, or across a block', async () => {
  const [evil, dead, foe, local] = await Promise.all([
    adopted('x', 'sub.evil.example:8443'),
    adopted('x', 'dead.example'),
    adopted('x', 'foe.example'),
    register({ username: 'neighbour' }),
  ]);
  await query(`INSERT INTO domain_block (host) VALUES ('evil.example')`);
  await query('UPDATE account SET deleted_at = now() WHERE id = $1', [dead.id]);
  await query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, foe.id]);
  expect(await promise(evil, dead, foe, local)).toEqual([]);
});

test('what goes to a domain blocked meanwhile is dropped', async () => {
  const taken = peer('late.example', status(202));
  const [id] = await promise(await adopted('bob', 'late.example'));
  await query(`INSERT INTO domain_block (host) VALUES ('late.example')`);
  forgetBlockedHosts();
  expect(await deliver(id!)).toBe('done');
  expect(taken).toEqual([]);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', attempts: 0 });
});

test('a peer that reads RFC 9421 only gets it at the second knock, and at the first from then on', async () => {
  const taken = peer('modern.example', ({ headers }) => status(headers.has('signature-input') ? 202 : 401));
  const bob = await adopted('bob', 'modern.example');
  await deliver((await promise(bob))[0]!);
  expect(taken.map(({ headers }) => headers.has('signature-input'))).toEqual([false, true]);
  expect(await hostOf('modern.example')).toMatchObject({ dialect: 'rfc9421' });

  await deliver((await promise(bob))[0]!);
  expect(taken).toHaveLength(3);
  const { headers } = taken[2]!;
  const parameters = headers.get('signature-input')!.slice('sig1='.length);
  const base = [
    '"@method": POST',
    '"@target-uri": https://modern.example/inbox',
    '"@authority": modern.example',
    `"date": ${headers.get('date')}`,
    `"content-digest": ${headers.get('content-digest')}`,
    '"content-type": application/activity+json',
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = Buffer.from(headers.get('signature')!.slice('sig1=:'.length, -1), 'base64');
  const { rsa } = await getKeyPairs(ann.id);
  expect(verify('sha256', Buffer.from(base), rsa.publicKey, signature)).toBe(true);
});

test('a peer that goes back to the old signatures is followed there', async () => {
  await query(`INSERT INTO host (host, dialect) VALUES ('back.example', 'rfc9421')`);
  peer('back.example', ({ headers }) => status(headers.has('signature-input') ? 401 : 202));
  await deliver((await promise(await adopted('bob', 'back.example')))[0]!);
  expect(await hostOf('back.example')).toMatchObject({ dialect: 'cavage' });
});

test('a refusal in both dialects is tried again, and not for ever', async () => {
  peer('strict.example', status(401));
  const [id] = await promise(await adopted('bob', 'strict.example'));
  expect(await deliver(id!)).toHaveProperty('again');
  await query('UPDATE delivery SET attempts = 5 WHERE id = $1', [id]);
  expect(await deliver(id!)).toBe('done');
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed', attempts: 6 });
});

test('the circuit of a dead host opens, lets a probe through, and closes when one succeeds', async () => {
  let alive = false;
  const taken = peer('dead.host.example', () => {
    if (alive) return status(202);
    throw new Error('connection refused');
  });
  const bob = await adopted('bob', 'dead.host.example');
  for (let failure = 1; failure <= 5; failure += 1) await deliver((await promise(bob))[0]!);
  expect((await hostOf('dead.host.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 40_000);

  const [waiting] = await promise(bob);
  expect(await deliver(waiting!)).toHaveProperty('again');
  expect(taken).toHaveLength(5);
  expect(await deliveryOf(waiting!)).toMatchObject({ attempts: 0 });

  const probe = () =>
    query(`UPDATE host SET open_until = now() - interval '1 second' WHERE host = 'dead.host.example'`);
  await probe();
  await deliver(waiting!);
  expect((await hostOf('dead.host.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 90_000);

  alive = true;
  await probe();
  expect(await deliver(waiting!)).toBe('done');
  expect(await hostOf('dead.host.example')).toMatchObject({ failures: 0, open_until: null });
});

test('the circuit of a host that lets us wait to the end opens at once', async () => {
  const taken = peer('hung.example', () => {
    throw new FetchError('timeout', 'hung.example', 'took too long');
  });
  const bob = await adopted('bob', 'hung.example');
  await deliver((await promise(bob))[0]!);
  expect((await hostOf('hung.example'))!.open_until!.getTime()).toBeGreaterThan(Date.now() + 40_000);
  expect(await deliver((await promise(bob))[0]!)).toHaveProperty('again');
  expect(taken).toHaveLength(1);
});

test('a sign of life closes a circuit and hastens what waits', async () => {
  peer('asleep.example', status(503));
  const bob = await adopted('bob', 'asleep.example');
  const [id] = await promise(bob);
  await deliver(id!);
  await query(
    `UPDATE host SET failures = 7, open_until = now() + interval '1 hour' WHERE host = 'asleep.example'`,
  );
  await query(`UPDATE outbox SET due_at = now() + interval '1 hour' WHERE payload ->> 'deliveryId' = $1`, [
    `${id}`,
  ]);

  await noteAlive('asleep.example');

  expect(await hostOf('asleep.example')).toMatchObject({ failures: 0, open_until: null });
  const [row] = await query<{ due_at: Date }>(
    `SELECT due_at FROM outbox WHERE payload ->> 'deliveryId' = $1`,
    [`${id}`],
  );
  expect(secondsUntil(row!.due_at)).toBeLessThan(11);
});

test('at most four requests go to one host at once, and waiting costs no attempt', async () => {
  let running = 0;
  let most = 0;
  const followers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => adopted(`f${index}`, 'narrow.example', { sharedInbox: null })),
  );
  peer('narrow.example', status(202));
  const [first, ...rest] = await promise(...followers);
  await deliver(first!);
  const { routeFetchTo } = await import('../../src/lib/fetch.ts');
  const slow = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    return status(202);
  };
  routeFetchTo(new Map([['narrow.example', slow]]));

  const answers = await Promise.all(rest.map(deliver));
  routeFetchTo(null);

  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  const sentAway = answers.filter((answer) => answer !== 'done').length;
  const untouched = await query(
    `SELECT 1 FROM delivery WHERE host = 'narrow.example' AND state = 'pending' AND attempts = 0`,
  );
  expect(untouched).toHaveLength(sentAway);
});

test('a host that hangs leaves room for the living', async () => {
  const { routeFetchTo } = await import('../../src/lib/fetch.ts');
  const hung: (() => void)[] = [];
  const hangs = Array.from({ length: 40 }, (_, index) => `hang${index}.example`);
  const routes = new Map(
    hangs.map((host) => [
      host,
      () => new Promise<Response>((resolve) => hung.push(() => resolve(status(202)))),
    ]),
  );
  routes.set('lively.example', async () => status(202));
  routeFetchTo(routes);
  const lively = await adopted('bob', 'lively.example');
  await deliver((await promise(lively))[0]!);
  const ids = await promise(...(await Promise.all(hangs.map((host) => adopted('bob', host)))));

  const waiting = ids.map(deliver);
  await expect.poll(() => hung.length).toBe(32);
  expect(await deliver((await promise(lively))[0]!)).toBe('done');
  expect(hung).toHaveLength(32);

  const slowHosts = () => query(`SELECT host FROM host WHERE slow_since IS NOT NULL AND host LIKE 'hang%'`);
  await expect.poll(slowHosts, { timeout: 8_000 }).toHaveLength(32);
  const [{ host }] = (await slowHosts()) as [{ host: string }];
  const another = await promise(await adopted('cid', host, { sharedInbox: null }));
  expect(await deliver(another[0]!)).toHaveProperty('again');

  for (const answer of hung) answer();
  const answers = await Promise.all(waiting);
  routeFetchTo(null);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(32);
});

test('after seven days nobody is asked any more', async () => {
  const taken = peer('never.example', status(500));
  const [id] = await promise(await adopted('bob', 'never.example'));
  await query(`UPDATE delivery SET created_at = now() - interval '8 days' WHERE id = $1`, [id]);
  expect(await deliver(id!)).toBe('done');
  expect(taken).toEqual([]);
  expect(await deliveryOf(id!)).toMatchObject({ state: 'failed' });
});
