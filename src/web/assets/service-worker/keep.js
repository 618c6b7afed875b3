/**
 * First part of the service worker: keeps recipes for reading and cooking without a connection.
 *
 * The cache `saved` belongs to one account. It is deleted when a page says that another account, or nobody, is logged in.
 */
const version = 'development';
export const shell = `shell-${version}`;
export const saved = 'saved';
const indexPath = '/offline/index';
const maxRecipes = 100;
const maxBytes = 50 * 2 ** 20;
const maxPictures = 30;
const syncIntervalMs = 10 * 60_000;

const recipePath = /^\/@[^/]+\/recipes\/[^/]+$/;
export const pagePath = /^\/@[^/]+\/recipes\/[^/]+(?:\/cook)?$|^\/shopping-list(?:\/shared\/[\w-]+)?$/;
/** The form that saves an item to collections. It is kept together with its recipe. */
export const savePath = /^\/items\/\d+\/save$/;
export const anyVary = { ignoreVary: true };

/** The account whose pages `saved` holds, once a page has confirmed it to this worker. */
let confirmed = null;
let isSyncDue = false;
/** After every form, because it may have saved a recipe. */
export const requestSync = () => {
  isSyncDue = true;
};

// The index and the cache change together, so their changes wait for each other.
let queue = Promise.resolve();
export function inTurn(task) {
  const result = queue.then(task);
  queue = result.catch(() => {});
  return result;
}

/** `entries` are pages by path, each with its files, their bytes, and when it was read. */
export async function readIndex() {
  const stored = await (await caches.open(saved)).match(indexPath);
  return stored ? stored.json() : { account: null, confirmedAt: 0, syncedAt: 0, entries: {} };
}

const writeIndex = async (index) => (await caches.open(saved)).put(indexPath, new Response(JSON.stringify(index)));

export function forget() {
  confirmed = null;
  return inTurn(() => caches.delete(saved));
}

/** Deletes what another account has saved. */
export async function confirm(account) {
  if (account === confirmed) return;
  await inTurn(async () => {
    const index = await readIndex();
    const isOther = index.account !== null && index.account !== account;
    if (isOther) await caches.delete(saved);
    const entries = isOther ? {} : index.entries;
    await writeIndex({
      ...index,
      ...(isOther && { syncedAt: 0 }),
      account,
      entries,
      confirmedAt: Date.now(),
    });
    confirmed = account;
  });
}

/** Returns null for anything but a complete answer of this path. */
export async function load(path, options = {}) {
  const response = await fetch(path, options).catch(() => null);
  return response?.ok && !response.redirected ? response : null;
}

/** Also returns null for what another account would see, because the session has ended since. */
async function loadFor(account, path) {
  const page = await load(path);
  return page?.headers.get('potluck-account') === account ? page : null;
}

/** Adds the style sheets, scripts, fonts and pictures that the pages among `files` need. */
export async function addFiles(files) {
  const cache = await caches.open(saved);
  // A map also visits what is added meanwhile, such as the fonts of a style sheet.
  for (const [, response] of files) {
    if (!/html|css/.test(response.headers.get('content-type') ?? '')) continue;
    const text = await response.clone().text();
    const pictures = new Map();
    for (const [, key, size] of text.matchAll(/\/media\/([\w-]+)\/(medium|small)\b/g))
      if (size === 'medium' || !pictures.has(key)) pictures.set(key, `/media/${key}/${size}`);
    const assets = text.match(/\/assets\/[\w.-]+\.\w+/g) ?? [];
    for (const path of [...assets, ...[...pictures.values()].slice(0, maxPictures)]) {
      if (files.has(path)) continue;
      const file = (await cache.match(path, anyVary)) ?? (await load(path));
      if (file) files.set(path, file);
    }
  }
}

