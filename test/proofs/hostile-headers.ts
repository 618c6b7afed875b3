/** Generates hostile request headers. */
import fc from 'fast-check';

const header = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** Excludes headers that describe the body. */
export const headers = fc
  .record({
    'idempotency-key': header('', 'a', 'a b', 'x'.repeat(255), 'x'.repeat(256), 'é', "'", '__proto__'),
    range: header('bytes=0-', 'bytes=9-1', 'bytes=-', 'x', 'bytes=0-1,2-3'),
    'if-none-match': header('*', '""', 'W/"x"', '"'.repeat(500), ',,,', 'W/'),
    accept: header(
      '*/*',
      'text/html',
      'application/activity+json',
      'application/ld+json; profile="x"',
      ';;;',
      'a/b;q=x',
      ','.repeat(2_000),
    ),
    'accept-language': header('de', '*', 'x'.repeat(500)),
    'x-forwarded-host': header('evil.example'),
    'x-http-method-override': header('DELETE'),
    origin: header('https://cook.example', 'null', 'https://evil.example'),
    signature: header(
      'x',
      'keyId="https://cook.example/users/1#main-key",headers="date",signature="AA=="',
      'sig1=:AA==:',
    ),
    'signature-input': header('x', 'sig1=();keyid="x"', 'sig1=("@method"'),
    digest: header('SHA-256=x', 'x'),
    date: header('x', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  })
  .map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>,
  );

export const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  '',
  'x',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'multipart/form-data; boundary="',
  'application/x-www-form-urlencoded',
  'application/activity+json',
  'application/ld+json',
);
