/** Provides PostgreSQL for a test run: TEST_DATABASE_URL, DATABASE_URL, or an embedded one that ends with the run. */
import { spawn } from 'node:child_process';
import { generateKeyPair, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { buildServer } from './built-server.ts';
import type { TestRun, TestServer } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestRun;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildServer();
  project.onTestsRerun(buildServer);
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const prefix = `potluck_test_${randomBytes(4).toString('hex')}`;
  const args = [join(import.meta.dirname, 'test-server.ts'), prefix, ...(given ? [given] : [])];
  // Detached, because Vitest exits on Ctrl-C without waiting for the teardown.
  const keeper = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(keeper, 'exit');

  const [line] = await Promise.race([
    once(createInterface(keeper.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('PostgreSQL for the tests did not start'))),
  ]);
  const server: TestServer = JSON.parse(line);
  const rsaKeys = await Promise.all(Array.from({ length: 23 }, newRsaKey));
  project.provide('testServer', { ...server, rsaKeys });

  return async () => {
    keeper.stdin.end();
    await ended;
  };
}

async function newRsaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}
