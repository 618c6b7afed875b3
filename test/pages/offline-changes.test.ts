/** Changes that a device makes without a connection: kept by its service worker, and sent later, by the same member. */
import { beforeEach, expect, test } from 'vitest';
import { as } from '../support/as.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { startServiceWorker } from '../support/service-worker.ts';
import { origin } from '../support/web-server.ts';
import { ann, bo, browser, password, recipeId, useMembers } from './two-members.ts';

useMembers();

/** A device with a service worker, on which several members may log in, one after the other. */
async function openDevice() {
  const device = openBrowser();
  const sent: string[] = [];
  /** Answers in the place of the server. */
  const refusals: number[] = [];
  const state = { isOnline: true };
  const worker = startServiceWorker((await browser.get('/sw.js')).html, async (path, init = {}) => {
    if (!state.isOnline) throw new TypeError('no connection');
    const isPost = init.method === 'POST';
    if (isPost) sent.push(path);
    const refusal = isPost ? refusals.shift() : undefined;
    if (refusal) return new Response(null, { status: refusal });
    const { accept = 'text/html' } = Object.fromEntries(new Headers(init.headers));
    const answer = isPost
      ? await device.post(path, Object.fromEntries(new URLSearchParams(String(init.body))), { origin, accept })
      : await device.get(path, { accept });
    const response = new Response([204, 304].includes(answer.status) ? null : answer.html, answer);
    return answer.location ? Object.defineProperty(response, 'redirected', { value: true }) : response;
  });
  await worker.install();
  return {
    ...worker,
    device,
    sent,
    refusals,
    lose: () => {
      state.isOnline = false;
    },
    find: async () => {
      state.isOnline = true;
      await worker.wake();
    },
  };
}

type Device = Awaited<ReturnType<typeof openDevice>>;

async function logIn({ device, visit }: Device, name: string) {
  await device.logIn(name, password);
  await visit('/shopping-list');
}

const itemOf = async (name: string) => {
  const { items } = (await as(ann).get('/shopping_list')).body;
  return items.find((item: { name: string }) => item.name === name);
};

async function addItem(name: string): Promise<number> {
  await as(ann).post('/shopping_list/lines', { text: name });
  return (await itemOf(name)).id;
}

const isLiked = async (member = ann) => (await as(member).get(`/recipes/${recipeId}`)).body.liked;

beforeEach(async () => {
  await as(ann).delete('/shopping_list');
  for (const member of [ann, bo]) await as(member).delete(`/recipes/${recipeId}/like`);
});

const tick = (device: Device, id: number, name = 'tick') =>
  device.submit(ann.id, '/shopping-list/items', { form_token: 'of a page long ago', [name]: String(id) });

test('ticks, likes and boosts are kept without a connection, shown to the pages, and sent when it is back', async () => {
  const id = await addItem('soap');
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  expect((await tick(device, id))!.status).toBe(202);
  for (const action of ['like', 'boost'])
    expect((await device.submit(ann.id, `/items/${recipeId}/${action}`, {}))!.status).toBe(202);
  expect(device.told.at(-1)).toMatchObject({
    account: String(ann.id),
    changes: [{ path: '/shopping-list/items', fields: [['tick', String(id)]] }, {}, {}],
    result: null,
  });
  expect([(await itemOf('soap')).checked, await isLiked()]).toEqual([false, false]);

  await device.find();
  expect([(await itemOf('soap')).checked, await isLiked()]).toEqual([true, true]);
  expect(device.told.at(-1)).toMatchObject({ changes: [], result: 'sent' });
  expect(device.sent).toEqual(['/shopping-list/items', `/items/${recipeId}/like`, `/items/${recipeId}/boost`]);
  await device.wake();
  expect(device.sent).toHaveLength(3);
});

test('the last change of an entry is the one that is sent', async () => {
  const id = await addItem('soap');
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  await tick(device, id);
  await tick(device, id, 'untick');
  await tick(device, id);
  await device.submit(ann.id, `/items/${recipeId}/like`, {});
  await device.submit(ann.id, `/items/${recipeId}/unlike`, {});
  await device.find();
  expect(device.sent).toEqual(['/shopping-list/items', `/items/${recipeId}/unlike`]);
  expect([(await itemOf('soap')).checked, await isLiked()]).toEqual([true, false]);
});

