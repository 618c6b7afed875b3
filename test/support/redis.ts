/** Starts a Redis for a test, configured like that of a careful operator. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { reportSkipped } from './report-skipped.ts';

export interface TestRedis {
  url: string;
  port: number;
  /** FLUSHALL. */
  flush(): Promise<void>;
  /** Sets `maxmemory` in bytes above the memory in use now. Null removes the limit. */
  limitMemory(bytes: number | null): Promise<void>;
  /** How often commands were refused because memory was full, since it started. */
  refusedWrites(): Promise<number>;
  /** How many keys all databases hold. */
  keys(): Promise<number>;
  /** Of the running process. */
  pid(): number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** After `kill`: starts it on the same port, with its append-only file (the default) or without any data. */
  restart(options?: { keepsData?: boolean }): Promise<void>;
  /** SIGSTOP: it accepts connections and answers nothing. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  stop(): Promise<void>;
}

interface Settings {
  folder: string;
  policy: string;
}

/** Prints a loud line when redis-server is missing. */
export function hasRedis(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  reportSkipped('redis-server is not installed, so nothing is tried on Redis');
  return false;
}

export async function startRedis(policy = 'noeviction'): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-redis-'));
  const settings: Settings = { folder, policy };
  let { child, port } = await spawnOnFreePort(settings);
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);

  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => {});
  await client.ping();
  const memory = async () => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
  const end = async (signal: NodeJS.Signals) => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    const ended = isRunning ? once(child, 'exit') : null;
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  };

  return {
    url,
    port,
    flush: async () => void (await client.flushall()),
    limitMemory: async (bytes) =>
      void (await client.config('SET', 'maxmemory', bytes === null ? 0 : (await memory()) + bytes)),
    refusedWrites: async () => {
      const counts = /^errorstat_OOM:count=(\d+)/m.exec(await client.info('errorstats'));
      return Number(counts?.[1] ?? 0);
    },
    pid: () => child.pid!,
    keys: async () => {
      const counts = (await client.info('keyspace')).matchAll(/keys=(\d+)/g);
      return [...counts].reduce((total, [, count]) => total + Number(count), 0);
    },
    kill: () => end('SIGKILL'),
    restart: async ({ keepsData = true } = {}) => {
      if (!keepsData) rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true });
      const started = await spawnRedis(settings, port);
      if (!started) throw new Error(`Redis did not start on port ${port} again`);
      child = started;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      client.disconnect();
      await end('SIGTERM');
      process.off('exit', abandon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries on another port if the free one was taken. */
async function spawnOnFreePort(settings: Settings): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await freePort();
    const child = await spawnRedis(settings, port);
    if (child) return { child, port };
  }
  throw new Error('Redis did not start');
}

/** Waits until it is ready. Returns null if it did not start. */
async function spawnRedis({ folder, policy }: Settings, port: number): Promise<ChildProcess | null> {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--databases', '64'];
  const durable = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', policy];
  const child = spawn('redis-server', [...place, ...durable], { stdio: ['ignore', 'pipe', 'ignore'] });
  const isReady = await new Promise<boolean>((resolve) => {
    createInterface(child.stdout)
      .on('line', (line) => line.includes('Ready to accept connections') && resolve(true))
      .on('close', () => resolve(false));
  });
  return isReady ? child : null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
