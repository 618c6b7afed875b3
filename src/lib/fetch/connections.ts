/** Connections to other servers: which addresses are allowed, and how they are reached. */
import { lookup as systemLookup } from 'node:dns';
import { isIP, isIPv4, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import { config } from '../config.ts';
import { FetchError } from './error.ts';

// Types of outgoing requests and their responses

export interface FetchRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

export interface FetchResponse {
  status: number;
  headers: Headers;
  /** Not decompressed, and without a size limit. */
  body: Readable;
}

// Decides which IP addresses may be contacted: public unicast and configured networks

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * Ranges of the IANA IPv4 special-purpose registry that are not globally reachable, plus multicast, AS112 and relay
 * anycast.
 */
const specialV4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** The only assigned global unicast range. Loopback, link-local, unique local and multicast lie outside. */
const globalV6 = networks(['2000::/3']);

/** Ranges inside 2000::/3 without public hosts: Teredo, ORCHID, documentation, 6to4, AS112. */
const specialV6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

const translated = networks(['64:ff9b::/96']);

/** Returns false for text that is not an address. `allowList` holds CIDRs. */
export function isAllowed(address: string, allowList: readonly string[]): boolean {
  return isPublic(address) || isListed(address, allowList);
}

export function isListed(address: string, allowList: readonly string[]): boolean {
  const parsed = parse(address);
  return parsed !== null && within(parsed, networks(allowList));
}

function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null) return false;
  if (parsed.kind() === 'ipv4') return !within(parsed, specialV4);
  return within(parsed, globalV6) && !within(parsed, specialV6);
}

/**
 * IPv4 inside `::ffff:0:0/96` is treated as IPv4, because the kernel connects to that address, and so is IPv4 inside
 * `64:ff9b::/96`, which DNS64 returns for names without IPv6 and NAT64 translates back (RFC 6052). A zone (`%eth0`)
 * names a link, which is never public.
 */
function parse(address: string): Address | null {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  if (!isIPv6(address) || address.includes('%')) return null;

  // ipaddr.js misreads `::1.2.3.4` as `::ffff:1.2.3.4`. A URL normalises it to hexadecimal.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address();
  return within(parsed, translated) ? new ipaddr.IPv4(parsed.toByteArray().slice(-4)) : parsed;
}

function within(address: Address, list: Network[]): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function networks(cidrs: readonly string[]): Network[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}

// Parses the URLs that may be requested

const MAX_LENGTH = 8_192;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Removes the fragment. Throws FetchError('bad_url') unless the URL is http(s) without credentials. */
export function parseTarget(url: string, base?: URL): URL {
  const target = url.length <= MAX_LENGTH ? URL.parse(url, base) : null;
  if (target === null) throw new FetchError('bad_url', base?.host ?? 'unknown host', 'not a URL');

  const host = target.host || 'unknown host';
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new FetchError('bad_url', host, 'only http and https are supported');
  }
  if (target.username !== '' || target.password !== '') {
    throw new FetchError('bad_url', host, 'a URL must not carry credentials');
  }

  target.hash = '';
  return target;
}

/** Returns the redirect target, or null if the response is final. Throws FetchError('bad_url'). */
export function redirectTarget(answer: FetchResponse, from: URL): URL | null {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === null) return null;
  return parseTarget(location, from);
}

// Lets tests answer requests to other hosts inside the process

export type Route = (request: FetchRequest) => Promise<FetchResponse>;

let routes: Map<string, Route> | null = null;

/**
 * Routes requests to these hosts (`host[:port]`) to functions. Null restores the network. Throws unless NODE_ENV is
 * test.
 */
export function routeFetchTo(hosts: Map<string, Route> | null): void {
  if (!config.test) throw new Error('fetches are rerouted in tests only');
  routes = hosts;
}

export function findRoute(host: string): Route | undefined {
  return routes?.get(host);
}

// Connects only to IP addresses that were checked

const CONNECT_TIMEOUT_MS = 5_000;

export interface ConnectorOptions {
  /** CIDRs. */
  privateNetworks: readonly string[];
  /** Name resolution with the signature of node:dns `lookup`. */
  lookup?: typeof systemLookup;
}

/**
 * Returns a connector for undici. It connects to the addresses that were checked, which prevents DNS rebinding. Plain
 * http is limited to `privateNetworks`. Errors are FetchErrors.
 */
export function createConnector({ privateNetworks, lookup = systemLookup }: ConnectorOptions) {
  const listed = (address: string) => isListed(address, privateNetworks);
  const allowed = (address: string) => isAllowed(address, privateNetworks);
  const secure = buildConnector({ ...settings, lookup: checkedLookup(lookup, allowed) });
  const plain = buildConnector({ ...settings, lookup: checkedLookup(lookup, listed) });

  return (options: buildConnector.Options, done: buildConnector.Callback): void => {
    const { hostname } = options;
    const isSecure = options.protocol === 'https:';
    const check = isSecure ? allowed : listed;

    if (isIP(hostname) !== 0 && !check(hostname)) {
      queueMicrotask(() => done(refusal(hostname), null));
      return;
    }

    let timedOut = false;
    const settle: buildConnector.Callback = (...[error, socket]) => {
      clearTimeout(timer);
      if (error) return done(connectError(hostname, error, timedOut), null);
      if (check(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      done(refusal(hostname), null);
    };
    // buildConnector returns the opening socket, although its type does not say so.
    const socket = (isSecure ? secure : plain)(options, settle) as unknown as Socket;
    const timer = setTimeout(() => {
      timedOut = true;
      socket.destroy(new Error('no connection in time'));
    }, CONNECT_TIMEOUT_MS);
  };
}

// undici's connect timer has a resolution of half a second, so it is replaced.
const settings = { allowH2: false, autoSelectFamily: true, timeout: 0 };

function checkedLookup(lookup: typeof systemLookup, check: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, answers) => {
      if (error || answers.length === 0) {
        const reason = error?.code === 'ENOTFOUND' ? 'no_such_host' : 'dns';
        return done(new FetchError(reason, hostname, 'the name has no address', error ?? undefined), []);
      }
      if (!answers.every(({ address }) => isIP(address) !== 0 && check(address))) {
        return done(refusal(hostname), []);
      }
      if (options.all) return done(null, answers);
      done(null, answers[0]!.address, answers[0]!.family);
    });
  };
}

function refusal(host: string): FetchError {
  return new FetchError('private_address', host, 'is not at a public address');
}

function connectError(host: string, error: Error, timedOut: boolean): FetchError {
  if (error instanceof FetchError) return error;
  if (timedOut) return new FetchError('timeout', host, 'no connection in time', error);
  return new FetchError('connect', host, 'the connection failed', error);
}

// Pools connections: a few per origin, for a bounded number of origins

const CONNECTIONS_PER_ORIGIN = 4;
const MAX_ORIGINS = 256;
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Use the result of `poolFor(origin)` at once: beyond the limit the least recently used pool is closed. */
export function createPools(connect: buildConnector.connector) {
  const pools = new LRUCache<string, Pool>({
    max: MAX_ORIGINS,
    // It may have been destroyed meanwhile.
    dispose: (idle) => void idle.close().catch(() => {}),
  });

  function poolFor(origin: string): Pool {
    const pool = pools.get(origin) ?? open(origin);
    pools.set(origin, pool);
    return pool;
  }

  function open(origin: string): Pool {
    return new Pool(origin, {
      connect,
      connections: CONNECTIONS_PER_ORIGIN,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline for the whole request replaces these timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    pools.clear();
  }

  return { poolFor, close };
}