test('a tick that arrives late does not undo what another device did since, nor tick what it added', async () => {
  const id = await addItem('onions');
  const late = (fields: Record<string, string>) =>
    browser.get('/shopping-list').then(({ hidden }) => browser.post('/shopping-list/items', { ...hidden, ...fields }));
  const began = Date.now();
  await as(ann).patch(`/shopping_list/lines/${id}`, { checked: true });
  await as(ann).patch(`/shopping_list/lines/${id}`, { checked: false });
  const age = (seconds: number) => String((Date.now() - began) / 1000 + seconds);
  expect((await late({ tick: String(id), age: age(60) })).status).toBe(303);
  expect((await itemOf('onions')).checked).toBe(false);

  await as(ann).post('/shopping_list/lines', { text: '2 onions' });
  await late({ remove: String(id), age: age(60) });
  expect((await itemOf('onions')).amount).toBe('2');
  const [rest] = (await as(ann).get('/shopping_list')).body.items;
  await late({ tick: String(rest.id) });
  expect((await itemOf('onions')).checked).toBe(true);
});

test('what one member did is never sent by another who logs in on the device, and still arrives later', async () => {
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  await device.submit(ann.id, `/items/${recipeId}/like`, {});
  // Her session ends without a log-out.
  device.device.cookies.clear();
  await device.find();
  await logIn(device, 'bo');
  await device.wake();
  await device.tell({ path: '/home', language: 'en', sync: false });
  expect(device.told.at(-1)).toEqual({ account: String(bo.id), changes: [], result: null });
  expect([device.sent, await isLiked(bo)]).toEqual([[], false]);
  // A page of hers that is still open.
  device.lose();
  await expect(device.submit(ann.id, `/items/${recipeId}/boost`, {})).rejects.toThrow('no connection');

  device.device.cookies.clear();
  await device.find();
  await logIn(device, 'ann');
  await device.wake();
  expect([device.sent, await isLiked(ann), await isLiked(bo)]).toEqual([[`/items/${recipeId}/like`], true, false]);
});

test('the log-out of one member keeps what another did, and forgets her own', async () => {
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  await device.submit(ann.id, `/items/${recipeId}/like`, {});
  device.device.cookies.clear();
  await device.find();
  await logIn(device, 'bo');
  device.lose();
  await device.submit(bo.id, `/items/${recipeId}/like`, {});
  await device.post('/logout');
  device.device.cookies.clear();

  await device.find();
  await logIn(device, 'bo');
  await device.wake();
  expect([device.sent, await isLiked(bo)]).toEqual([[], false]);
  device.device.cookies.clear();
  await logIn(device, 'ann');
  await device.wake();
  expect([device.sent, await isLiked(ann)]).toEqual([[`/items/${recipeId}/like`], true]);
});

test('a change that the server refuses does not stop the next ones, and one that may pass later is tried again', async () => {
  const id = await addItem('soap');
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  await tick(device, 999_999);
  await tick(device, id);
  await device.find();
  expect([(await itemOf('soap')).checked, device.told.at(-1)]).toMatchObject([true, { changes: [], result: 'failed' }]);

  device.lose();
  await tick(device, id, 'untick');
  device.refusals.push(503, 500, 500, 403);
  await device.find();
  for (const attempt of [1, 2, 3, 4]) {
    expect([attempt, (await itemOf('soap')).checked]).toEqual([attempt, true]);
    await device.wake();
  }
  expect((await itemOf('soap')).checked).toBe(false);

  device.lose();
  await tick(device, id);
  device.refusals.push(500, 500, 500, 500, 500);
  await device.find();
  for (let attempt = 0; attempt < 6; attempt += 1) await device.wake();
  expect([(await itemOf('soap')).checked, device.refusals]).toEqual([false, []]);
});

test('a server that is away, or a browser that knows of no connection, is no reason to lose a change', async () => {
  const device = await openDevice();
  await logIn(device, 'ann');
  device.refusals.push(502);
  expect((await device.submit(ann.id, `/items/${recipeId}/like`, {}))!.status).toBe(202);
  // It replaces the one that waits, instead of arriving before it.
  expect((await device.submit(ann.id, `/items/${recipeId}/unlike`, {}))!.status).toBe(202);
  await device.wake();
  expect(await isLiked()).toBe(false);
  device.navigator.onLine = false;
  expect((await device.submit(ann.id, `/items/${recipeId}/like`, {}))!.status).toBe(202);
  expect((await device.submit(ann.id, '/shopping-list/lines', { text: 'salt' }))!.status).toBe(403);
});

