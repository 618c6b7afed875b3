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
  /** FLUSHALL. */
  flush(): Promise<void>;
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
  const { child, port } = await spawnRedis(folder, policy);
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));

  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => {});
  await client.ping();

  return {
    url,
    flush: async () => void (await client.flushall()),
    stop: async () => {
      client.disconnect();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until it is ready; retries on another port if the free one was taken. */
async function spawnRedis(folder: string, policy: string): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await freePort();
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--databases', '64'];
    const durable = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', policy];
    const child = spawn('redis-server', [...settings, ...durable], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ready = new Promise<boolean>((resolve) => {
      createInterface(child.stdout)
        .on('line', (line) => line.includes('Ready to accept connections') && resolve(true))
        .on('close', () => resolve(false));
    });
    if (await ready) return { child, port };
  }
  throw new Error('Redis did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