/** Keeps a page with its files, and a recipe with its cook mode and the form that saves it. */
async function keep(path, page, details = {}) {
  const account = page.headers.get('potluck-account');
  const files = new Map([[path, page]]);
  const [form] = (recipePath.test(path) && /\/items\/\d+\/save\b/.exec(await page.clone().text())) || [];
  for (const other of recipePath.test(path) ? [`${path}/cook`, form] : []) {
    const file = other ? await loadFor(account, other) : null;
    if (file) files.set(other, file);
  }
  await addFiles(files);

  await inTurn(async () => {
    const index = await readIndex();
    if (account === null || index.account !== account) return;
    const cache = await caches.open(saved);
    let bytes = 0;
    for (const [name, file] of files) {
      const body = await file.arrayBuffer();
      bytes += body.byteLength;
      await cache.put(name, new Response(body, { headers: withoutEncoding(file.headers) }));
    }
    const entry = { ...index.entries[path], at: Date.now(), bytes, files: [...files.keys()], ...details };
    await prune({ ...index, entries: { ...index.entries, [path]: entry } });
  });
}

/** Cook mode is kept together with its recipe. */
export const mainPath = (path) => path.replace(/\/cook$/, '');

export async function keepRead(path, response) {
  const main = mainPath(path);
  const page = main === path ? response : await loadFor(response.headers.get('potluck-account'), main);
  if (page) await keep(main, page).catch(() => {});
}

/** Reads a kept page again. */
export async function refresh(path) {
  const { account, entries } = await inTurn(readIndex);
  const main = mainPath(path);
  const page = entries[main] && (await loadFor(account, main));
  if (page) await keep(main, page).catch(() => {});
}

export function withoutEncoding(given) {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return headers;
}

/** Drops what was read longest ago, before what is in a collection, until both limits hold. */
async function prune(index) {
  const newest = Object.entries(index.entries).sort(
    ([, one], [, other]) => (other.isSaved ?? false) - (one.isSaved ?? false) || other.at - one.at,
  );
  let bytes = 0;
  const kept = newest.slice(0, maxRecipes).filter(([, entry]) => {
    bytes += entry.bytes;
    return bytes <= maxBytes;
  });
  const needed = new Set([indexPath, ...kept.flatMap(([, { files }]) => files)]);
  const cache = await caches.open(saved);
  for (const request of await cache.keys())
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request, anyVary);
  await writeIndex({ ...index, entries: Object.fromEntries(kept) });
}

/** Forgets a page that is gone or may no longer be seen. */
export const drop = (path) =>
  inTurn(async () => {
    const { [path]: gone, ...entries } = (await readIndex()).entries;
    if (gone) await prune({ ...(await readIndex()), entries });
  });

/** Keeps the recipes in the member's collections. */
export async function sync() {
  const { account, syncedAt } = await inTurn(readIndex);
  if (account === null || account === '0') return;
  if (!isSyncDue && Date.now() - syncedAt < syncIntervalMs) return;
  isSyncDue = false;
  const list = await (await load('/offline/recipes'))?.json();
  if (list?.account !== account) return;

  for (const { path, version } of list.pages) {
    const { account: current, entries } = await inTurn(readIndex);
    if (current !== account) return;
    const total = Object.values(entries).reduce((sum, { bytes, isSaved }) => sum + (isSaved ? bytes : 0), 0);
    if (total > 0.9 * maxBytes) break;
    if (entries[path]?.version === version && entries[path].isSaved) continue;
    const page = await loadFor(account, path);
    if (page) await keep(path, page, { version, isSaved: true });
  }
  // What left the collections may also be gone or hidden.
  await inTurn(async () => {
    const index = await readIndex();
    if (index.account !== account) return;
    const paths = new Set(list.pages.map(({ path }) => path));
    const entries = Object.entries(index.entries).filter(([path, { isSaved }]) => !isSaved || paths.has(path));
    await prune({ ...index, entries: Object.fromEntries(entries), syncedAt: Date.now() });
  });
}
