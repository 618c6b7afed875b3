/** S10: the embedded PostgreSQL is killed and frozen while members publish. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../demo/eventually.ts';
import { pickPositions } from '../chance.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publishingLoad, runAll } from '../load.ts';
import { freezePostgres, killPostgres, postmasterPid } from '../postmaster.ts';
import type { Scenario } from '../scenario.ts';

const recoveryTimeoutMs = 60_000;

export const postgresAway: Scenario = {
  id: 'S10',
  name: 'PostgreSQL crashes and freezes while members publish',
  isShort: true,
  run: async (context) => {
    const size = context.isShort
      ? { hosts: 4, operations: 40, faults: 2, frozenMs: 1_500 }
      : { hosts: 20, operations: 400, faults: 6, frozenMs: 6_000 };
    const fixture = await openFixture(context, size);
    const { alpha } = fixture;
    const before = await measureBaseline(alpha, context);
    const first = postmasterPid(alpha);
    context.progress('started');

    const positions = pickPositions(context.random, size.faults, size.operations);
    let strikes = 0;
    let striking: Promise<unknown> = Promise.resolve();
    const strike = async () => {
      strikes += 1;
      if (strikes % 2 === 1) killPostgres(alpha);
      else {
        const thaw = freezePostgres(alpha);
        await sleep(size.frozenMs);
        thaw();
      }
      fault(fixture);
      // A crashed PostgreSQL is not struck again before it is back.
      await eventually(
        'PostgreSQL to run again',
        () => alpha.databaseUrl().catch(() => null),
        (url) => url !== null,
        recoveryTimeoutMs,
      );
    };
    await runAll(size.operations, 6, publishingLoad(fixture, context.random), (n) => {
      if (positions.has(n)) striking = striking.then(strike);
    });
    await striking;
    demand(strikes === size.faults, `PostgreSQL was struck ${strikes} times instead of ${size.faults}`);
    demand(postmasterPid(alpha) !== first, 'PostgreSQL was not started again');
    return judge(context, fixture, { before });
  },
};
