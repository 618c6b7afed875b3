/** Whose address a request comes from: the socket's, unless a trusted proxy speaks for somebody else. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { config } from '../lib/config.ts';

const trusted = config.trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer has. */
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
 * How a request came: straight to us, by a proxy that says for whom it speaks and is believed, by one that is not
 * believed, or by one that is trusted and says nothing.
 */
export type Way = 'direct' | 'believed' | 'not believed' | 'silent';

export function wayOf(incoming: IncomingMessage | undefined): Way {
  const socket = incoming?.socket.remoteAddress;
  const isProxy = socket !== undefined && ipaddr.isValid(socket) && isTrusted(ipaddr.process(socket));
  const speaks = incoming?.headers['x-forwarded-for'] !== undefined;
  if (isProxy) return speaks ? 'believed' : 'silent';
  return speaks ? 'not believed' : 'direct';
}
