/** Restarts the embedded PostgreSQL when it dies. */
import type { Cluster } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

const intervalMs = 500;

/** Checks twice a second and retries `start` until it succeeds, because leftovers of the old process may delay it. */
export function superviseRestarts(cluster: Cluster, start: () => Promise<void>): { stop(): Promise<void> } {
  let starting: Promise<void> | undefined;

  const timer = setInterval(() => {
    if (starting || findPostmaster(cluster)) return;
    starting = start()
      .catch(() => {})
      .finally(() => {
        starting = undefined;
      });
  }, intervalMs).unref();

  return {
    stop: async () => {
      clearInterval(timer);
      await starting;
    },
  };
}
