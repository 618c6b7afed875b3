/** Third part of the service worker: answers pages and files, with copies if there is no connection. */
import { answerChange, forgetChanges, reportChanges, sendChanges, waiting } from './changes.js';
import {
  addFiles,
  anyVary,
  confirm,
  drop,
  forget,
  inTurn,
  keepRead,
  load,
  mainPath,
  pagePath,
  readIndex,
  refresh,
  requestSync,
  saved,
  savePath,
  shell,
  sync,
  withoutEncoding,
} from './keep.js';

/** How long a page may take before its copy is shown. */
const timeoutMs = 4_000;
/** As long as a session lasts. */
const maxAgeMs = 30 * 86_400_000;
const filePath = /^\/assets\/|^\/media\/[^/]+\/(?:medium|small)$/;
/** Forms after which another account, or nobody, is logged in. */
const changesSession =
  /^\/(?:login(?:\/(?:code|passkey))?|logout|register|setup|reset-password|settings\/leave|suspended\/log-out)$/;

const endsSession = /^\/(?:logout|settings\/leave)$/;
const sharePath = '/import/shared';
const shared = 'shared';
const itemsPath = /^\/shopping-list(?:\/shared\/[\w-]+)?\/items$/;

/** Returns the kept copy of a page, with its notice shown, or undefined. */
async function findCopy({ pathname }) {
  if (!pagePath.test(pathname) && !savePath.test(pathname)) return undefined;
  const { confirmedAt } = await readIndex();
  if (Date.now() - confirmedAt > maxAgeMs) return undefined;
  const page = await (await caches.open(saved)).match(pathname, anyVary);
  return page && showNotice(page);
}

const showNotice = async (page) =>
  new Response((await page.text()).replace('id="offline" hidden', 'id="offline"'), { headers: page.headers });

/** Asks the server, and shows the copy of a page if the server does not answer in time. */
async function navigate(event, url) {
  const copy = await findCopy(url);
  const answer = fetch(event.request).then(async (response) => {
    const account = response.headers.get('potluck-account');
    if (account !== null) await confirm(account);
    if (account !== null && response.ok && url.search === '' && pagePath.test(url.pathname))
      event.waitUntil(keepRead(url.pathname, response.clone()));
    if (copy && [403, 404, 410].includes(response.status)) event.waitUntil(drop(mainPath(url.pathname)));
    if (account !== null) event.waitUntil(sendChanges());
    return response;
  });
  event.waitUntil(answer.catch(() => {}));
  const late = new Promise((resolve) => copy && setTimeout(resolve, timeoutMs, copy));
  try {
    const response = await Promise.race([answer, late]);
    // A proxy says 502 or 504 if it cannot reach the server. The server itself explains a 503.
    if (response.status === 502 || response.status === 504) throw new Error('the server is away');
    return response.status === 503 ? (copy ?? response) : response;
  } catch {
    return copy ?? showNotice(await caches.match('/offline', anyVary));
  }
}

/** Hashed assets never change, and pictures of the same key neither. */
async function readFile(request, { pathname }) {
  const copy = await caches.match(pathname, anyVary);
  if (copy) return copy;
  try {
    return await fetch(request);
  } catch (error) {
    // Only one size of each picture is kept.
    const other = await caches.match(pathname.replace(/small$/, 'medium'), anyVary);
    if (!other) throw error;
    return other;
  }
}

/** A form that cannot be sent leads to the offline page, and Back to the form with its text. */
async function submitForm({ request }) {
  try {
    return await fetch(request);
  } catch {
    return showNotice(await caches.match('/offline', anyVary));
  }
}

/** Encoded once more for the login, and proxies take lines of 8 KB. */
const maxSharedQuery = 2_000;

/**
 * Opens the import page with what another app shares. Its address has a short text, which stays there for the time of a
 * log-in. Nothing is sent that the server might refuse or forget.
 */
