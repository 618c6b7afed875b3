/** Redirect URIs that an app may register and request. */
import { expect, test } from 'vitest';
import { isRedirectUri, isSameRedirectUri } from '../../src/domain/access/oauth/clients.ts';

test.each([
  'https://app.example/callback',
  'https://app.example/callback?a=b',
  'http://127.0.0.1/cb',
  'http://127.0.0.1:8080/cb',
  'http://[::1]:8080/',
  'http://localhost:3000',
  'com.example.app:/oauth',
  'com.example.app://oauth?x',
])('%s may be registered', (uri) => {
  expect(isRedirectUri(uri)).toBe(true);
});

test.each([
  '',
  '/callback',
  'app.example/callback',
  'http://app.example/callback',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://127.0.0.1:80@evil.example/',
  'http://localhost.evil.example/',
  'https://app.example/callback#here',
  'https://user:secret@app.example/',
  'https://app.example/ space',
  'https://app.example/\nLocation: x',
  'https://app.example\\@evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'myapp:/callback',
  'urn:ietf:wg:oauth:2.0:oob',
  'file:///etc/passwd',
  `https://app.example/${'x'.repeat(500)}`,
])('%j may not be registered', (uri) => {
  expect(isRedirectUri(uri)).toBe(false);
});

test('only the port of a loopback address may vary', () => {
  const registered = 'http://127.0.0.1:8080/cb?a=b';
  for (const port of ['', ':1', ':65535']) {
    expect(isSameRedirectUri(registered, `http://127.0.0.1${port}/cb?a=b`)).toBe(true);
  }
  for (const other of [
    'http://127.0.0.1:8080/other?a=b',
    'http://127.0.0.1:8080/cb',
    'http://localhost:8080/cb?a=b',
    'http://127.0.0.1:99999/cb?a=b',
    'http://127.0.0.1:80@evil.example/cb?a=b',
    'https://127.0.0.1:8080/cb?a=b',
  ]) {
    expect(isSameRedirectUri(registered, other)).toBe(false);
  }
  expect(isSameRedirectUri('https://app.example/', 'https://app.example:444/')).toBe(false);
  expect(isSameRedirectUri('com.example:/cb', 'com.example:/cb2')).toBe(false);
});
