/** Signals the process that processes JSON-LD for this one, as a kernel without memory or time would. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns whether there is such a process. There are two for a moment when another file has just used its own. */
export function signalJsonLdProcess(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): boolean {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
  );
  const found = children.filter(isJsonLdProcess);
  return found.map((pid) => kill(Number(pid), signal)).includes(true);
}

function isJsonLdProcess(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('json-ld');
  } catch {
    // It has ended.
    return false;
  }
}

function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Kills it before `work` and again and again meanwhile: a running process answers at once, a new one takes longer. */
export async function withoutJsonLdProcess<T>(work: () => T | Promise<T>): Promise<T> {
  signalJsonLdProcess('SIGKILL');
  const killing = setInterval(() => signalJsonLdProcess('SIGKILL'), 5);
  try {
    return await work();
  } finally {
    clearInterval(killing);
  }
}
