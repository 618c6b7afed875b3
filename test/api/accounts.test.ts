/** Looking up accounts. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { as, theApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

test('an account is found by id, by name and by address, regardless of case', async () => {
  for (const name of [String(cast.ann.id), 'ann', 'ANN', '@ann', 'ann@cook.example', 'Ann@COOK.example']) {
    const { status, body } = await as(cast.bo).get(`/accounts/${encodeURIComponent(name)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: cast.ann.id,
      username: 'ann',
      instance: 'cook.example',
      state: 'loaded',
    });
  }
});

test('a remote account is unknown until it is fetched', async () => {
  const { status, body } = await as(cast.bo).get('/accounts/Nina@Kitchen.example');
  expect(status).toBe(200);
  expect(body).toMatchObject({ username: 'nina', instance: 'kitchen.example', state: 'unknown' });
  const again = await as(cast.bo).get('/accounts/nina@kitchen.example');
  expect(again.body.id).toBe(body.id);

  const { rows } = await pool().query(`SELECT payload FROM outbox WHERE job = 'load-account'`);
  expect(rows).toEqual([{ payload: { accountId: body.id } }]);
});

test('two concurrent lookups of an unknown account return the same account', async () => {
  const answers = await Promise.all(
    [cast.ann, cast.bo, cast.cy].map((one) => as(one).get('/accounts/omar@kitchen.example')),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test.each([
  'nobody',
  '0',
  '01',
  '9223372036854775807',
  '%00',
  'a%00b@kitchen.example',
  'ann@',
  '@',
  'ann@x@y.example',
  'ann@localhost',
  'ann@kitchen.example%2Fpath',
  '%F0%9F%8D%95',
  '%ff',
  'x'.repeat(3_000),
])('%s is not an account', async (name) => {
  expect((await as(cast.bo).get(`/accounts/${name}`)).status).toBe(404);
});

test('the default avatar exists in three sizes', async () => {
  const { body } = await as(cast.bo).get('/accounts/ann');
  expect(body.avatar).toMatchObject({ description: null, blurhash: null });
  for (const size of ['original', 'medium', 'small']) {
    const picture = await theApp().request(body.avatar[size]);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});
