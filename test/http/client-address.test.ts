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

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['"203.0.113.7"', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::1'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2::1'],
  ['[2001:db8:1:2::7]:443, 10.9.9.9:80', '2001:db8:1:2::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, unknown', '10.1.2.3'],
  ['', '10.1.2.3'],
])('X-Forwarded-For: %s', (header, expected) => {
  expect(from('10.1.2.3', header)).toBe(from(expected));
});

test.each([
  ['for=203.0.113.7', '203.0.113.7'],
  ['by=10.1.2.3;For="203.0.113.7:4711";proto=https', '203.0.113.7'],
  ['for=6.6.6.6, for="[2001:db8:1:2::7]:443", for=10.9.9.9', '2001:db8:1:2::1'],
  ['for=_hidden', '10.1.2.3'],
  ['proto=https', '10.1.2.3'],
])('Forwarded: %s counts without X-Forwarded-For', (forwarded, expected) => {
  const by = (headers: object, remoteAddress = '10.1.2.3') =>
    clientAddress({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
  expect(by({ forwarded })).toBe(from(expected));
  expect(by({ forwarded, 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
  expect(by({ forwarded }, '203.0.113.5')).toBe('203.0.113.5');
});

test('is the same for a whole IPv6 /64 network', () => {
  expect(from('2001:db8:1:2:aaaa::1')).toBe(from('2001:db8:1:2:bbbb::2'));
  expect(from('2001:db8:1:2::1')).not.toBe(from('2001:db8:1:3::1'));
});
