/** Checks that the clock of this machine agrees with those of other servers, which refuse signatures with a wrong time. */
import { toMessage } from '../../../lib/language/text.ts';
import { findRemoteClocks } from '../observations.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

const maxDifferenceMs = 30_000;

export async function checkRemoteClocks(): Promise<CheckResult> {
  const found = await findRemoteClocks();
  if (!found) return ok('clocks', toMessage('doctor-checks.clocks-unknown'));
  const { ms, hosts } = found;
  if (Math.abs(ms) <= maxDifferenceMs)
    return ok('clocks', toMessage('doctor-checks.clocks-good', { count: hosts }));
  return problem(
    'clocks',
    toMessage('doctor-checks.clocks-differ', { seconds: Math.round(Math.abs(ms) / 1_000), count: hosts }),
    toMessage('doctor-checks.clocks-differ-remedy'),
  );
}
