/** Gives each test file an empty database, data folder and environment, and empty caches. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { Redis } from 'ioredis';
import { expect, inject } from 'vitest';
import { createWorkerDatabase, emptyDatabase, type WorkerDatabase } from './database.ts';
import { closeKeptPool, keptBackends } from './kept-pool.ts';
import { discardOwnModules } from './own-modules.ts';
import { unitTests } from './unit-tests.ts';

const server = inject('testServer');
const worker = process.env.VITEST_POOL_ID ?? '1';

restoreEnvironment();

// Files of one worker share a process and its modules.
if (discardOwnModules()) closeKeptPool();
process.env.DATABASE_URL = await emptiedDatabase();
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

const { emptyCaches } = await import('../../src/lib/cache.ts');
emptyCaches();
(await import('./remote-server.ts')).removeRemoteServers();

async function emptiedDatabase(): Promise<string> {
  const shared = globalThis as typeof globalThis & { workerDatabase?: WorkerDatabase };
  const last = shared.workerDatabase;
  if (last && (isUnitTest() || (!readsPlans() && (await emptyDatabase(last, keptBackends()))))) return last.url;

  closeKeptPool();
  await last?.client.end();
  shared.workerDatabase = await createWorkerDatabase(server, worker);
  return shared.workerDatabase.url;
}

/** Indexes stay as large as deleted rows made them, which changes the costs of plans. */
function readsPlans(): boolean {
  return readFileSync(expect.getState().testPath!, 'utf8').includes('EXPLAIN');
}

/** It has no database, also in a run whose only project is `server`. */
function isUnitTest(): boolean {
  const file = relative(join(import.meta.dirname, '../..'), expect.getState().testPath!);
  return unitTests.some((pattern) => matchesGlob(file, pattern));
}

/** Undoes what an earlier file of this process changed. */
function restoreEnvironment(): void {
  const shared = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
  shared.firstEnvironment ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in shared.firstEnvironment)) delete process.env[name];
  Object.assign(process.env, shared.firstEnvironment);
}
