/** The units of docs/deploy are valid and confine the server. The nightly backup writes a file and removes old ones. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { claimOrigin } from '../../src/domain/instance/instance.ts';
import { parseConfig } from '../../src/lib/config.ts';
import { root, startEnvironment, startOptions } from '../support/built-server.ts';
import { registerCast } from '../support/cast.ts';
import { cli } from '../support/cli.ts';
import { useDatabase } from '../support/database-connection.ts';
import { hasProgram } from '../support/programs.ts';
import { scratchFolder } from '../support/scratch.ts';

const units = ['potluck.socket', 'potluck.service', 'potluck-backup.service', 'potluck-backup.timer'];
const isFound = hasProgram('systemd-analyze', 'the systemd units are not checked');
const folder = scratchFolder('systemd', inject('testServer').folder);
const unit = (name: string) => readFileSync(join(root, 'docs/deploy', name), 'utf8').replaceAll('\\\n', '');
/** Of a directive that occurs once. */
const directiveOf = (name: string, directive: string) => new RegExp(`^${directive}=(.*)$`, 'm').exec(unit(name))![1]!;
const environmentOf = (name: string) =>
  Object.fromEntries(
    directiveOf(name, 'Environment')
      .split(' ')
      .map((pair) => pair.split('=')),
  );

useDatabase();
beforeAll(async () => {
  await claimOrigin();
  await registerCast();
  for (const name of units) writeFileSync(join(folder, name), unit(name).replaceAll('/opt/potluck', root));
});

test.runIf(isFound)('systemd finds nothing wrong with the units', () => {
  const verify = (...files: string[]) => spawnSync('systemd-analyze', ['verify', ...files], { cwd: folder });
  const { status, stderr } = verify(...units.map((name) => join(folder, name)));
  expect([status, String(stderr)]).toEqual([0, '']);

  writeFileSync(join(folder, 'wrong.service'), `${unit('potluck.service')}\n[Service]\nProtectSystem=perhaps\n`);
  expect(String(verify(join(folder, 'wrong.service')).stderr)).toContain('wrong.service');
});

test.runIf(isFound)('server and backup are exposed to little', () => {
  for (const name of ['potluck.service', 'potluck-backup.service']) {
    const analyse = (maxTenths: number) =>
      spawnSync('systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        `--threshold=${maxTenths}`,
        join(folder, name),
      ]).status;
    expect([name, analyse(15)]).toEqual([name, 0]);
    expect(analyse(5)).toBe(1);
  }
});

test('the server starts as by npm start, in production, and has time to drain', () => {
  const started = directiveOf('potluck.service', 'ExecStart').replace('/opt/potluck/node_modules/.bin/', '');
  expect(started).toBe(['node', ...startOptions, 'dist/main.js'].join(' '));
  for (const [name, value] of Object.entries(startEnvironment))
    expect(unit('potluck.service')).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, 'm'));
  // The kernel ends one process when memory runs out, and systemd must not end the others.
  expect(directiveOf('potluck.service', 'OOMPolicy')).toBe('continue');
  expect(parseConfig(environmentOf('potluck.service'))).toMatchObject({
    production: true,
    dataDir: '/var/lib/potluck',
  });
  expect(Number(directiveOf('potluck.service', 'TimeoutStopSec'))).toBeGreaterThan(20);
});

test('the user of the service can read what another user has built', () => {
  const { mode } = statSync(join(root, 'dist'));
  expect(mode & 0o777).toBe(0o777 & ~process.umask());
});

test('the nightly command writes a backup and removes those older than two weeks', async () => {
  const backups = mkdtempSync(join(folder, 'backups-'));
  const age = (name: string, days: number) => {
    writeFileSync(join(backups, name), 'old');
    utimesSync(join(backups, name), new Date(), new Date(Date.now() - days * 86_400_000));
  };
  age('potluck-20200101T000000Z', 20);
  age('potluck-20200107T000000Z', 10);
  age('by-hand', 20);
  const line = directiveOf('potluck-backup.service', 'ExecStart').replaceAll('%%', '%');
  const [, script] = /^\/bin\/sh -eu -c '(.*)'$/.exec(line)!;
  const { DATA_DIR, DATABASE_URL, PATH } = process.env;
  const env = {
    ...environmentOf('potluck-backup.service'),
    PATH,
    DATABASE_URL,
    DATA_DIR,
    BACKUP_DIR: backups,
  };
  execFileSync('/bin/sh', ['-eu', '-c', script!], { cwd: root, env });

  const [byHand, kept, fresh, ...others] = readdirSync(backups).toSorted();
  expect([byHand, kept, others]).toEqual(['by-hand', 'potluck-20200107T000000Z', []]);
  expect(fresh).toMatch(/^potluck-\d{8}T\d{6}Z$/);

  const target = scratchFolder('restored', folder);
  const empty = { DATA_DIR: join(target, 'data'), DATABASE_URL: '' };
  expect(await cli(['restore', join(backups, fresh!)], { env: empty })).toMatchObject({ code: 0 });
});

test('the script for commands works in every folder', () => {
  // systemd-run finds a relative program in the folder of its caller.
  const stub = `#!/bin/sh
for word; do
  case $word in
    --working-directory=*) folder=\${word#*=} ;;
    --setenv=*) export "\${word#--setenv=}" ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
program=$(realpath "$1") && shift && cd "$folder" && exec "$program" "$@"
`;
  const bin = scratchFolder('bin', folder);
  writeFileSync(join(bin, 'systemd-run'), stub, { mode: 0o755 });
  const script = readFileSync(join(root, 'docs/deploy/potluck'), 'utf8').replaceAll('/opt/potluck', root);
  writeFileSync(join(bin, 'potluck'), script, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const usage = ['recipe', 'import', '--help'];
  expect(execFileSync(join(bin, 'potluck'), usage, { cwd: '/', env, encoding: 'utf8' })).toContain('recipe import');
  expect(statSync(join(root, 'docs/deploy/potluck')).mode & 0o111).toBe(0o111);
});
