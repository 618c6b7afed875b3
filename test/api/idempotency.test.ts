/** Idempotency keys: a repeated POST creates one resource. */
import { expect, test, vi } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const post = (key: string, name = 'Bread', who = cast.ann) =>
  as(who).post('/recipes', { name }, { headers: { 'idempotency-key': key } });
const recipesNamed = async (name: string) =>
  Number((await pool().query(`SELECT count(*) AS n FROM eventable WHERE name = $1`, [name])).rows[0].n);

test('the same key and body return the stored response', async () => {
  const first = await post('a', 'Once');
  const again = await post('a', 'Once');
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await recipesNamed('Once')).toBe(1);
});

test('another body with the same key is a conflict, and keys are separate for each account', async () => {
  await post('b');
  const { status, body, headers } = await post('b', 'Cake');
  expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'conflict', null]);
  expect((await post('b', 'Cake', cast.bo)).status).toBe(201);
});

test('while the first request is running, the answer says so and when to try again', async () => {
  await post('p', 'Slow');
  await pool().query(`UPDATE idempotent_reply SET status = NULL, body = NULL, created_at = now() WHERE key = 'p'`);
  let now = Date.now();
  // Each look at the clock takes two seconds.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 2_000));
  const { status, body, headers } = await post('p', 'Slow');
  clock.mockRestore();
  expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'request_in_progress', '1']);
});

test('two concurrent requests create one resource', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => post('c', 'Together')));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await recipesNamed('Together')).toBe(1);
});

test('a refused request can be retried with its key', async () => {
  expect((await post('d', '')).status).toBe(422);
  const link = { name: 'Late', steps: [{ content: 'x', links: [{ type: 'recipe', id: 999_999 }] }] };
  const refused = await as(cast.ann).post('/recipes', link, { headers: { 'idempotency-key': 'd' } });
  expect(refused.status).toBe(422);
  expect((await post('d', 'Fine')).status).toBe(201);
});

test('a process that dies after creating, before responding, causes no duplicate', async () => {
  const first = await post('e', 'Crash');
  await pool().query(`UPDATE idempotent_reply SET status = NULL, body = $1 WHERE key = 'e'`, [String(first.body.id)]);
  const again = await post('e', 'Crash');
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect(await recipesNamed('Crash')).toBe(1);
});

test('a claim of a dead process and a response older than a day expire', async () => {
  const first = await post('f', 'Old');
  await pool().query(`UPDATE idempotent_reply SET created_at = now() - interval '25 hours' WHERE key = 'f'`);
  expect((await post('f', 'New')).body.id).not.toBe(first.body.id);
  await pool().query(
    `UPDATE idempotent_reply SET status = NULL, body = NULL, created_at = now() - interval '1 minute' WHERE key = 'f'`,
  );
  expect((await post('f', 'Newer')).status).toBe(201);
});

test('a key has 1 to 255 printable characters', async () => {
  expect((await post('x'.repeat(256))).status).toBe(400);
  expect((await post('two words')).status).toBe(400);
});
