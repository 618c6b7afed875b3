/** Our modules are shared by the test files of a process. A file that needs other settings or mocks gets its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

const state = globalThis as typeof globalThis & { hasOwnModules?: boolean };

/** Call it in `vi.hoisted`. The file's imports evaluate our modules again, with these environment variables. */
export function useOwnModules(environment: Record<string, string> = {}): void {
  Object.assign(process.env, environment);
  state.hasOwnModules = true;
  vi.resetModules();
}

/**
 * Call it in `vi.hoisted` where a browser opens pages of the app. Returns a free port; the app's address is
 * `http://localhost:PORT`.
 */
export async function useOwnPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  useOwnModules({ BASE_URL: `http://localhost:${port}` });
  return port;
}

/**
 * Discards the modules that an earlier file of this process used alone. Before the first file, it discards those that
 * the setup needed, because they read the settings before the setup changed them. Returns whether it did.
 */
export function discardOwnModules(): boolean {
  const hadOwnModules = state.hasOwnModules !== false;
  if (hadOwnModules) vi.resetModules();
  state.hasOwnModules = false;
  return hadOwnModules;
}
