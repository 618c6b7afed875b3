/** Requests are counted, and the answer says how many are left. */
import { expect, test } from 'vitest';
import { type Limit, takeOne } from '../../src/http/limits.ts';
import { DomainError } from '../../src/lib/errors.ts';

const limit: Limit = { name: 'test', quota: 3, window: 60 };
const start = Date.parse('2026-05-01T12:00:00Z');

test('after the quota there is nothing until the window ends', () => {
  const headers: Record<string, string> = {};
  for (const remaining of [2, 1, 0]) {
    takeOne(limit, 'ann', headers, start);
    expect(headers.RateLimit).toBe(`"test";r=${remaining};t=60`);
  }
  expect(headers['RateLimit-Policy']).toBe('"test";q=3;w=60');
  expect(headers['X-RateLimit-Limit']).toBe('3');
  expect(headers['X-RateLimit-Reset']).toBe('2026-05-01T12:01:00.000Z');

  expect(() => takeOne(limit, 'ann', headers, start + 30_000)).toThrow(DomainError);
  expect(headers['Retry-After']).toBe('30');
  expect(() => takeOne(limit, 'bo', {}, start)).not.toThrow();
  expect(() => takeOne(limit, 'ann', {}, start + 60_001)).not.toThrow();
});

test('strangers with endless addresses do not fill the memory for ever', () => {
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 200_000; index += 1) takeOne(limit, `stranger ${index}`, {}, start);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20);
});
