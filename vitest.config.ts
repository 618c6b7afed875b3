import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { waitTimeoutMs } from './test/support/wait-timeout.ts';

/** Tests of pure code: no database, no server. */
const unit = [
  'test/architecture.test.ts',
  'test/{lib,languages,recipe-import}/**/*.test.ts',
  'test/federation/{compact,corpus,mutated-corpus,documented}.test.ts',
  'test/federation/objects/**/*.test.ts',
  'test/http/{openapi,multipart-splitter}.test.ts',
  'test/pages/date-text.test.ts',
  'test/container/files.test.ts',
  'test/oauth/redirect-uri.test.ts',
  'test/faults/**/*.test.ts',
];

/** Starts of whole servers, fuzzing, random histories and the browser walk. Short by default, in full with TESTS=full. */
const long = [
  'test/workers/starts.test.ts',
  'test/proofs/{fuzz,broken-bodies}.test.ts',
  'test/histories/**/*.test.ts',
  'test/pages/walk.test.ts',
  'test/recipe-import/hostile-{text,files,pages}.test.ts',
  'test/lib/html-attacks.test.ts',
  'test/hostile/most-expensive-megabyte.test.ts',
  'test/container/image.test.ts',
  'test/deploy/systemd-boot.test.ts',
];

/** Every project that needs PostgreSQL starts one for its run. */
const onDatabase = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/setup.ts', 'test/support/cheap-crypto.ts'],
};

export default defineConfig({
  test: {
    projects: [
      // One module graph per worker: nothing here keeps state between files.
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: long,
          isolate: false,
          globalSetup: 'test/support/unit-setup.ts',
        },
      },
      {
        extends: true,
        // One module graph per worker, too. The setup empties caches for each file.
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...long],
          isolate: false,
          ...onDatabase,
        },
      },
      { extends: true, test: { name: 'long', include: long, ...onDatabase } },
    ],
    // Many tests wait for servers they started and leave the processor idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
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
