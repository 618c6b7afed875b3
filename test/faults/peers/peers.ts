/** Many mock servers on one port, each at its own loopback address, with one log of everything they receive. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from '../../support/remote-server-signing.ts';
import type { Condition, Flapping } from './condition.ts';
import { requestOf, type Target } from './direct.ts';
import { type Actor, actorOf, type Json } from './documents.ts';
import { type Delivery, type Host, openHost } from './host.ts';
import { findFault, keyIdOf } from './verify.ts';

export interface Peers {
  /** `address:port` of each. */
  hosts: string[];
  /** Every activity that was posted to them, in order, including repeated and refused ones. */
  deliveries: Delivery[];
  /** Deliveries whose signature did not verify, with the reason. */
  unverified: string[];
  /** Documents that are served at their ids. */
  objects: Map<string, Json>;
  /** The actor of that name; every name exists on every host. */
  actor(host: number, name: string): Actor;
  set(host: string, condition: Condition | Flapping): Promise<void>;
  /** Fetches the keys of these actors now, so that deliveries verify while their server restarts. */
  trust(...actors: string[]): Promise<void>;
  /** Milliseconds that deliveries have been open at these hosts. */
  busyMs(hosts: string[]): number;
  /**
   * Posts a signed activity. Resolves to the status; 0 without an answer. `inbox` is a path, the shared inbox by
   * default.
   */
  send(activity: Json, by: Actor, inbox?: string): Promise<number>;
  /** Waits until nothing has arrived for `ms`. */
  quiet(ms: number): Promise<void>;
  close(): void;
}

/** @param target the server under test: its activities are verified, and `send` posts to it */
export async function openPeers(target: Target, count: number): Promise<Peers> {
  const deliveries: Delivery[] = [];
  const unverified: string[] = [];
  const objects = new Map<string, Json>();
  const findKey = createKeyCache(target);

  const judge = async (request: IncomingMessage, body: Buffer): Promise<string | null> => {
    const url = new URL(request.url!, `http://${request.headers.host}`);
    const { actor, id } = JSON.parse(body.toString());
    const keyId = keyIdOf(request);
    const isForwarded = !String(actor).startsWith(target.origin);
    const fault =
      !isForwarded && keyId?.split('#')[0] !== actor
        ? `${actor} did not sign it, but ${keyId}`
        : await findFault({ url, headers: request.headers, body }, findKey);
    if (fault) unverified.push(`${url.host} ${id}: ${fault}`);
    return fault;
  };

  const opened: Host[] = [];
  for (let n = 0, port = 0; n < count; n += 1) {
    const address = `127.9.${Math.floor(n / 250)}.${(n % 250) + 1}`;
    const onDelivery = (delivery: Delivery) => deliveries.push(delivery);
    const host = await openHost({ address, port, objects, judge, onDelivery });
    port = Number(host.name.split(':')[1]);
    opened.push(host);
  }
  const byName = new Map(opened.map((host) => [host.name, host]));

  return {
    hosts: [...byName.keys()],
    deliveries,
    unverified,
    objects,
    actor: (host, name) => actorOf(opened[host]!.name, name),
    set: (name, condition) => byName.get(name)!.setCondition(condition),
    trust: async (...actors) => {
      for (const actor of actors) await findKey(`${actor}#main-key`);
    },
    busyMs: (names) => names.reduce((sum, name) => sum + byName.get(name)!.busyMs(), 0),
    send: (activity, by, inbox = '/inbox') => send(target, activity, by, inbox),
    quiet: async (ms) => {
      for (let seen = -1; seen !== deliveries.length; ) {
        seen = deliveries.length;
        await sleep(ms);
      }
    },
    close: () => {
      for (const host of opened) host.close();
    },
  };
}

async function send(target: Target, activity: Json, by: Actor, inbox: string): Promise<number> {
  const body = JSON.stringify(activity);
  const url = target.origin + inbox;
  const headers = {
    'content-type': 'application/activity+json',
    ...signatureHeaders({ method: 'POST', url, body }, by.key),
  };
  const response = await requestOf(target, { method: 'POST', path: inbox, headers, body }).catch(() => null);
  return response?.status ?? 0;
}

/** Fetches the keys of the server under test, each once. Waits up to 10 s while that server restarts. */
function createKeyCache(target: Target): (keyId: string) => Promise<KeyObject> {
  const keys = new Map<string, Promise<KeyObject>>();
  const load = async (keyId: string): Promise<KeyObject> => {
    const headers = { accept: 'application/activity+json' };
    for (let tries = 1; ; tries += 1) {
      const response = await requestOf(target, { method: 'GET', path: keyId, headers }).catch(() => null);
      if (response?.status === 200) {
        const { publicKey } = JSON.parse(response.text);
        if (publicKey.id !== keyId) throw new Error(`${keyId} is not the key of its owner`);
        return createPublicKey(publicKey.publicKeyPem);
      }
      if (tries === 40) throw new Error(`${keyId} cannot be fetched: ${response?.status}`);
      await sleep(250);
    }
  };
  return (keyId) => {
    const known = keys.get(keyId) ?? load(keyId);
    keys.set(keyId, known);
    known.catch(() => keys.delete(keyId));
    return known;
  };
}
