/** Fuzzes every route: responses are fast, documented and never 5xx, and a refused request writes nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/api/routes.ts';
import { randomRuns } from '../support/random-runs.ts';
import { restore } from '../support/table-checksums.ts';
import { sampled } from '../support/test-length.ts';
import { hostileRequests, requestsTo } from './api-requests.ts';
import { nameOf, propertiesOf } from './calls.ts';
import { json, objectOf } from './hostile-values.ts';
import { addressesBeside, requestsBeside } from './other-requests.ts';
import {
  checkApi,
  saved,
  send,
  sendRandomRequests,
  sendWithinLimit,
  token,
  useRandomRequests,
} from './random-requests.ts';

useRandomRequests();

describe.each(sampled(routes, 24).map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test('answers any request without a server error', async () => {
    await sendRandomRequests(requestsTo(route), checkApi, { always: hostileRequests(route) });
  });

  if (route.body && !route.upload && !route.octets) {
    test('answers a mebibyte of anything quickly', async () => {
      const names = Object.keys(propertiesOf(route.body!));
      for (const filling of ['a', '- ', '1/2 (', '[](', '@a ']) {
        const size = Math.floor(1_000_000 / names.length / filling.length);
        const long = JSON.stringify(filling.repeat(size));
        for (const wrong of [long, `[${long}]`]) {
          const got = await sendWithinLimit({
            method: route.method.toUpperCase(),
            path: `/api/v1${route.path.replaceAll(/\{\w+\}/g, '1')}`,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: objectOf(names.map((name) => [name, wrong])),
          });
          checkApi(got);
        }
      }
      await restore(saved);
    });
  }
});

test('an error for a body with one bad key names that key or a key inside it', async () => {
  const whole = {
    name: '"Soup"',
    serving: '2',
    tags: '["a"]',
    ingredients: '[{"name":"salt"}]',
    steps: '[{"content":"Stir"}]',
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(whole)), json, async (key, wrong) => {
      const { status, text } = await send({
        method: 'POST',
        path: '/api/v1/recipes',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: objectOf([['recipe', objectOf(Object.entries({ ...whole, [key]: wrong }))]]),
      });
      expect([201, 422]).toContain(status);
      if (status === 201) return;
      for (const name of Object.keys(JSON.parse(text).errors)) expect(name.startsWith(key)).toBe(true);
    }),
    randomRuns(),
  );
  await restore(saved);
});

test('no request to a path outside the API causes a server error', async () => {
  for (const address of sampled(addressesBeside(), 24)) {
    await sendRandomRequests(
      requestsBeside(address),
      ({ status }) => {
        expect([`${address.method} ${address.path}`, status < 500]).toEqual([
          `${address.method} ${address.path}`,
          true,
        ]);
      },
      { numRuns: 10 },
    );
  }
});
