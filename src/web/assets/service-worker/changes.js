/**
 * Second part of the service worker: keeps changes that are made without a connection, and sends them later.
 *
 * Each belongs to the account that made it, and is sent in a session of that account alone.
 */
import { anyVary, inTurn, load, readIndex, refresh } from './keep.js';

/** The cache of changes. Unlike copies, they outlive the log-in of another account on this device. */
export const waiting = 'waiting';
const listPath = '/offline/changes';
/** How long an answer may take before the change is kept. */
const answerTimeoutMs = 4_000;
const sendTimeoutMs = 30_000;
const maxChanges = 1_000;
const maxChangeAgeMs = 30 * 86_400_000;
/** Of a change that the server refuses for a reason that may pass. */
const maxAttempts = 5;

const itemPath = /^\/items\/(\d+)\/(?:un)?(like|boost|save)$/;
const listItemsPath = /^\/shopping-list\/(?:items|shared\/[\w-]+)$/;
const linesPath = '/shopping-list/lines';

/** Names what is changed: a later change of the same replaces an earlier one. Null for what is not kept. */
function keyOf(path, fields) {
  const [, id, action] = itemPath.exec(path) ?? [];
  if (action) return [action, id, fields.get('name') ?? ''].join(' ').trim();
  // The page gives each new line an id of its own, by which the server knows one that is sent again.
  if (path === linesPath) return fields.has('change') ? `line ${fields.get('change')}` : null;
  const item = ['tick', 'untick', 'remove'].map((name) => fields.get(name)).find(Boolean);
  return item && listItemsPath.test(path) ? `${path} ${item}` : null;
}

/** A change is `{ key, account, path, fields, at, attempts }`, with fields as pairs and `at` in milliseconds. */
async function readChanges() {
  const stored = await (await caches.open(waiting)).match(listPath, anyVary);
  const changes = stored ? await stored.json() : [];
  return changes.filter(({ at }) => Date.now() - at < maxChangeAgeMs);
}

const writeChanges = async (changes) =>
  (await caches.open(waiting)).put(listPath, new Response(JSON.stringify(changes)));

/** The collections to which a form adds the item, and those from which it removes it. Both are ids. */
function savedIn(form) {
  const had = (form.get('had') ?? '').split(' ').filter(Boolean);
  const wanted = form.getAll('in');
  return { added: wanted.filter((id) => !had.includes(id)), removed: had.filter((id) => !wanted.includes(id)) };
}

/** What the earlier form changed and the later one did not stays changed. */
function joinSaves(earlier, later) {
  const [before, after] = [savedIn(earlier), savedIn(later)];
  const added = new Set([...before.added.filter((id) => !after.removed.includes(id)), ...after.added]);
  const removed = new Set([...before.removed.filter((id) => !after.added.includes(id)), ...after.removed]);
  const joined = new URLSearchParams(later);
  joined.delete('in');
  for (const id of added) joined.append('in', id);
  joined.set('had', [...removed].join(' '));
  return joined;
}

const isSame = (one, other) => one.key === other.key && one.account === other.account;

const addChange = (change) =>
  inTurn(async () => {
    const changes = await readChanges();
    const earlier = changes.find((each) => isSame(each, change));
    const joined =
      earlier && change.key.startsWith('save ')
        ? joinSaves(new URLSearchParams(earlier.fields), new URLSearchParams(change.fields))
        : new URLSearchParams(change.fields);
    const others = changes.filter((each) => each !== earlier);
    await writeChanges([...others, { ...change, fields: [...joined] }].slice(-maxChanges));
  });

/** Writes `replacement` in the place of a change, unless a later one has taken it. Null removes it. */
const settle = (change, replacement) =>
  inTurn(async () => {
    const changes = await readChanges();
    await writeChanges(
      changes.flatMap((each) => (isSame(each, change) && each.at === change.at ? (replacement ?? []) : each)),
    );
  });

const changesOf = async (account) => (await inTurn(readChanges)).filter((change) => change.account === account);

