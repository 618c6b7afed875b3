/** The client address that rate limits use. */
import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { clientAddress } from '../../src/http/client-address.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ TRUSTED_PROXIES: '10.0.0.0/8 fd00::/8' }),
);

const from = (remoteAddress: string, forwarded?: string) =>
  clientAddress({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

test('is the address of the socket, whatever the headers claim', () => {
  expect(from('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  expect(from('::ffff:203.0.113.5')).toBe('203.0.113.5');
});

test('is the address reported by the nearest trusted proxy', () => {
  expect(from('10.1.2.3', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(from('::ffff:10.1.2.3', '6.6.6.6, 203.0.113.7, 10.9.9.9')).toBe('203.0.113.7');
  expect(from('10.1.2.3', 'nonsense')).toBe('10.1.2.3');
  expect(from('10.1.2.3')).toBe('10.1.2.3');
});

test('is the same for a whole IPv6 /64 network', () => {
  expect(from('2001:db8:1:2:aaaa::1')).toBe(from('2001:db8:1:2:bbbb::2'));
  expect(from('2001:db8:1:2::1')).not.toBe(from('2001:db8:1:3::1'));
});
