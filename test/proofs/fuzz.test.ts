/** Whatever is sent to any address of ours is answered soon, in the documented form and never with a 5xx, and writes nothing if refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/http/api/index.ts';
import { atRandom } from '../support/at-random.ts';
import { requestsTo, worstOf } from './api-requests.ts';
import { nameOf, propertiesOf } from './calls.ts';
import { json, objectOf } from './nasty.ts';
import { addressesBeside, requestsBeside } from './other-requests.ts';
import { restore } from './stock.ts';
import { checkApi, kept, send, sendInTime, storm, token, useStorms } from './storm.ts';

useStorms();

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test('stands whatever is sent', async () => {
    await storm(requestsTo(route), checkApi, { always: worstOf(route) });
  });

  if (route.body && !route.upload) {
    test('answers a mebibyte of anything soon', async () => {
      const names = Object.keys(propertiesOf(route.body!));
      for (const filling of ['a', '- ', '1/2 (', '[](', '@a ']) {
        const size = Math.floor(1_000_000 / names.length / filling.length);
        const long = JSON.stringify(filling.repeat(size));
        for (const wrong of [long, `[${long}]`]) {
          const got = await sendInTime({
            method: route.method.toUpperCase(),
            path: `/api/v1${route.path.replaceAll(/\{\w+\}/g, '1')}`,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: objectOf(names.map((name) => [name, wrong])),
          });
          checkApi(got);
        }
      }
      await restore(kept);
    });
  }
});

test('a body with one key gone wrong names that key or what is inside it', async () => {
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
    atRandom(),
  );
  await restore(kept);
});

test('beside the API, too, nothing that is sent makes the server fail', async () => {
  for (const address of addressesBeside()) {
    await storm(
      requestsBeside(address),
      ({ status }) => {
        expect([`${address.method} ${address.path}`, status < 500]).toEqual([
          `${address.method} ${address.path}`,
          true,
        ]);
      },
      { numRuns: 10 },
    );
    await restore(kept);
  }
});