async function receiveShare(request) {
  const fields = await request.clone().formData();
  const files = fields.getAll('file').filter(({ size }) => size > 0);
  if (files.length > 0) return keepShared(files);
  const texts = ['title', 'text', 'url']
    .map((name) => [name, fields.get(name) ?? ''])
    .filter(([, text]) => text !== '');
  const query = String(new URLSearchParams(texts));
  if (query.length <= maxSharedQuery) return Response.redirect(`${location.origin}/import?${query}`, 303);
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // Offline.
  }
  const text = texts.map(([, each]) => each).join('\n\n');
  return keepShared([new File([text], 'text.txt', { type: 'text/plain' })]);
}

/** Keeps files for the import page, whose script puts them into the form. */
async function keepShared(files) {
  await caches.delete(shared);
  const cache = await caches.open(shared);
  for (const [at, file] of files.entries())
    await cache.put(
      `${sharePath}/${at}`,
      new Response(file, { headers: { 'file-name': encodeURIComponent(file.name) } }),
    );
  return Response.redirect(`${location.origin}/import?shared=yes`, 303);
}

/** The script of a page opens this form as a dialog. */
async function readSaveForm(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await findCopy(url);
    if (!copy) throw error;
    return copy;
  }
}

/** The script of a list reads its items again and again. What is new belongs into the copy. */
async function readItems(event, { pathname }) {
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(refresh(pathname.replace(/\/items$/, '')));
  return response;
}

/** Keeps the offline page in the language of the page that is read now; a worker cannot know it otherwise. */
async function keepOfflinePage(language = '') {
  const cache = await caches.open(shell);
  const kept = await cache.match('/offline', anyVary);
  if (kept && kept.headers.get('content-language') === language) return;
  const page = await load(`/offline?lang=${language}`, { credentials: 'omit', cache: 'reload' });
  if (!page) throw new Error('the offline page is missing');
  const files = new Map([['/offline', page]]);
  await addFiles(files);
  for (const [path, file] of files)
    await cache.put(path, new Response(file.body, { headers: withoutEncoding(file.headers) }));
}

self.addEventListener('install', (event) => {
  const install = async () => {
    await keepOfflinePage();
    // Pages do not depend on the version of the worker, so it need not wait until all are closed.
    await self.skipWaiting();
  };
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  const activate = async () => {
    for (const name of await caches.keys())
      if (![shell, saved, waiting, shared].includes(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== 'GET') {
    requestSync();
    // Before the copies, which say whose session ends.
    if (endsSession.test(url.pathname)) event.waitUntil(Promise.all([forgetChanges(), caches.delete(shared)]));
    if (changesSession.test(url.pathname)) event.waitUntil(forget());
    if (url.pathname === sharePath) event.respondWith(receiveShare(request));
    else if (request.headers.get('potluck-account') !== null) event.respondWith(answerChange(event, url));
    else if (request.mode === 'navigate' && !navigator.onLine) event.respondWith(submitForm(event));
  } else if (request.mode === 'navigate') event.respondWith(navigate(event, url));
  else if (savePath.test(url.pathname)) event.respondWith(readSaveForm(request, url));
  else if (itemsPath.test(url.pathname)) event.respondWith(readItems(event, url));
  else if (filePath.test(url.pathname)) event.respondWith(readFile(request, url));
});

self.addEventListener('sync', (event) => event.waitUntil(sendChanges()));

// The page that installed this worker was loaded before it could keep it.
self.addEventListener('message', (event) => {
  const report = async () => {
    const { path, language, sync: maySync } = event.data;
    // A page that has only just been loaded shows them before anything is asked of the server.
    await reportChanges();
    if (path === undefined) return sendChanges();
    await keepOfflinePage(language).catch(() => {});
    const { entries } = await inTurn(readIndex);
    const page = pagePath.test(path) && !entries[mainPath(path)] ? await load(path) : null;
    const account = page?.headers.get('potluck-account');
    if (account) {
      await confirm(account);
      await keepRead(path, page);
    }
    await sendChanges();
    if (maySync) await sync();
  };
  event.waitUntil(report().catch(() => {}));
});
