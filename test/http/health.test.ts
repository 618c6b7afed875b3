/** What supervisors are told. */
import { expect, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import { setDraining } from '../../src/lib/draining.ts';
import { anyone, theApp } from '../support/as.ts';

const ask = async (path: string) => {
  const response = await theApp().request(`https://cook.example${path}`);
  return { status: response.status, body: await response.json() };
};

test('a process without its database lives, is not ready, and asks for patience', async () => {
  connect('postgresql://nobody@127.0.0.1:9/nothing');
  expect((await ask('/livez')).status).toBe(200);
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { checks: { database: false, accepting: true } },
  });

  const answer = await anyone.get('/recipes/1');
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '5',
  ]);
  await disconnect();
});

test('with everything in place it is ready, until it is told to leave', async () => {
  connect(process.env.DATABASE_URL!);
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: {
      status: 'ok',
      checks: { accepting: true, database: true, migrations: true, disk: true, queue: true, clock: true },
    },
  });

  setDraining();
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { checks: { accepting: false } } });
  expect((await ask('/livez')).status).toBe(200);
  await disconnect();
});
