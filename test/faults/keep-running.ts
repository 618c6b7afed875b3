/** Restarts a server whenever its web process dies, as a process supervisor does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fixture, fault } from './fixture.ts';
import type { ScenarioContext } from './scenario.ts';

export interface Restarts {
  /** Kills the web process, unless it is being restarted. */
  kill(): void;
  /** Stops restarting. Resolves to how often the process ended. */
  stop(): Promise<number>;
}

export function keepRunning(context: ScenarioContext, fixture: Fixture): Restarts {
  const { alpha } = fixture;
  let isOver = false;
  let ends = 0;
  const loop = (async () => {
    while (!isOver) {
      if (!alpha.processes.running()) {
        ends += 1;
        fault(fixture);
        await alpha.restart();
      }
      await sleep(20);
    }
  })();
  loop.catch(() => {});
  const stop = async () => {
    isOver = true;
    await loop;
    if (!alpha.processes.running()) await alpha.restart();
    return ends;
  };
  context.onEnd(stop);
  return {
    stop,
    kill: () => void (alpha.processes.running() && alpha.processes.killWeb()),
  };
}
