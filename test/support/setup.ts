/** Gives each test file a fresh database, data folder and environment, and empty caches. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import { createDatabase } from './database.ts';
import { discardOwnModules } from './own-modules.ts';

const server = inject('testServer');
const worker = process.env.VITEST_POOL_ID ?? '1';

restoreEnvironment();
process.env.DATABASE_URL = await createDatabase(server, worker);
process.env.DATA_DIR = join(server.folder, `data-${worker}`);
rmSync(process.env.DATA_DIR, { recursive: true, force: true });
mkdirSync(process.env.DATA_DIR, { recursive: true });

// Test workers share one Redis. Each uses its own Redis database, emptied for each file.
if (process.env.REDIS_URL) {
  const url = new URL(process.env.REDIS_URL);
  url.pathname = `/${worker}`;
  process.env.REDIS_URL = url.href;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
}

// Files of one worker share a process and its modules.
discardOwnModules();
const { emptyCaches } = await import('../../src/lib/cache.ts');
emptyCaches();
(await import('./remote-server.ts')).removeRemoteServers();

/** Undoes what an earlier file of this process changed. */
function restoreEnvironment(): void {
  const shared = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
  shared.firstEnvironment ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in shared.firstEnvironment)) delete process.env[name];
  Object.assign(process.env, shared.firstEnvironment);
}
