/** Finds the client's IP address: the socket's, or that in X-Forwarded-For or Forwarded from a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { config } from '../lib/config.ts';

const trusted = config.trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The keys of sockets that are no trusted proxies. Servers send many requests over one connection. */
const keys = new WeakMap<Socket, string>();

/** Returns the key for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function clientAddress(incoming: IncomingMessage | undefined): string {
  if (!incoming) return 'unknown';
  const known = keys.get(incoming.socket);
  if (known !== undefined) return known;

  const socketAddress = incoming.socket.remoteAddress;
  if (!socketAddress || !ipaddr.isValid(socketAddress)) return 'unknown';
  const address = ipaddr.process(socketAddress);
  if (isTrusted(address)) return keyOf(forwardedAddress(incoming, address));
  const key = keyOf(address);
  keys.set(incoming.socket, key);
  return key;
}

/** The last address that is no trusted proxy. */
function forwardedAddress({ headers }: IncomingMessage, proxy: Address): Address {
  let address = proxy;
  for (const hop of hopsOf(headers).reverse()) {
    const text = withoutPort(hop);
    if (!ipaddr.isValid(text)) break;
    address = ipaddr.process(text);
    if (!isTrusted(address)) break;
  }
  return address;
}

const maxHeaderLength = 1_000;

/** Of X-Forwarded-For, or else of Forwarded (RFC 7239), nearest last. */
function hopsOf(headers: IncomingMessage['headers']): string[] {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor !== undefined) return String(forwardedFor).slice(-maxHeaderLength).split(',');
  const forwarded = String(headers.forwarded ?? '').slice(-maxHeaderLength);
  return forwarded.split(',').map((element) => /(?:^|;)\s*for=([^;]*)/i.exec(element)?.[1] ?? '');
}

/** Some proxies add the port. An IPv6 address has brackets then, and quotation marks in Forwarded. */
function withoutPort(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  return text.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

const keyOf = (address: Address): string =>
  address.kind() === 'ipv4' ? address.toString() : (address as ipaddr.IPv6).parts.slice(0, 4).join(':');

function isTrusted(address: Address): boolean {
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

export function isFromTrustedProxy(incoming: IncomingMessage | undefined): boolean {
  const socket = incoming?.socket.remoteAddress;
  return socket !== undefined && ipaddr.isValid(socket) && isTrusted(ipaddr.process(socket));
}

/**
 * How a request reached the server: `trusted` and `untrusted` proxies sent X-Forwarded-For or Forwarded, a `silent`
 * proxy is trusted and sent neither.
 */
type ProxyStatus = 'direct' | 'trusted' | 'untrusted' | 'silent';

export function proxyStatusOf(incoming: IncomingMessage | undefined): ProxyStatus {
  const isProxy = isFromTrustedProxy(incoming);
  const { 'x-forwarded-for': forwardedFor, forwarded } = incoming?.headers ?? {};
  const isForwarded = (forwardedFor ?? forwarded) !== undefined;
  if (isProxy) return isForwarded ? 'trusted' : 'silent';
  return isForwarded ? 'untrusted' : 'direct';
}
