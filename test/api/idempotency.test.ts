/** Idempotency keys: a repeated POST creates one resource. */
import { expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { stored } from '../support/stored.ts';

useCast();

const post = (key: string, name = 'Bread', who = cast.ann) =>
  as(who).post('/recipes', { name }, { headers: { 'idempotency-key': key } });
const recipesNamed = (name: string) => stored.items({ name });

/** As if the request were running, or as if its process had died after creating an item. */
const makePending = (key: string, createdId: string | null = null) =>
  prisma().idempotentReply.updateMany({ where: { key }, data: { status: null, body: createdId } });

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
  await makePending('p');
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
  await makePending('e', String(first.body.id));
  const again = await post('e', 'Crash');
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect(await recipesNamed('Crash')).toBe(1);
});

test('a claim of a dead process and a response older than a day expire', async () => {
  const first = await post('f', 'Old');
  await age('idempotency keys', '25 hours');
  expect((await post('f', 'New')).body.id).not.toBe(first.body.id);
  await makePending('f');
  await age('idempotency keys', '1 minute');
  expect((await post('f', 'Newer')).status).toBe(201);
});

test('a key has 1 to 255 printable characters', async () => {
  expect((await post('x'.repeat(256))).status).toBe(400);
  expect((await post('two words')).status).toBe(400);
});
