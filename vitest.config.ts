import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    // Vite puts a BASE_URL of its own into the environment.
    env: { NODE_ENV: 'test', BASE_URL: 'https://cook.example', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
  },
});
