/** Which addresses outbound requests may connect to. */
import { expect, test } from 'vitest';
import { isAllowed, isListed } from '../../src/lib/fetch/connections.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:81b::200e',
];

const otherAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::ffff:0.0.0.0',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::1:808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700:4700::1111%lo',
  'fec0::1',
  'ff02::1',
];

const noAddresses = [
  '',
  'localhost',
  '127.0.0.1.',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '[::1]',
  ':::',
  'a::b::c',
  '1.1.1.1/8',
];

test.each(publicAddresses)('%s is public', (address) => {
  expect(isAllowed(address, [])).toBe(true);
});

test.each(otherAddresses)('%s is not public', (address) => {
  expect(isAllowed(address, [])).toBe(false);
});

test.each(noAddresses)('"%s" is not an address and not allowed', (text) => {
  expect(isAllowed(text, ['0.0.0.0/0', '::/0'])).toBe(false);
});

test('an allowed network is allowed in every spelling, and no other network is', () => {
  const list = ['127.0.0.0/8', 'fd00::/8'];

  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'fd12::1']) {
    expect(isListed(address, list)).toBe(true);
  }
  for (const address of ['10.0.0.1', '::1', '::127.0.0.1', 'fc00::1', '2002:7f00:1::', '8.8.8.8']) {
    expect(isListed(address, list)).toBe(false);
  }
});
