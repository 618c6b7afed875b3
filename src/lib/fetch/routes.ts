/** Lets tests answer for other hosts within the process, in place of the network. */
import { config } from '../config.ts';
import type { Incoming, Outgoing } from './messages.ts';

export type Route = (request: Outgoing) => Promise<Incoming>;

let routes: Map<string, Route> | null = null;

/** Requests to these hosts (`host[:port]`) go to the functions; null ends it. Throws unless NODE_ENV is test. */
export function routeFetchTo(hosts: Map<string, Route> | null): void {
  if (!config.test) throw new Error('fetches are rerouted in tests only');
  routes = hosts;
}

export function findRoute(host: string): Route | undefined {
  return routes?.get(host);
}
