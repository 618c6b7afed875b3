/** One PostgreSQL for the whole test run: the one TEST_DATABASE_URL or DATABASE_URL names, else an embedded one that ends with the run. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findEmbedded, startEmbedded } from '../../src/db/embedded.ts';
import { createTemplate, dropDatabases, type TestServer } from './database.ts';
import { scratchFolder } from './scratch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const folder = scratchFolder('run');
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  // Nobody needs what a test wrote after a power cut.
  const embedded = given ? null : await startEmbedded(folder, { fsync: 'off', full_page_writes: 'off' });
  const prefix = `potluck_test_${randomBytes(4).toString('hex')}`;
  const server = { url: given || embedded!.url, prefix, folder };

  const teardown = once(async () => {
    await (embedded ? embedded.stop() : dropDatabases(server));
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void teardown().finally(() => process.exit(1)));
  }

  try {
    await createTemplate(server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testServer', server);
  return teardown;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** A run that was killed outright leaves its PostgreSQL behind; one that still has a user is not stopped. */
async function removeLeftovers(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('potluck-run-'));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    try {
      if (Date.now() - statSync(folder).mtimeMs < 60_000) continue;
      if (await findEmbedded(folder)) await (await startEmbedded(folder)).stop();
      if (!(await findEmbedded(folder))) rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      process.stderr.write(`Left alone: ${folder}: ${String(error)}\n`);
    }
  }
}
