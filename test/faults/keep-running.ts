/** Restarts a server whenever its web process dies, as a process supervisor does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fault, type World } from './world.ts';

export interface Restarts {
  /** Kills the web process, unless it is being restarted. */
  kill(): void;
  /** Stops restarting. Resolves to how often the process ended. */
  stop(): Promise<number>;
}

export function keepRunning(world: World): Restarts {
  const { alpha } = world;
  let isOver = false;
  let ends = 0;
  const loop = (async () => {
    while (!isOver) {
      if (!alpha.processes.running()) {
        ends += 1;
        fault(world);
        await alpha.restart();
      }
      await sleep(20);
    }
  })();
  return {
    kill: () => void (alpha.processes.running() && alpha.processes.killWeb()),
    stop: async () => {
      isOver = true;
      await loop;
      return ends;
    },
  };
}
