/** S14: the server's clock jumps forward by hours and back while members publish and other servers send. */
import { rmSync } from 'node:fs';
import { scratchFolder } from '../../support/scratch.ts';
import { hasFaketime, openClock } from '../faketime.ts';
import { fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { skippedOutcome } from '../outcome.ts';
import { startPostgres } from '../postgres-process.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { openVisit } from '../wrong-clock.ts';

const hour = 3_600;
const aheadSeconds = 3 * hour;
const behindSeconds = -2 * hour;

export const clockJumps: Scenario = {
  id: 'S14',
  name: 'the clock of the server jumps forward by 3 h and back, and back by 2 h and forward',
  isShort: false,
  run: async (context) => {
    if (!hasFaketime()) return skippedOutcome('libfaketime is not installed');
    const { world: fixture, setClock } = await openFixtureWithClock(context);
    const visit = await openVisit(fixture);

    for (const seconds of [aheadSeconds, behindSeconds]) {
      await setClock(seconds);
      await visit.whileWrong(`${seconds / hour} h off`);
      await setClock(0);
      // Its jobs must not wait until the clock shows their time again.
      fixture.alpha.processes.killWorker();
      fault(fixture);
      await visit.whenRight(`after ${seconds / hour} h off`);
    }

    // Retries that were planned while the clock was ahead are due when the time reaches them.
    await setClock(aheadSeconds + 600, { everywhere: true });
    await quiesce(fixture.alpha);
    const { lost, outOfOrder } = await visit.findings();
    const outcome = await judge(context, fixture);
    return {
      ...outcome,
      lost: [...outcome.lost, ...lost],
      outOfOrder: [...outcome.outOfOrder, ...outOfOrder],
    };
  },
};

/**
 * The server and its PostgreSQL share a clock. The other servers keep the right time, and so does Redis: its allocator
 * does not start under libfaketime.
 */
async function openFixtureWithClock(context: ScenarioContext) {
  const folder = scratchFolder('clock');
  const clock = openClock(folder);
  const postgres = await startPostgres({ env: clock.env });
  const fixture = await openFixture(context, { hosts: 4, databaseUrl: postgres.url, env: clock.env });
  const now = Date.now;
  context.onEnd(async () => {
    Date.now = now;
    await fixture.alpha.processes.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });
  const setClock = async (seconds: number, { everywhere = false } = {}) => {
    await clock.set(seconds);
    Date.now = everywhere ? () => now() + seconds * 1_000 : now;
    context.progress(`the clock is ${seconds / hour} h off${everywhere ? ', and so is that of the others' : ''}`);
  };
  return { world: fixture, setClock };
}
