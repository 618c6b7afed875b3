/** Connects a test file to its database while it runs. */
import { afterAll, beforeAll } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';

export function useDatabase(): void {
  beforeAll(() => connect(process.env.DATABASE_URL!, { max: 4 }));
  afterAll(() => disconnect());
}
