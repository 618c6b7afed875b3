/** S12: Redis is flushed and then full; with the queue on PostgreSQL, its connections freeze and some never thaw. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '../../support/redis.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge, judgeQueueFault } from '../judge.ts';
import type { Outcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { startPostgres } from '../postgres-process.ts';
import { startTcpProxy } from '../proxy.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

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
  run: (context) => (context.redis ? withRedis(context, context.redis) : withPostgres(context)),
};

async function withRedis(context: ScenarioContext, redis: TestRedis): Promise<Outcome> {
  const fixture = await openFixture(context, { hosts });
  const before = await measureBaseline(fixture.alpha, context);
  await publishDuring(context, fixture, perSecond, async () => {
    for (let times = 0; times < 2; times += 1) {
      await sleep(calmMs);
      await redis.flush();
      fault(fixture);
      context.progress('Redis was flushed');
    }
    await sleep(calmMs);
    await redis.limitMemory(0);
    await sleep(fullMs);
    const refused = await redis.refusedWrites();
    await redis.limitMemory(null);
    fault(fixture);
    demand(refused > 0, 'a full Redis refused no write');
    context.progress(`Redis was full for ${fullMs / 1_000} s and refused ${refused} writes`);
    await sleep(calmMs);
  });
  return judgeQueueFault(context, fixture, { before });
}

/** A firewall that forgets connections leaves them open on both sides, and nothing passes any more. */
async function withPostgres(context: ScenarioContext): Promise<Outcome> {
  const postgres = await startPostgres();
  const proxy = await startTcpProxy(postgres.port);
  const databaseUrl = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const fixture = await openFixture(context, { hosts, databaseUrl });
  context.onEnd(async () => {
    await fixture.alpha.processes.stop();
    proxy.stop();
    await postgres.stop();
  });
  const before = await measureBaseline(fixture.alpha, context);

  await publishDuring(context, fixture, perSecond, async () => {
    await sleep(calmMs);
    proxy.stall();
    await sleep(frozenMs);
    proxy.resume();
    fault(fixture);
    context.progress(`all connections were frozen for ${frozenMs / 1_000} s`);

    await sleep(calmMs);
    const stranded = proxy.strand(keepAliveMs);
    fault(fixture);
    demand(stranded > 0, 'there was no connection to strand');
    context.progress(`${stranded} connections are dead and look alive`);
    await sleep(calmMs);
  });
  return judge(context, fixture, { before });
}
