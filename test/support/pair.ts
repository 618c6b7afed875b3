/** Two whole servers for as long as a test file runs: alpha and beta, each with a database of its own. */
import { afterAll, beforeAll, inject } from 'vitest';
import { createEmptyDatabase } from './database.ts';
import type { Instance, InstanceOptions } from './instance.ts';
import { openNetwork } from './network.ts';

interface Pair {
  alpha: Instance;
  beta: Instance;
}

/** What it answers is filled before the first test. `name` is the file's own. */
export function usePair(name: string, options: Partial<InstanceOptions>): Pair {
  const network = openNetwork();
  const pair = {} as Pair;

  beforeAll(async () => {
    const start = async (each: 'alpha' | 'beta') => {
      const databaseUrl = await createEmptyDatabase(inject('testServer'), `${name}_${each}`);
      pair[each] = await network.start({ name: each, databaseUrl, ...options });
    };
    await Promise.all([start('alpha'), start('beta')]);
  }, 120_000);
  afterAll(() => network.close(), 60_000);
  return pair;
}
