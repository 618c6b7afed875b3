/** S20: members do everything at random while all kinds of faults happen at random. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chance } from '../chance.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { openClock } from '../clock.ts';
import { demand } from '../demand.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { keepRunning } from '../keep-running.ts';
import { passUntilDelivered } from '../pending-deliveries.ts';
import { planSteps } from '../plan.ts';
import { play } from '../play.ts';
import { startTcpProxy } from '../proxy.ts';
import { faultsOf } from '../random-faults.ts';
import type { Scenario } from '../scenario.ts';

const hosts = 12;
/** More steps than five members can carry out. */
const stepsPerSecond = 60;
/** Between the beginnings of two faults, in ms. */
const minCalmMs = 4_000;
const maxCalmMs = 10_000;

export const everything: Scenario = {
  id: 'S20',
  name: 'everything at random',
  isShort: false,
  run: async (context) => {
    const { seed, durationMs } = context;
    const fixture = await openFixture(context, { hosts });
    const { alpha, peers } = fixture;
    const before = await measureBaseline(alpha, context);
    const proxy = await startTcpProxy(alpha.processes.port);
    context.onEnd(proxy.stop);
    const clock = openClock(alpha);
    const restarts = keepRunning(context, fixture);
    const steps = planSteps(seed, Math.ceil((durationMs / 1_000) * stepsPerSecond));
    // A stream of its own, so that the operations do not depend on the backend.
    const random = chance(seed + 1);
    const faults = faultsOf(context);
    context.progress(`started; seed ${seed} repeats the operations`);

    let ends = performance.now() + durationMs;
    const isOver = () => performance.now() > ends;
    const began: string[] = [];
    const trouble = async () => {
      while (!isOver()) {
        await sleep(minCalmMs + random() * (maxCalmMs - minCalmMs));
        const [name, happen] = faults[Math.floor(random() * faults.length)]!;
        context.progress(name);
        began.push(name);
        await happen({ context, fixture, restarts, proxy, random });
        fault(fixture);
      }
    };
    const running = [play(fixture, steps, isOver), trouble()] as const;
    const [played] = await Promise.all(running).finally(() => {
      // When one of them fails, the other ends too.
      ends = 0;
      return Promise.allSettled(running);
    });
    demand(began.length > 0, 'no fault happened');
    for (const host of peers.hosts) await peers.set(host, 'well');
    await restarts.stop();
    await passUntilDelivered(alpha, clock);

    const outcome = await judge(context, fixture, { before });
    return {
      ...outcome,
      leaked: [...outcome.leaked, ...played.leaked],
      notes: `${outcome.notes}; seed ${seed}, ${played.count} steps, ${new Set(began).size} kinds of faults`,
    };
  },
};