/** Tells all pages which changes wait. Each page compares the account with its own. */
async function tellPages(result = null) {
  const { account } = await inTurn(readIndex);
  const changes = await changesOf(account);
  for (const client of await self.clients.matchAll()) client.postMessage({ account, changes, result });
}

/** Returns what becomes of the change: `sent`, `gone`, `refused`, or `later` without an answer of the server. */
async function send({ path, fields, at }, token) {
  const body = new URLSearchParams(fields);
  body.set('form_token', token);
  // The clock of a device may be wrong, but it tells how long ago something was.
  body.set('age', String(Math.max(0, Date.now() - at) / 1000));
  const headers = { accept: 'application/json' };
  const signal = AbortSignal.timeout(sendTimeoutMs);
  const response = await fetch(path, { method: 'POST', headers, body, signal }).catch(() => null);
  if (!response || response.redirected || [429, 502, 503, 504].includes(response.status)) return 'later';
  if (response.ok) return 'sent';
  return response.status === 403 || response.status >= 500 ? 'refused' : 'gone';
}

/** Sends in the order in which the changes were made. One that fails does not stop those after it. */
async function sendAll() {
  const { account } = await inTurn(readIndex);
  const changes = account === null ? [] : await changesOf(account);
  if (changes.length === 0) return;
  const session = await (await load('/offline/session'))?.json().catch(() => null);
  if (session?.account !== account) return;

  const results = new Set();
  const pages = new Set();
  for (const change of changes) {
    const outcome = await send(change, session.form_token);
    if (outcome === 'later') break;
    const attempts = change.attempts + 1;
    const isOver = outcome !== 'refused' || attempts >= maxAttempts;
    await settle(change, isOver ? null : { ...change, attempts });
    if (!isOver) continue;
    results.add(outcome === 'sent' ? 'sent' : 'failed');
    pages.add(pageOf(change));
  }
  if (results.size === 0) return;
  for (const page of pages) await refresh(page);
  await tellPages(results.has('failed') ? 'failed' : 'sent');
}

/** The page on which the change was made, whose copy does not show it. */
function pageOf({ path, fields }) {
  const { back } = Object.fromEntries(fields);
  if (path === linesPath || listItemsPath.test(path)) return path.replace(/\/(?:items|lines)$/, '');
  return (back ?? '').replace(/[?#].*$/, '');
}

let sending = Promise.resolve();
export function sendChanges() {
  sending = sending.then(sendAll).catch(() => {});
  return sending;
}

/** Answers the script of a page, which names the account of the page. 202 says that the change is kept. */
export async function answerChange(event, { pathname }) {
  const { request } = event;
  const at = Date.now();
  const fields = new URLSearchParams(await request.clone().text());
  const change = { key: keyOf(pathname, fields), account: request.headers.get('potluck-account'), at, attempts: 0 };
  const { account } = await inTurn(readIndex);
  if (change.key === null || change.account !== account) return fetch(request);

  // An earlier change of the same must not arrive after this one.
  const isLast = !(await changesOf(account)).some((each) => isSame(each, change));
  if (isLast && navigator.onLine) {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(request, { signal }).catch(() => null);
    if (response && ![502, 503, 504].includes(response.status)) return response;
  }
  fields.delete('form_token');
  await addChange({ ...change, path: pathname, fields: [...fields] });
  event.waitUntil(tellPages());
  event.waitUntil(isLast ? askToSendLater() : sendChanges());
  return Response.json({}, { status: 202 });
}

/** Some browsers wake the worker when the connection is back. In the others, the next page that is open asks. */
async function askToSendLater() {
  await self.registration?.sync?.register('changes').catch(() => {});
}

export const reportChanges = () => tellPages();

/** Of the account that logs out. Those of others wait until they log in again. */
export const forgetChanges = () =>
  inTurn(async () => {
    const { account } = await readIndex();
    await writeChanges((await readChanges()).filter((change) => change.account !== account));
  });
