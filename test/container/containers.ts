/**
 * Runs containers from an image as its configuration says: user, environment, folder, command and health check.
 * Each has a read-only root, an empty /tmp and a shared /data, no capabilities, and the network of the machine.
 * This needs no container runtime, which many test machines forbid.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildah } from './build-image.ts';
import { run } from './run.ts';

interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

export interface Container {
  pid: number;
  log: string[];
  /** Runs a command inside, as the image's user. */
  exec(...command: string[]): Promise<string>;
  /** Waits until the health check succeeds. */
  healthy(): Promise<void>;
  /** SIGTERM. Returns duration in ms and exit code. */
  stop(): Promise<{ ms: number; code: number | null }>;
}

export interface Containers {
  /** Bytes of all layers. */
  imageBytes: number;
  config: ImageConfig;
  start(environment: Record<string, string>, healthCheck?: string[]): Promise<Container>;
  close(): Promise<void>;
}

/** `exec` keeps the process id, so that signals reach the program as from a container runtime. */
const enter = `
mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT" &&
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$ROOT/tmp" && mount --bind "$DATA" "$ROOT/data" &&
mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" || exit 125
exec chroot "$ROOT" /usr/bin/env --ignore-environment --chdir="$FOLDER" "$@"`;
/** Container runtimes set it, unless the image does. */
const defaultPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const healthTimeoutMs = 90_000;

/** `data` becomes the volume of all containers. */
export async function openContainers(image: string, data: string): Promise<Containers> {
  const described = JSON.parse(await buildah('inspect', '--type', 'image', image));
  const config: ImageConfig = described.Docker.config;
  const [{ size }] = JSON.parse(await buildah('images', '--json', image)) as [{ size: string }];
  const name = await buildah('from', '--pull-never', image);
  const folder = await buildah('mount', name);

  mkdirSync(data, { recursive: true });
  const owner = (await run('chroot', folder, 'id', '-u', config.User)).split('\n').map(Number)[0]!;
  chownSync(data, owner, owner);

  const user = [`--reuid=${config.User}`, `--regid=${config.User}`, '--init-groups'];
  const confined = ['setpriv', ...user, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const running = new Set<ChildProcess>();

  const start = async (environment: Record<string, string>, healthCheck = config.Healthcheck.Test) => {
    const variables = [defaultPath, ...config.Env, ...Object.entries(environment).map((pair) => pair.join('='))];
    const command = [...variables, ...confined, ...config.Cmd];
    const child = spawn('unshare', ['--mount', 'sh', '-c', enter, 'sh', ...command], {
      env: { PATH: process.env.PATH, ROOT: folder, DATA: data, FOLDER: config.WorkingDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => log.push(text));
    const exit = once(child, 'exit') as Promise<[number | null]>;
    void exit.then(() => running.delete(child));
    const isAlive = () => child.exitCode === null && child.signalCode === null;

    const exec = (...words: string[]) => {
      const inside = ['/usr/bin/env', '--ignore-environment', `--chdir=${config.WorkingDir}`];
      const target = ['--target', String(child.pid), '--mount', '--root'];
      return run('nsenter', ...target, ...inside, ...variables, ...confined, ...words);
    };
    const healthy = async () => {
      const deadline = performance.now() + healthTimeoutMs;
      for (;;) {
        const failure = await exec(...healthCheck.slice(1)).then(
          () => null,
          (error: Error) => error.message,
        );
        if (failure === null) return;
        if (!isAlive() || performance.now() > deadline)
          throw new Error(`not healthy: ${failure}\n${log.join('').slice(-4_000)}`);
        await sleep(300);
      }
    };
    const stop = async () => {
      const began = performance.now();
      if (isAlive()) child.kill('SIGTERM');
      const [code] = await exit;
      return { ms: performance.now() - began, code };
    };
    return { pid: child.pid!, log, exec, healthy, stop };
  };

  return {
    imageBytes: megabytes(size) * 1e6,
    config,
    start,
    close: async () => {
      for (const child of running) child.kill('SIGKILL');
      await Promise.all([...running].map((child) => once(child, 'exit')));
      await buildah('rm', name);
    },
  };
}

/** Buildah prints `312 MB` or `1.2 GB`. */
function megabytes(text: string): number {
  const [number, unit] = text.split(' ') as [string, string];
  return Number(number) * ({ KB: 1e-3, MB: 1, GB: 1e3 }[unit] ?? Number.NaN);
}
