/** Runs the text of the service worker with a browser's caches in memory. */
import { origin } from './web-server.ts';

type Answer = (path: string) => Promise<Response>;
type Listener = (event: object) => void;

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

  const listeners = new Map<string, Listener>();
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  };
  new Function('self', 'caches', 'fetch', 'location', script)(self, caches, send, new URL(origin));

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
    install: () => dispatch('install'),
    /** What the script of a page tells the worker. */
    tell: (data: object) => dispatch('message', { data }),
    visit: (path: string) =>
      dispatch('fetch', { request: { method: 'GET', mode: 'navigate', url: new URL(path, origin).href } }),
    submit: (path: string) => dispatch('fetch', { request: { method: 'POST', url: new URL(path, origin).href } }),
    cacheNames: () => [...stores.keys()],
  };
}
