import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Many wait for servers that they started, and leave a processor to others.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Only what hangs takes so long, however slow and busy the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    env: {
      // Vite puts a BASE_URL of its own into the environment.
      ...{ NODE_ENV: 'test', BASE_URL: 'https://cook.example', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
      // Hundreds of processes load the same modules: what one has compiled the others find.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
  },
});
