/** Sets up a scratch folder with its own PostgreSQL and Redis. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { scratchFolder } from '../support/scratch.ts';
import { grantTestRights, superuserUrl } from '../support/superuser.ts';
import type { Environment } from './child.ts';
import { onCleanup } from './cleanup.ts';
import { progress } from './report.ts';

export const baseUrl = 'https://potluck.bench';

export type Backend = 'Redis' | 'PostgreSQL';

export interface BenchContext {
  /** Backends to measure. */
  backends: Backend[];
  databaseUrl: string;
  /** Null if Redis is not installed. */
  redisUrl: string | null;
  /** Settings for all processes. */
  environment: Environment;
}

export async function openBenchContext(): Promise<BenchContext> {
  const folder = scratchFolder('bench');
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));

  const embedded = await startEmbedded(folder);
  onCleanup(() => embedded.stop());
  await grantTestRights(superuserUrl(embedded.url, folder), embedded.url);
  await migrate(embedded.url);
  const redisUrl = await startRedis(folder);
  progress('PostgreSQL and Redis are ready');

  return {
    backends: redisUrl === null ? ['PostgreSQL'] : ['Redis', 'PostgreSQL'],
    databaseUrl: embedded.url,
    redisUrl,
    environment: {
      DATABASE_URL: embedded.url,
      REDIS_URL: '',
      BASE_URL: baseUrl,
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      FAIL_AT: '',
    },
  };
}

/** Persists once per second, as an operator would configure it. Returns null if it is not installed. */
export async function startRedis(folder: string): Promise<string | null> {
  const port = await freePort();
  const server = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
      '--maxmemory-policy',
      'noeviction',
    ],
    { stdio: 'ignore', detached: true },
  );
  const missing = await Promise.race([once(server, 'spawn').then(() => false), failureOf(server)]);
  if (missing) return null;
  const ended = once(server, 'exit');
  onCleanup(async () => {
    server.kill('SIGTERM');
    await ended;
  });

  const redis = new Redis({ port, lazyConnect: true, retryStrategy: null });
  redis.on('error', () => {});
  for (let attempt = 0; attempt < 100 && redis.status !== 'ready'; attempt += 1) {
    await redis.connect().catch(() => sleep(50));
  }
  await redis.quit();
  return `redis://127.0.0.1:${port}`;
}

const failureOf = (server: ReturnType<typeof spawn>) =>
  new Promise<true>((resolve) => server.once('error', () => resolve(true)));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
