/**
 * systemd runs the units of docs/deploy in a container made of this machine's own files: the backup beside a server
 * under load.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../container/run.ts';
import { buildServer, root } from '../support/built-server.ts';
import { hasProgram } from '../support/programs.ts';
import { freePort } from '../support/redis.ts';
import { reportSkipped } from '../support/report-skipped.ts';
import { scratchFolder } from '../support/scratch.ts';
import { isFull } from '../support/test-length.ts';

const folder = isFull ? scratchFolder('boot') : '';
const tree = join(folder, 'tree');
const canBoot = isFull && findOut();
const user = 990;
let machine: ChildProcess;
let leader: string;
let origin: string;

/** The files of this machine, and a layer in memory for what is written. */
function findOut(): boolean {
  if (!hasProgram('systemd-nspawn', 'no systemd runs the units')) return false;
  for (const name of ['upper', 'work', 'tree']) {
    if (name === 'upper') execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
    mkdirSync(join(folder, name));
  }
  const layers = `lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work`;
  const { status, stderr } = spawnSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, tree]);
  if (status !== 0) reportSkipped(`no systemd runs the units: ${stderr}`);
  return status === 0;
}

function install(port: number): void {
  const file = (path: string, text: string, mode = 0o644) => {
    writeFileSync(join(tree, path), text);
    chmodSync(join(tree, path), mode);
  };
  const deployed = (name: string) => readFileSync(join(root, 'docs/deploy', name), 'utf8');
  for (const name of ['potluck.socket', 'potluck.service', 'potluck-backup.service'])
    file(`etc/systemd/system/${name}`, deployed(name).replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`));
  file('usr/local/bin/potluck', deployed('potluck'), 0o755);
  appendFileSync(join(tree, 'etc/passwd'), `potluck:x:${user}:${user}::/var/lib/potluck:/bin/false\n`);
  appendFileSync(join(tree, 'etc/group'), `potluck:x:${user}:\n`);
  for (const path of ['etc/potluck', 'opt/potluck', 'var/backups/potluck'])
    mkdirSync(join(tree, path), { recursive: true });
  chownSync(join(tree, 'var/backups/potluck'), user, user);
  file('etc/potluck/environment', `BASE_URL=${origin}\nRATE_LIMITS=on\n`);
}

const inside = (...words: string[]) =>
  run('nsenter', '--target', leader, '--all', '/usr/bin/env', '--chdir=/', ...words);
const potluck = (...words: string[]) => inside('/usr/local/bin/potluck', ...words);
const isReady = () =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function boot(): Promise<void> {
  buildServer();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  install(port);
  const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe'];
  machine = spawn(
    'systemd-nspawn',
    [`--directory=${tree}`, `--bind-ro=${root}:/opt/potluck`, ...options, 'systemd.unit=basic.target'],
    { stdio: 'ignore', env: { PATH: process.env.PATH, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '0' } },
  );
  await expect.poll(findLeader).toMatch(/^\d+$/);
  await expect.poll(() => inside('systemctl', 'is-active', 'basic.target').catch(() => '')).toBe('active');
}

/** The first process of the container. */
async function findLeader(): Promise<string> {
  leader = (await run('pgrep', '--parent', String(machine.pid)).catch(() => '')).split('\n')[0]!;
  return leader;
}

afterAll(async () => {
  if (machine) {
    const ended = once(machine, 'exit');
    // systemd ends at once.
    if (leader) process.kill(Number(leader), 'SIGKILL');
    else machine.kill('SIGKILL');
    await ended;
  }
  if (!folder) return;
  for (const path of [tree, folder]) spawnSync('umount', ['--lazy', path]);
  rmSync(folder, { recursive: true });
});

test.runIf(canBoot)(
  'the nightly backup leaves a server alone that it cannot see, under load and around kill -9',
  async () => {
    await boot();
    await inside('systemctl', 'start', 'potluck.socket', 'potluck.service');
    await expect.poll(isReady).toBe(true);
    await potluck('account', 'create', 'ann');
    const token = await potluck('token', 'create', '--account', 'ann', '--scope', 'read write');
    const acknowledged: number[] = [];
    const publish = async (n: number) => {
      const response = await fetch(`${origin}/api/v1/statuses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content: `Post ${n}` }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      if (response?.status === 201) acknowledged.push((await response.json()).id);
    };
    let isOver = false;
    const load = (async () => {
      for (let n = 0; !isOver; n += 1) await publish(n);
    })();

    const lock = () => readFileSync(join(tree, 'var/lib/potluck/postgres/files/postmaster.pid'), 'utf8');
    const before = lock();
    const backUp = (...options: string[]) => inside('systemctl', 'start', ...options, 'potluck-backup.service');
    await backUp();
    expect(lock()).toBe(before);
    await inside('systemctl', 'kill', '--signal=SIGKILL', 'potluck.service');
    await expect.poll(isReady).toBe(true);
    // A backup that was missed runs at boot, and may start PostgreSQL before the server does.
    await inside('systemctl', 'stop', 'potluck.socket', 'potluck.service');
    await backUp('--no-block');
    await inside('systemctl', 'start', 'potluck.socket', 'potluck.service');
    const state = () => inside('systemctl', 'is-active', 'potluck-backup.service').catch((error) => error.message);
    await expect.poll(state).toMatch(/inactive/);
    await expect.poll(isReady).toBe(true);
    const until = acknowledged.length + 3;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(until);
    isOver = true;
    await load;

    const missing: number[] = [];
    for (const id of acknowledged) {
      const { status } = await fetch(`${origin}/api/v1/statuses/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (status !== 200) missing.push(id);
    }
    expect(missing).toEqual([]);
    expect(readdirSync(join(tree, 'var/backups/potluck')).filter((name) => !name.endsWith('.part'))).toHaveLength(2);
  },
);
