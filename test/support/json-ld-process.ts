/** Signals the process that processes JSON-LD for this one, as a kernel without memory or time would. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns whether there is such a process. */
export function signalJsonLdProcess(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): boolean {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
  );
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('json-ld'));
  return found !== undefined && process.kill(Number(found), signal);
}
