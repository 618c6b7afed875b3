/** Starts a Redis for a test, configured like that of a careful operator. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { sayWhatIsSkipped } from './skipped.ts';

export interface TestRedis {
  url: string;
  /** Of the running process. */
  pid(): number;
  /** How many keys it holds. */
  keys(): Promise<number>;
  /** FLUSHALL. */
  flush(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Prints a loud line when redis-server is missing. */
export function hasRedis(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  sayWhatIsSkipped('redis-server is not installed, so nothing is tried on Redis');
  return false;
}

export async function startRedis(policy = 'noeviction'): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-redis-'));
  const spawned = await spawnRedis(folder, policy);
  const { port } = spawned;
  let { child } = spawned;
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A stopped process handles no other signal.
    child.kill('SIGCONT');
    await ended;
  };

  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => {});
  await client.ping();

  return {
    url,
    pid: () => child.pid!,
    keys: () => client.dbsize(),
    flush: async () => void (await client.flushall()),
    kill: () => end('SIGKILL'),
    restart: async () => {
      const again = await startOn(port, folder, policy);
      if (!again) throw new Error('Redis did not start again');
      child = again;
    },
    stop: async () => {
      client.disconnect();
      await end('SIGTERM');
      process.off('exit', abandon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until it is ready; retries on another port if the free one was taken. */
async function spawnRedis(folder: string, policy: string): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await freePort();
    const child = await startOn(port, folder, policy);
    if (child) return { child, port };
  }
  throw new Error('Redis did not start');
}

/** Returns null if the port is taken. */
async function startOn(port: number, folder: string, policy: string): Promise<ChildProcess | null> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--databases', '64'];
  const durable = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', policy];
  const child = spawn('redis-server', [...settings, ...durable], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ready = await new Promise<boolean>((resolve) => {
    createInterface(child.stdout)
      .on('line', (line) => line.includes('Ready to accept connections') && resolve(true))
      .on('close', () => resolve(false));
  });
  return ready ? child : null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
