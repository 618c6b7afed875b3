/** Runs the text of the service worker with a browser's caches in memory. */
import { origin } from './web-server.ts';

type Answer = (path: string, init?: RequestInit) => Promise<Response>;
type Listener = (event: object) => void;

/** What the worker tells the pages about changes that wait. */
interface Told {
  account: string;
  changes: { path: string; fields: [string, string][] }[];
  result: string | null;
}

/** `send` answers the worker's requests. */
export function startServiceWorker(script: string, send: Answer) {
  const stores = new Map<string, Map<string, Response>>();
  const storeOf = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name)!;
  const pathOf = (request: string | Request) => (typeof request === 'string' ? request : request.url);
  const cacheIn = (store: Map<string, Response>) => ({
    match: async (request: string | Request) => store.get(pathOf(request))?.clone(),
    put: async (request: string | Request, response: Response) => void store.set(pathOf(request), response),
    delete: async (request: string | Request) => store.delete(pathOf(request)),
    keys: async () => [...store.keys()].map((path) => new Request(new URL(path, origin))),
  });
  const caches = {
    open: async (name: string) => cacheIn(storeOf(name)),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: string | Request) =>
      [...stores.values()]
        .map((store) => store.get(pathOf(request)))
        .find(Boolean)
        ?.clone(),
  };

  const told: Told[] = [];
  const page = { postMessage: (data: Told) => told.push(structuredClone(data)) };
  const navigator = { onLine: true };
  const fetch = async (request: string | Request, init?: RequestInit) => {
    if (typeof request === 'string') return send(request, init);
    const { pathname, search } = new URL(request.url);
    if (request.method === 'GET') return send(pathname + search, init);
    const { method, headers } = request;
    return send(pathname, { method, headers, body: await request.text(), ...init });
  };

  const listeners = new Map<string, Listener>();
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {}, matchAll: async () => [page] },
  };
  const globals = { self, caches, fetch, navigator, location: new URL(origin) };
  new Function(...Object.keys(globals), script)(...Object.values(globals));

  /** Returns what the worker does because of an event, when it is done. */
  async function dispatch(type: string, fields: object = {}): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)!({
      ...fields,
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    });
    const response = await answer;
    await Promise.all(work);
    return response;
  }

  return {
    /** `onLine` is what the browser says of the connection. */
    navigator,
    told,
    install: () => dispatch('install'),
    /** The browser has a connection again. */
    wake: () => dispatch('sync'),
    /** What the script of a page of this account submits. */
    submit: (account: number, path: string, fields: Record<string, string>) => {
      const headers = { accept: 'application/json', 'potluck-account': String(account) };
      const init = { method: 'POST', headers, body: new URLSearchParams(fields) };
      return dispatch('fetch', { request: new Request(new URL(path, origin), init) });
    },
    /** What the script of a page tells the worker. */
    tell: (data: object) => dispatch('message', { data }),
    /** What the script of a page reads. */
    read: (path: string) =>
      dispatch('fetch', { request: { method: 'GET', mode: 'cors', url: new URL(path, origin).href } }),
    visit: (path: string) =>
      dispatch('fetch', { request: { method: 'GET', mode: 'navigate', url: new URL(path, origin).href } }),
    /** A form that the browser submits. */
    post: (path: string, body: FormData | null = null) =>
      dispatch('fetch', { request: new Request(new URL(path, origin), { method: 'POST', body }) }),
    kept: async (cache: string, path: string) => storeOf(cache).get(path)?.clone(),
    cacheNames: () => [...stores.keys()],
  };
}