test('lines that are added without a connection are kept one by one, and each is added once', async () => {
  const device = await openDevice();
  await logIn(device, 'ann');
  device.lose();
  const add = (text: string, change: string) => device.submit(ann.id, '/shopping-list/lines', { text, change });
  for (const [text, change] of [
    ['2 l milk', 'a-line-of-a-device-1'],
    ['salt', 'a-line-of-a-device-2'],
  ] as const)
    expect((await add(text, change))!.status).toBe(202);
  expect(device.told.at(-1)!.changes.map(({ fields }) => fields)).toEqual([
    [
      ['text', '2 l milk'],
      ['change', 'a-line-of-a-device-1'],
    ],
    [
      ['text', 'salt'],
      ['change', 'a-line-of-a-device-2'],
    ],
  ]);
  await device.find();
  expect([(await itemOf('milk')).amount, (await itemOf('salt')).name]).toEqual(['2 l', 'salt']);
  expect(device.told.at(-1)).toMatchObject({ changes: [], result: 'sent' });

  // The answer was lost, so that the device sends it again.
  const { hidden } = await browser.get('/shopping-list');
  for (const _ of [1, 2])
    await browser.post('/shopping-list/lines', { ...hidden, text: '2 l milk', change: 'a-line-of-a-device-1' });
  expect((await itemOf('milk')).amount).toBe('2 l');
  await browser.post('/shopping-list/lines', { ...hidden, text: '2 l milk', change: 'a-line-of-a-device-3' });
  expect((await itemOf('milk')).amount).toBe('4 l');
});

test('a recipe is saved without a connection, with what the member saved before and elsewhere', async () => {
  const [first, second, third] = await Promise.all(
    ['Soups', 'Bread', 'Cakes'].map(
      async (name) => (await as(ann).post('/collections', { collection: { name } })).body.id as number,
    ),
  );
  await as(ann).post(`/collections/${first}/items/${recipeId}?type=recipe`);
  const device = await openDevice();
  await logIn(device, 'ann');
  await device.visit('/@bo/recipes/i-bread-i');
  device.lose();
  const form = await (await device.read(`/items/${recipeId}/save`))!.text();
  expect(form).toContain(`name="had" value="${first}"`);
  const path = `/items/${recipeId}/save`;
  await device.submit(ann.id, path, { had: String(first), in: String(second) });
  await device.submit(ann.id, path, { had: '', in: String(third) });
  const fields = new URLSearchParams(device.told.at(-1)!.changes[0]!.fields);
  expect([fields.get('had'), fields.getAll('in').sort()]).toEqual([
    String(first),
    [String(second), String(third)].sort(),
  ]);
});

test('the forms of a member save only what they changed, and a new collection once', async () => {
  const ids = await Promise.all(
    ['One', 'Two'].map(
      async (name) => (await as(ann).post('/collections', { collection: { name } })).body.id as number,
    ),
  );
  const names = async (who: Browser) => (await who.get(`/items/${recipeId}/save`)).html;
  const { hidden } = await browser.get(`/items/${recipeId}/save`);
  await as(ann).post(`/collections/${ids[0]}/items/${recipeId}?type=recipe`);
  for (const _ of [1, 2]) await browser.post(`/items/${recipeId}/save`, { ...hidden, name: 'Three' });
  const html = await names(browser);
  expect(html.match(/value="\d+" checked/g)?.length).toBeGreaterThanOrEqual(2);
  expect(html.match(/>\s*Three/g)).toHaveLength(1);
});

test('the offline page names neither members nor visitors, and leads to the list and what waits', async () => {
  const { html } = await browser.get('/offline');
  expect(html).not.toMatch(/href="\/login"|href="\/register"|@ann/);
  expect(html).toContain('<p id="device-list" hidden=""><a class="button" href="/shopping-list">');
  const session = JSON.parse((await browser.get('/offline/session')).html);
  expect(session).toEqual({ account: String(ann.id), form_token: expect.any(String) });
  expect(JSON.parse((await openBrowser().get('/offline/session')).html).account).toBe('0');
});

test('the items of a list are read again alone, and only if they have changed', async () => {
  const id = await addItem('soap');
  const page = await browser.get('/shopping-list');
  const version = /data-version="(W\/&quot;[^"]*&quot;)"/.exec(page.html)![1]!.replaceAll('&quot;', '"');
  const again = await browser.get('/shopping-list/items', { 'if-none-match': version });
  expect([again.status, again.html]).toEqual([304, '']);
  await as(ann).patch(`/shopping_list/lines/${id}`, { checked: true });
  const changed = await browser.get('/shopping-list/items', { 'if-none-match': version });
  expect(changed.status).toBe(200);
  expect(changed.html).toMatch(/^<form .*aria-checked="true"/s);

  await as(ann).post('/shopping_list/share');
  const { share_url: url } = (await as(ann).get('/shopping_list')).body;
  const path = new URL(url).pathname;
  const guest = openBrowser();
  const { hidden, headers } = await guest.get(path);
  expect(headers.get('potluck-account')).toBe('0');
  const ticked = await guest.post(path, { ...hidden, untick: String(id) }, { origin, accept: 'application/json' });
  expect(ticked.status).toBe(200);
  expect((await guest.get(`${path}/items`)).html).toContain('aria-checked="false"');
});
