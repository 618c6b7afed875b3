/** S12: Redis is flushed and then full; with the queue on PostgreSQL, its connections freeze and some never thaw. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '../../support/redis.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { judge, judgeQueueFault } from '../judge.ts';
import type { Outcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { startPostgres } from '../postgres-process.ts';
import { startTcpProxy } from '../proxy.ts';
import type { Scenario, Stage } from '../scenario.ts';
import { fault, openWorld } from '../world.ts';

const hosts = 10;
const perSecond = 8;
const fullMs = 8_000;
const frozenMs = 8_000;
/** From when on the server itself considers a lost connection dead. */
const keepAliveMs = 20_000;
/** Between two faults. */
const calmMs = 4_000;

export const queueFull: Scenario = {
  id: 'S12',
  name: 'Redis is flushed and full, or connections to PostgreSQL freeze, while members publish',
  isShort: false,
  run: (stage) => (stage.redis ? withRedis(stage, stage.redis) : withPostgres(stage)),
};

async function withRedis(stage: Stage, redis: TestRedis): Promise<Outcome> {
  const world = await openWorld(stage, { hosts });
  const before = await measureBaseline(world.alpha, stage);
  await publishDuring(stage, world, perSecond, async () => {
    for (let times = 0; times < 2; times += 1) {
      await sleep(calmMs);
      await redis.flush();
      fault(world);
      stage.progress('Redis was flushed');
    }
    await sleep(calmMs);
    await redis.limitMemory(0);
    await sleep(fullMs);
    const refused = await redis.refusedWrites();
    await redis.limitMemory(null);
    fault(world);
    demand(refused > 0, 'a full Redis refused no write');
    stage.progress(`Redis was full for ${fullMs / 1_000} s and refused ${refused} writes`);
    await sleep(calmMs);
  });
  return judgeQueueFault(stage, world, { before });
}

/** A firewall that forgets connections leaves them open on both sides, and nothing passes any more. */
async function withPostgres(stage: Stage): Promise<Outcome> {
  const postgres = await startPostgres();
  const proxy = await startTcpProxy(postgres.port);
  const databaseUrl = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const world = await openWorld(stage, { hosts, databaseUrl });
  stage.onEnd(async () => {
    await world.alpha.processes.stop();
    proxy.stop();
    await postgres.stop();
  });
  const before = await measureBaseline(world.alpha, stage);

  await publishDuring(stage, world, perSecond, async () => {
    await sleep(calmMs);
    proxy.stall();
    await sleep(frozenMs);
    proxy.resume();
    fault(world);
    stage.progress(`all connections were frozen for ${frozenMs / 1_000} s`);

    await sleep(calmMs);
    const stranded = proxy.strand(keepAliveMs);
    fault(world);
    demand(stranded > 0, 'there was no connection to strand');
    stage.progress(`${stranded} connections are dead and look alive`);
    await sleep(calmMs);
  });
  return judge(stage, world, { before });
}
