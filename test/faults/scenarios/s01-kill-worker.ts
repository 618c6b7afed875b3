/** S1: the worker is killed again and again while members publish, and on Redis the queue is flushed in the middle. */
import { pickPositions } from '../chance.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publishingLoad, runAll } from '../load.ts';
import { followFrom, judgeReader } from '../remote-reader.ts';
import type { Scenario } from '../scenario.ts';

export const killWorker: Scenario = {
  id: 'S1',
  name: 'kill -9 of the worker while members publish',
  isShort: true,
  run: async (context) => {
    const size = context.isShort ? { hosts: 6, operations: 60, kills: 2 } : { hosts: 40, operations: 600, kills: 10 };
    const [fixture, beta] = await Promise.all([openFixture(context, size), context.start({ name: 'beta' })]);
    const reader = await followFrom(beta, fixture);
    const before = await measureBaseline(fixture.alpha, context);
    context.progress('started');

    const kills = pickPositions(context.random, size.kills, size.operations);
    let killed = 0;
    let flushed: Promise<unknown> | undefined;
    await runAll(size.operations, 6, publishingLoad(fixture, context.random), (n) => {
      if (n === size.operations / 2) flushed = context.redis?.flush();
      if (!kills.has(n)) return;
      fixture.alpha.processes.killWorker();
      killed += 1;
      fault(fixture);
    });
    await flushed;
    demand(killed === size.kills, `the worker was killed ${killed} times instead of ${size.kills}`);
    return judgeReader(fixture, reader, await judge(context, fixture, { before }));
  },
};
