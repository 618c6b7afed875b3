/** Lists alterations of correctly signed requests, for each signature scheme. */
import { fixture } from '../support/hostile-fixture.ts';

export const dialects = ['cavage', 'rfc9421'] as const;
export type Dialect = (typeof dialects)[number];

const soon = () => Math.floor(Date.now() / 1000);
const header = (name: string, change: (value: string) => string) => (request: Request) => {
  request.headers.set(name, change(request.headers.get(name)!));
  return request;
};
const twice = (name: string, value: string) => (request: Request) => {
  request.headers.append(name, value);
  return request;
};

export const altered: [label: string, Dialect, (request: Request) => Request][] = [
  ['a later date', 'cavage', header('date', () => new Date(Date.now() + 60_000).toUTCString())],
  ['a date in another format', 'cavage', header('date', () => new Date().toISOString())],
  ['no date', 'cavage', removing('date')],
  ['two dates', 'cavage', twice('date', new Date().toUTCString())],
  ['no digest', 'cavage', removing('digest')],
  ['the digest of another body', 'cavage', header('digest', () => `SHA-256=${'A'.repeat(43)}=`)],
  ['a second, wrong digest', 'cavage', twice('digest', `SHA-512=${'A'.repeat(86)}==`)],
  ['a digest by MD5', 'cavage', header('digest', () => 'MD5=1B2M2Y8AsgTpgAmY7PhCfg==')],
  ['a truncated digest', 'cavage', header('digest', (value) => value.slice(0, 20))],
  ['two signatures', 'cavage', header('signature', (value) => `${value},${value}`)],
  ['two key ids', 'cavage', header('signature', (value) => `${value},keyId="${fixture.bob.rsa.iri}"`)],
  ['no key id', 'cavage', header('signature', (value) => value.replace(/keyId="[^"]*",/, ''))],
  ['no list of signed headers', 'cavage', header('signature', (value) => value.replace(/headers="[^"]*",/, ''))],
  [
    'an empty list of signed headers',
    'cavage',
    header('signature', (value) => value.replace(/headers="[^"]*"/, 'headers=""')),
  ],
  ['a header listed twice', 'cavage', header('signature', (value) => value.replace('digest"', 'digest date"'))],
  [
    'a header listed that was not sent',
    'cavage',
    header('signature', (value) => value.replace('digest"', 'digest x-none"')),
  ],
  [
    'a created time with rsa-sha256',
    'cavage',
    header('signature', (value) => value.replace('digest"', 'digest (created)"').concat(`,created=${soon()}`)),
  ],
  ['an expiry in the past', 'cavage', header('signature', (value) => `${value},expires=${soon() - 5}`)],
  ['an expiry that is not a time', 'cavage', header('signature', (value) => `${value},expires="never"`)],
  [
    'a value that is not base64',
    'cavage',
    header('signature', (value) => value.replace(/signature="[^"]*"/, 'signature="§"')),
  ],
  ['an empty value', 'cavage', header('signature', (value) => value.replace(/signature="[^"]*"/, 'signature=""'))],
  [
    'one changed bit in the value',
    'cavage',
    header('signature', (value) =>
      value.replace(/signature="(.)/, (_, first) => `signature="${first === 'A' ? 'B' : 'A'}`),
    ),
  ],
  ['no digest', 'rfc9421', removing('content-digest')],
  ['the digest of another body', 'rfc9421', header('content-digest', () => `sha-256=:${'A'.repeat(43)}=:`)],
  ['a second, wrong digest', 'rfc9421', twice('content-digest', `sha-512=:${'A'.repeat(86)}==:`)],
  ['a digest by MD5', 'rfc9421', header('content-digest', () => 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:')],
  ['a digest that is a string', 'rfc9421', header('content-digest', (value) => value.replaceAll(':', '"'))],
  ['a label without a value', 'rfc9421', header('signature', (value) => value.replace('sig1=', 'sig2='))],
  ['an unlabeled value', 'rfc9421', header('signature-input', (value) => value.replace('sig1=', 'sig2='))],
  ['two inputs with one label', 'rfc9421', header('signature-input', (value) => `${value}, ${value}`)],
  ['two values with one label', 'rfc9421', header('signature', (value) => `${value}, ${value}`)],
  ['a value that is a string', 'rfc9421', header('signature', (value) => value.replaceAll(':', '"'))],
  ['no value at all', 'rfc9421', removing('signature')],
  ['no key id', 'rfc9421', header('signature-input', (value) => value.replace(/;keyid="[^"]*"/, ''))],
  ['two key ids', 'rfc9421', header('signature-input', (value) => `${value};keyid="${fixture.bob.rsa.iri}"`)],
  [
    'a key id that is a token',
    'rfc9421',
    header('signature-input', (value) => value.replace(/keyid="[^"]*"/, 'keyid=eve')),
  ],
  [
    'a changed time',
    'rfc9421',
    header('signature-input', (value) => value.replace(/created=\d+/, `created=${soon() + 60}`)),
  ],
  [
    'a time that is a string',
    'rfc9421',
    header('signature-input', (value) => value.replace(/created=\d+/, 'created="now"')),
  ],
  ['an expiry added later', 'rfc9421', header('signature-input', (value) => `${value};expires=${soon() + 600}`)],
  ['an expiry that is a string', 'rfc9421', header('signature-input', (value) => `${value};expires="never"`)],
  [
    'a component listed twice',
    'rfc9421',
    header('signature-input', (value) => value.replace('("@method"', '("@method" "@method"')),
  ],
  [
    'a response component',
    'rfc9421',
    header('signature-input', (value) => value.replace('"content-digest"', '"content-digest" "@status"')),
  ],
  [
    'a component of another request',
    'rfc9421',
    header('signature-input', (value) => value.replace('"@method"', '"@method";req')),
  ],
  [
    'a component that was not sent',
    'rfc9421',
    header('signature-input', (value) => value.replace('"content-digest"', '"content-digest" "x-none"')),
  ],
  [
    'components in another order',
    'rfc9421',
    header('signature-input', (value) => value.replace('"@method" "@target-uri"', '"@target-uri" "@method"')),
  ],
  ['a nonce added later', 'rfc9421', header('signature-input', (value) => `${value};nonce="n"`)],
];

function removing(name: string) {
  return (request: Request) => {
    request.headers.delete(name);
    return request;
  };
}
