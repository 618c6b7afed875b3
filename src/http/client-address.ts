/** Finds the client's IP address: the socket's, or X-Forwarded-For from a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { config } from '../lib/config.ts';

const trusted = config.trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));

/** Returns the key for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function clientAddress(incoming: IncomingMessage | undefined): string {
  const socket = incoming?.socket.remoteAddress;
  if (!socket || !ipaddr.isValid(socket)) return 'unknown';

  let address = ipaddr.process(socket);
  if (trusted.length > 0 && isTrusted(address)) {
    const forwarded = String(incoming?.headers['x-forwarded-for'] ?? '').slice(-1_000);
    for (const hop of forwarded.split(',').reverse()) {
      const text = hop.trim();
      if (!ipaddr.isValid(text)) break;
      address = ipaddr.process(text);
      if (!isTrusted(address)) break;
    }
  }
  return address.kind() === 'ipv4'
    ? address.toString()
    : (address as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/**
 * How a request reached the server: `trusted` and `untrusted` proxies sent X-Forwarded-For,
 * a `silent` proxy is trusted and did not send it.
 */
export type ProxyStatus = 'direct' | 'trusted' | 'untrusted' | 'silent';

export function proxyStatusOf(incoming: IncomingMessage | undefined): ProxyStatus {
  const socket = incoming?.socket.remoteAddress;
  const isProxy = socket !== undefined && ipaddr.isValid(socket) && isTrusted(ipaddr.process(socket));
  const isForwarded = incoming?.headers['x-forwarded-for'] !== undefined;
  if (isProxy) return isForwarded ? 'trusted' : 'silent';
  return isForwarded ? 'untrusted' : 'direct';
}
