/** Connects a test file to its database while it runs. */
import { afterAll, beforeAll } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';

export function useDatabase(): void {
  beforeAll(connectDatabase);
  afterAll(() => disconnect());
}

/**
 * A test waits less for a free connection than for a new one, which loads the catalogue and plans each statement again.
 */
export function connectDatabase(): void {
  connect(process.env.DATABASE_URL!, { max: 4 });
}
