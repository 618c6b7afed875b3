/** Our modules are shared by the test files of a process. A file that needs other settings or mocks gets its own. */
import { vi } from 'vitest';

const state = globalThis as typeof globalThis & { hasOwnModules?: boolean };

/** Call it in `vi.hoisted`. The file's imports evaluate our modules again, with these environment variables. */
export function useOwnModules(environment: Record<string, string> = {}): void {
  Object.assign(process.env, environment);
  state.hasOwnModules = true;
  vi.resetModules();
}

/**
 * Discards the modules that an earlier file of this process used alone. Before the first file, it discards those that
 * the setup needed, because they read the settings before the setup changed them.
 */
export function discardOwnModules(): void {
  if (state.hasOwnModules !== false) vi.resetModules();
  state.hasOwnModules = false;
}
