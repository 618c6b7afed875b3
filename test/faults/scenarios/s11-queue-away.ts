/** S11: the queue is killed, loses its data and freezes while members publish. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '../../support/redis.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judgeQueueFault } from '../judge.ts';
import type { Outcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { emptyQueue, startPostgres } from '../postgres-process.ts';
import { startTcpProxy } from '../proxy.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const hosts = 10;
const perSecond = 8;
/** Longer than BullMQ's lock of a job, 10 s. */
const frozenMs = 12_000;
const awayMs = 3_000;
/** Between two faults. */
const calmMs = 3_000;

export const queueAway: Scenario = {
  id: 'S11',
  name: 'the queue is killed, loses its data and freezes while members publish',
  isShort: false,
  run: (context) => (context.redis ? withRedis(context, context.redis) : withPostgres(context)),
};

async function withRedis(context: ScenarioContext, redis: TestRedis): Promise<Outcome> {
  const fixture = await openFixture(context, { hosts });
  const before = await measureBaseline(fixture.alpha, context);
  await publishDuring(context, fixture, perSecond, async () => {
    for (const keepsData of [true, false]) {
      await sleep(calmMs);
      await redis.kill();
      await sleep(awayMs);
      await redis.restart({ keepsData });
      fault(fixture);
      context.progress(`Redis was killed and is back ${keepsData ? 'with' : 'without'} its data`);
    }
    await sleep(calmMs);
    redis.freeze();
    await sleep(frozenMs);
    redis.thaw();
    fault(fixture);
    context.progress(`Redis was frozen for ${frozenMs / 1_000} s`);
    await sleep(calmMs);
  });
  return judgeQueueFault(context, fixture, { before });
}

/** Only the worker reaches PostgreSQL through the proxy, so that requests can go on. */
async function withPostgres(context: ScenarioContext): Promise<Outcome> {
  const postgres = await startPostgres();
  const proxy = await startTcpProxy(postgres.port);
  const through = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const fixture = await openFixture(context, { hosts, databaseUrl: postgres.url, env: { ROLE: 'web' } });
  const worker = await fixture.alpha.add('worker', { DATABASE_URL: through });
  context.onEnd(async () => {
    await Promise.all([worker.stop(), fixture.alpha.processes.stop()]);
    proxy.stop();
    await postgres.stop();
  });

  await publishDuring(context, fixture, perSecond, async () => {
    await sleep(calmMs);
    proxy.refuses = true;
    proxy.reset();
    await sleep(awayMs);
    proxy.refuses = false;
    fault(fixture);
    context.progress('the worker lost its connections and has them back');

    await sleep(calmMs);
    const emptied = await emptyQueue(await fixture.alpha.databaseUrl());
    demand(emptied > 0, 'the queue has no tables');
    fault(fixture);
    context.progress(`${emptied} tables of the queue were emptied`);

    await sleep(calmMs);
    proxy.stall();
    await sleep(frozenMs);
    proxy.resume();
    fault(fixture);
    context.progress(`the connections of the worker were frozen for ${frozenMs / 1_000} s`);
    await sleep(calmMs);
  });
  return judgeQueueFault(context, fixture);
}
