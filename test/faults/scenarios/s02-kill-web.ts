/**
 * S2: the web process is killed between commit and answer, and at random moments, while clients repeat their requests.
 */
import { pickPositions } from '../chance.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { keepRunning } from '../keep-running.ts';
import { publishingLoad, runAll } from '../load.ts';
import type { Scenario } from '../scenario.ts';

export const killWeb: Scenario = {
  id: 'S2',
  name: 'kill -9 of the web process between commit and answer, and at random',
  isShort: true,
  run: async (context) => {
    const size = context.isShort
      ? { hosts: 4, operations: 50, kills: 1, each: 18 }
      : { hosts: 20, operations: 400, kills: 6, each: 45 };
    // Each life of the process ends after this many creations, right after a commit.
    const env = { NODE_ENV: 'test', FAIL_AT: `created:${size.each}:kill` };
    const fixture = await openFixture(context, { hosts: size.hosts, env });
    const before = await measureBaseline(fixture.alpha, context);
    context.progress('started');

    const kills = pickPositions(context.random, size.kills, size.operations);
    const restarts = keepRunning(context, fixture);
    await runAll(size.operations, 6, publishingLoad(fixture, context.random), (n) => {
      if (kills.has(n)) restarts.kill();
    });
    const ends = await restarts.stop();
    demand(ends > size.kills, `the web process ended ${ends} times, never between commit and answer`);
    return judge(context, fixture, { before });
  },
};
