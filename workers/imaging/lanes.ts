/** Decides which pictures are decoded next: as many at a time as memory allows, and first those somebody waits for. */
import { memoryPlan } from '../../src/lib/memory.ts';

/** `person`: somebody waits for it. `background`: imports and pictures of other servers. */
export type Lane = (typeof lanes)[number];

/** In order of importance. */
const lanes = ['person', 'background'] as const;
const maxPersonsInARow = 4;

type RunInLane = <T>(lane: Lane, work: () => Promise<T>) => Promise<T>;

/**
 * Pictures of one lane are decoded in order. Those in the background leave one permit of several free, so that a person
 * waits for one of them at most. After some pictures of persons it is their turn once, so that they are done some day.
 */
export function openLanes(permits: number): RunInLane {
  const limits: Record<Lane, number> = { person: permits, background: Math.max(1, permits - 1) };
  const waiting: Record<Lane, (() => void)[]> = { person: [], background: [] };
  let running = 0;
  let personsInARow = 0;

  const isNext = (lane: Lane) => waiting[lane].length > 0 && running < limits[lane];

  const next = (): Lane | undefined => {
    if (isNext('background') && personsInARow >= maxPersonsInARow) return 'background';
    return lanes.find(isNext);
  };

  const admit = () => {
    for (let lane = next(); lane; lane = next()) {
      running += 1;
      personsInARow = lane === 'person' ? personsInARow + 1 : 0;
      waiting[lane].shift()!();
    }
  };

  return async (lane, work) => {
    await new Promise<void>((resolve) => {
      waiting[lane].push(resolve);
      admit();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      admit();
    }
  };
}

export const inLane = openLanes(memoryPlan().pictures);
