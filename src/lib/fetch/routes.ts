/** Lets tests answer requests to other hosts inside the process. */
import { config } from '../config.ts';
import type { FetchRequest, FetchResponse } from './messages.ts';

export type Route = (request: FetchRequest) => Promise<FetchResponse>;

let routes: Map<string, Route> | null = null;

/** Routes requests to these hosts (`host[:port]`) to functions. Null restores the network. Throws unless NODE_ENV is test. */
export function routeFetchTo(hosts: Map<string, Route> | null): void {
  if (!config.test) throw new Error('fetches are rerouted in tests only');
  routes = hosts;
}

export function findRoute(host: string): Route | undefined {
  return routes?.get(host);
}
