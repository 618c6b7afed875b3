/** Lets tests kill or fail the process at named points: `FAIL_AT=after_commit:3:kill,before_settle:1:throw`. */
import { config } from './config.ts';

type Action = 'kill' | 'throw';

const armed = new Map<string, { remaining: number; action: Action }>(
  (config.failAt ?? '')
    .split(',')
    .map((entry) => entry.split(':'))
    .filter((parts) => parts.length === 3)
    .map(([name, count, action]) => [name!, { remaining: Number(count), action: action as Action }]),
);

/** Performs the action of FAIL_AT on the n-th call. Does nothing unless NODE_ENV is test. */
export function failpoint(name: string): void {
  const point = armed.get(name);
  if (!point) return;

  point.remaining -= 1;
  if (point.remaining > 0) return;

  armed.delete(name);
  if (point.action === 'kill') process.kill(process.pid, 'SIGKILL');
  throw new Error(`failpoint ${name}`);
}
