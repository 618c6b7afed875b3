/** S1: the worker is killed again and again while members publish, and on Redis the queue is flushed in the middle. */
import { pickPositions } from '../chance.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { judge } from '../judge.ts';
import { publishingLoad, runAll } from '../load.ts';
import { followFrom, judgeReader } from '../remote-reader.ts';
import type { Scenario } from '../scenario.ts';
import { fault, openWorld } from '../world.ts';

export const killWorker: Scenario = {
  id: 'S1',
  name: 'kill -9 of the worker while members publish',
  isShort: true,
  run: async (stage) => {
    const size = stage.isShort ? { hosts: 6, operations: 60, kills: 2 } : { hosts: 40, operations: 600, kills: 10 };
    const [world, beta] = await Promise.all([openWorld(stage, size), stage.start({ name: 'beta' })]);
    const reader = await followFrom(beta, world);
    const before = await measureBaseline(world.alpha, stage);
    stage.progress('started');

    const kills = pickPositions(stage.random, size.kills, size.operations);
    let killed = 0;
    let flushed: Promise<unknown> | undefined;
    await runAll(size.operations, 6, publishingLoad(world, stage.random), (n) => {
      if (n === size.operations / 2) flushed = stage.redis?.flush();
      if (!kills.has(n)) return;
      world.alpha.processes.killWorker();
      killed += 1;
      fault(world);
    });
    await flushed;
    demand(killed === size.kills, `the worker was killed ${killed} times instead of ${size.kills}`);
    return judgeReader(world, reader, await judge(stage, world, { before }));
  },
};
