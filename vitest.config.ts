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
  'test/pages/{date-text,form-html}.test.ts',
  'test/container/files.test.ts',
  'test/oauth/redirect-uri.test.ts',
  'test/faults/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      // One module graph per worker. The setup of `server` empties the caches for each file.
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          isolate: false,
          globalSetup: 'test/support/unit-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: unit,
          isolate: false,
          globalSetup: 'test/support/global-setup.ts',
          setupFiles: ['test/support/setup.ts', 'test/support/cheap-crypto.ts'],
        },
      },
    ],
    // Many tests wait for servers they started and leave the processor idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
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
