/** Redacts secrets in every log line, names the request, and bounds repeats. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { boundRepeats } from '../../src/lib/log.ts';

const entry = join(import.meta.dirname, '../../src/lib/log.ts');
const session = `pls_${'s'.repeat(43)}`;
const script = `
  const { log } = await import(${JSON.stringify(entry)});
  const key = 'hidden-by-name';
  log.info({ authorization: key, headers: { Cookie: key, 'set-cookie': [key], 'Proxy-Authorization': key } }, 'headers');
  log.info({ a: { b: { c: { d: { password: key, newPassword: key, client_secret: key, access_token: key } } } } }, 'deep');
  log.info({ privateKey: key, private_key: { pem: key }, list: [{ form_token: key }] }, 'keys');
  log.error({ err: Object.assign(new Error('Bearer hidden-by-place was refused'), { request: { token: key } }) }, 'failed');
  log.error({ error: new Error('for ${session}'), url: 'https://cook.example/?x=${session}' }, 'with ${session} and pl_${session.slice(4)}');
  log.info({ link: 'https://cook.example/reset-password?token=${session.replace('pls', 'plm')}' }, 'link');
  const circle = { shown: 'shown' }; circle.circle = circle;
  log.info(circle, 'circle');
  const { asOperation } = await import(${JSON.stringify(join(entry, '../operation.ts'))});
  asOperation(() => 'GET /', () => log.info('in a request'), { id: 'request-1', traceparent: null });
  for (let count = 0; count < 100; count += 1) log.warn({ count }, 'again');
  for (let count = 0; count < 100; count += 1) log.info({ path: '/' }, 'request');
`;

test('tokens, cookies, passwords and keys are redacted at any depth and in texts', async () => {
  const env = { ...process.env, LOG_LEVEL: 'info' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
    { env },
  );
  expect(stdout).not.toMatch(/hidden-by|pl[sm]_/);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, 7).map(({ msg }) => msg)).toEqual([
    'headers',
    'deep',
    'keys',
    'failed',
    'with [redacted] and [redacted]',
    'link',
    'circle',
  ]);
  expect(lines[3].err).toMatchObject({ type: 'Error', message: 'Bearer [redacted] was refused' });
  expect(lines[6].shown).toBe('shown');
  expect(lines[7]).toMatchObject({ msg: 'in a request', request: 'request-1' });
  const countOf = (msg: string) => lines.filter((line) => line.msg === msg).length;
  expect([countOf('again'), countOf('request')]).toEqual([30, 100]);
});

test('of a message that repeats itself the first lines of a minute are written, and the rest is counted', () => {
  const omittedBefore = boundRepeats(() => 2);
  expect([0, 1, 2, 3].map((now) => omittedBefore('full', now))).toEqual([0, 0, null, null]);
  expect(omittedBefore('other', 4)).toBe(0);
  expect([59_999, 60_000, 60_001].map((now) => omittedBefore('full', now))).toEqual([null, 3, 0]);
});
