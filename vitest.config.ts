import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { processTests } from './test/support/process-tests.ts';
import { reportSkipped } from './test/support/report-skipped.ts';
import { isFull } from './test/support/test-length.ts';
import { unitTests } from './test/support/unit-tests.ts';
import { waitTimeoutMs } from './test/support/wait-timeout.ts';

const server = {
  extends: true as const,
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    isolate: false,
    globalSetup: 'test/support/global-setup.ts',
    // The first makes crypto cheap for the modules that the second loads.
    setupFiles: ['test/support/cheap-crypto.ts', 'test/support/setup.ts'],
  },
};
const unit = {
  extends: true as const,
  test: { name: 'unit', include: unitTests, isolate: false, globalSetup: 'test/support/unit-setup.ts' },
};

const processes = { ...server, test: { ...server.test, name: 'processes', include: processTests } };
const serverWithout = (files: string[]) => ({ ...server, test: { ...server.test, exclude: files } });

/** A run without names of files or projects. Each project transforms and loads the modules again, so it has only one. */
const isWholeRun = process.argv.slice(2).every((word) => word === 'run' || word.startsWith('-'));

/** The short form of all tests leaves out what takes longest. `.ci/run` runs that, too. */
const leftOut = isWholeRun && !isFull ? processTests : [];
if (leftOut.length > 0) {
  reportSkipped(`${leftOut.length} files that start servers or workers; npm test -- --project processes runs them`);
}

export default defineConfig({
  test: {
    // One module graph per worker. The setup of `server` empties the caches for each file.
    projects: isWholeRun ? [serverWithout(leftOut)] : [unit, serverWithout([...processTests, ...unitTests]), processes],
    // Many tests wait for servers they started and leave the processor idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // A seventh of the processor time went into collecting objects that die young.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Generous, so that only a hang fails on a slow and busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: waitTimeoutMs, interval: 20 } },
    env: {
      // Vite puts a BASE_URL of its own into the environment.
      NODE_ENV: 'test',
      BASE_URL: 'https://cook.example',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      // Tests start hundreds of processes, which share this cache of compiled modules.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
  },
});
