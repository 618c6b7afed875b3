/** Rate limits as clients see them. */
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createToken } from '../../src/domain/access/tokens.ts';
import { countOne } from '../../src/http/rate-limits.ts';
import { limitByAddress } from '../../src/web/forms/answers.tsx';
import { anyone, as, withToken } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { cookieOf, getPage } from '../support/get-page.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ RATE_LIMITS: 'on' }));

useCast();

test('the 301st request in five minutes is refused, by account or by address', async () => {
  for (let index = 0; index < 300; index += 1) expect((await anyone.get('/instance')).status).toBe(200);
  const refused = await anyone.get('/instance');
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');

  const { status, headers } = await as(cast.ann).get('/instance');
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '299']);

  const second = withToken(await createToken({ accountId: cast.ann.id, scopes: ['read'] }));
  const { headers: counted } = await second.get('/instance');
  expect(counted.get('x-ratelimit-remaining')).toBe('298');
});

test('the 31st upload in half an hour is refused, and other requests are not', async () => {
  for (let index = 0; index < 30; index += 1) expect((await as(cast.bo).post('/media')).status).toBe(422);
  const refused = await as(cast.bo).post('/media');
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"media";q=30;w=1800']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_700);
  expect((await as(cast.bo).get('/recipes')).status).toBe(200);
});

test('a page with its own limit reports it, and refuses further requests', async () => {
  const limit = limitByAddress({ name: 'page', quota: 1, windowSeconds: 60 });
  const app = new Hono().post('/form', limit, (c) => c.text('done'));
  const post = () => app.request('/form', { method: 'POST' });

  const accepted = await post();
  expect([accepted.status, accepted.headers.get('ratelimit')]).toEqual([200, '"page";r=0;t=60']);
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(5\d|60)$/)]);
  expect(await refused.text()).toContain('<!doctype html>');
});

test('the 601st page in five minutes is refused for an address, in words for people, and members go on', async () => {
  // The pages before, of a client without a socket.
  for (let index = 0; index < 599; index += 1) await countOne('pages unknown', 300);
  expect((await getPage('/about')).status).toBe(200);
  const refused = await getPage('/about');
  expect(refused.status).toBe(429);
  expect(refused.html).toContain('Wait a few minutes and try again.');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);
  expect((await getPage('/about', await cookieOf(cast.ann))).status).toBe(200);
  const feed = await getPage('/feed.atom');
  expect([feed.status, feed.html.slice(0, 5)]).toEqual([200, '<?xml']);
});

test('the 61st look-up on other servers in five minutes is refused, in pages and the API together', async () => {
  for (let index = 0; index < 59; index += 1) await countOne(`look-up member ${cast.cy.id}`, 300);
  const statusOf = async (path: string) => (await as(cast.cy).get(path)).status;
  expect(await statusOf('/search?q=nobody@nowhere.invalid&resolve=true')).toBe(200);
  for (const path of ['/search?q=nobody@nowhere.invalid&resolve=true', '/accounts/nobody@nowhere.invalid'])
    expect([path, await statusOf(path)]).toEqual([path, 429]);
  for (const path of ['/search?q=soup&resolve=true', '/search?q=nobody@nowhere.invalid', '/accounts/ann'])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
});
