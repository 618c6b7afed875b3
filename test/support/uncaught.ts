/** Notices errors that nobody handles in the process of a test, which runs the server. */
import { afterAll, beforeAll, expect } from 'vitest';

/** Fails the file if the process of the test, which runs the server, would have ended. */
export function expectNothingUncaught(): void {
  const seen: unknown[] = [];
  const note = (error: unknown) => void seen.push(error);
  beforeAll(() => {
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
  });
  afterAll(() => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    expect(seen).toEqual([]);
  });
}
