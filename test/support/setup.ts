/** Creates a fresh database and data folder before each test file, before any module reads the environment. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import { createDatabase } from './database.ts';

const server = inject('testServer');
const worker = process.env.VITEST_POOL_ID ?? '1';

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
