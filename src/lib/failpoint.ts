/** Places where a test may kill or fail the process: `FAIL_AT=after_commit:3:kill,before_settle:1:throw`. */
import { config } from './config.ts';

type Action = 'kill' | 'throw';

const armed = new Map<string, { remaining: number; action: Action }>(
  (config.failAt ?? '')
    .split(',')
    .map((entry) => entry.split(':'))
    .filter((parts) => parts.length === 3)
    .map(([name, count, action]) => [name!, { remaining: Number(count), action: action as Action }]),
);

/** Does nothing outside NODE_ENV=test; there, on its n-th passing, does what FAIL_AT says. */
export function failpoint(name: string): void {
  const point = armed.get(name);
  if (!point) return;

  point.remaining -= 1;
  if (point.remaining > 0) return;

  armed.delete(name);
  if (point.action === 'kill') process.kill(process.pid, 'SIGKILL');
  throw new Error(`failpoint ${name}`);
}
