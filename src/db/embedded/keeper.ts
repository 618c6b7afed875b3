/** Starts the embedded PostgreSQL again where it dies under its users. */
import type { Cluster } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';

const interval = 500;

/** Looks twice a second; `start` is tried until it holds, for what the dead one left behind may take a moment to go. */
export function keepRunning(cluster: Cluster, start: () => Promise<void>): { stop(): Promise<void> } {
  let starting: Promise<void> | undefined;

  const timer = setInterval(() => {
    if (starting || findPostmaster(cluster)) return;
    starting = start()
      .catch(() => {})
      .finally(() => {
        starting = undefined;
      });
  }, interval).unref();

  return {
    stop: async () => {
      clearInterval(timer);
      await starting;
    },
  };
}
