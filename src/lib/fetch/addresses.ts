/** Decides which IP addresses may be contacted: public unicast and configured networks. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Ranges of the IANA IPv4 special-purpose registry that are not globally reachable, plus multicast, AS112 and relay anycast. */
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

/** The only assigned global unicast range. Loopback, link-local, unique local, multicast and NAT64 lie outside. */
const globalV6 = networks(['2000::/3']);

/** Ranges inside 2000::/3 without public hosts: Teredo, ORCHID, documentation, 6to4, AS112. */
const specialV6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

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
 * IPv4 inside `::ffff:0:0/96` is treated as IPv4, because the kernel connects to that address. A zone (`%eth0`) names
 * a link, which is never public.
 */
function parse(address: string): Address | null {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  if (!isIPv6(address) || address.includes('%')) return null;

  // ipaddr.js misreads `::1.2.3.4` as `::ffff:1.2.3.4`. A URL normalises it to hexadecimal.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

function within(address: Address, list: Network[]): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function networks(cidrs: readonly string[]): Network[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}
