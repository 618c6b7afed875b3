/** Tells Linux which process to kill first when memory runs out, and finds out whether it did. */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The higher, the earlier a process is killed (proc_pid_oom_score_adj(5)). The main process and the PostgreSQL server keep
 * the score they were started with, since everything hangs on them.
 */
export const oomScores = { postgresConnection: 100, worker: 500, confined: 900 };

export const oomScoreFile = '/proc/self/oom_score_adj';

/** Every process may raise its score. Does nothing on other systems. */
export function raiseOomScore(score: number): void {
  try {
    if (Number(readFileSync(oomScoreFile, 'utf8')) < score) writeFileSync(oomScoreFile, String(score));
  } catch {
    // Not Linux, or a sandbox without procfs.
  }
}

/** Argument of a worker whose predecessor was killed for want of memory. */
export const afterMemoryKill = 'after-memory-kill';

/** How many processes the kernel has killed for want of memory since it started, in all containers; 0 if unknown. */
export function countOomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
