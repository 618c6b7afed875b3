/** What keeps a server from starting is explained in one line. */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainListening, explainRefusal } from '../../src/boot/refusals.ts';
import { closeToGroup } from '../../src/db/embedded/cluster.ts';
import { DatabaseRefusal } from '../../src/db/errors.ts';
import { SecretUnreadable } from '../../src/lib/secrets.ts';
import { scratchFolder } from '../support/scratch.ts';

async function listenError(port: number, host: string) {
  const server = createServer();
  return new Promise<Error>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(new Error('it listens'))));
  });
}

test('a host that is no address of this machine names HOST', async () => {
  const settings = { port: 3000, bindHost: '192.0.2.1' };
  expect(explainListening(await listenError(0, '192.0.2.1'), settings)).toMatch(
    /^HOST=192\.0\.2\.1 is no address of this machine: set HOST to /,
  );
  const named = { port: 3000, bindHost: 'nowhere.invalid' };
  expect(explainListening(await listenError(0, 'nowhere.invalid'), named)).toMatch(
    /^HOST=nowhere\.invalid has no address \(E[A-Z_]+\): set HOST to /,
  );
});

test('a port that is taken or needs rights names its setting', () => {
  const settings = { port: 80, bindHost: '127.0.0.1' };
  const failed = (code: string, port: number) => Object.assign(new Error(), { code, syscall: 'listen', port });
  expect(explainListening(failed('EADDRINUSE', 80), settings)).toBe(
    'Port 80 is already in use: set PORT to a free port',
  );
  expect(explainListening(failed('EADDRINUSE', 9464), settings)).toMatch('set METRICS_PORT to');
  expect(explainListening(failed('EACCES', 80), settings)).toMatch('set PORT to 1024 or more');
});

test('faults of the program keep their stack', () => {
  expect(explainRefusal(new TypeError('broken'))).toBeNull();
  expect(explainRefusal(new DatabaseRefusal('Set DATABASE_URL'))).toBe('Set DATABASE_URL');
});

test('a secret that cannot be read is not called a wrong one', () => {
  const file = join(scratchFolder('secret'), 'secret');
  writeFileSync(file, '', { mode: 0o600 });
  const { message } = new SecretUnreadable(file, Object.assign(new Error(), { code: 'EACCES' }));
  expect(message).toMatch(/cannot be read by user \d+ \(EACCES\): it belongs to user \d+, with mode 600\./);
  expect(message).toMatch(/Do not replace the file/);
});

test('a cluster that a volume opened to its group is closed again', () => {
  const files = join(scratchFolder('group'), 'files');
  mkdirSync(files);
  for (const [open, closed] of [
    [0o770, 0o750],
    [0o777, 0o750],
    [0o700, 0o700],
    [0o750, 0o750],
  ] as const) {
    chmodSync(files, open);
    closeToGroup({ folder: '', files, superuserPassword: '' });
    expect(statSync(files).mode & 0o777).toBe(closed);
  }
});
