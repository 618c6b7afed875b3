/** Kills and freezes the embedded PostgreSQL of a server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../support/instance.ts';
import { childrenOf } from './postgres-process.ts';

export const postmasterPid = ({ dataDir }: Pick<Instance, 'dataDir'>): number =>
  Number(readFileSync(join(dataDir, 'postgres/files/postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** SIGKILL, also to a frozen one. The server starts it again. */
export const killPostgres = (instance: Instance): void => void process.kill(postmasterPid(instance), 'SIGKILL');

/** SIGSTOP to all its processes. Returns a function that lets them go on. */
export function freezePostgres(instance: Instance): () => void {
  const postmaster = postmasterPid(instance);
  const pids = [postmaster, ...childrenOf(postmaster)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // A backend that ended in the meantime.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}
