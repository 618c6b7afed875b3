/** Decides which pictures are decoded next: as many at a time as memory allows, and first those somebody waits for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryPlan } from '../../src/lib/memory.ts';

/** `person`: somebody waits for it. `background`: imports and pictures of other servers. */
export type Priority = (typeof priorities)[number];

/** In order of importance. */
const priorities = ['person', 'background'] as const;
const maxPersonsInARow = 20;

/** The longest time for which work in the background stands still at once, so that it is done some day. */
const maxGivingWayMs = 1_000;

interface Limiter {
  /**
   * Calls `work` when a permit is free. The next work of a person is called before, so that its process is loaded when
   * it is its turn.
   */
  run<T>(priority: Priority, work: (turn: Promise<void>) => Promise<T>): Promise<T>;
  /** Resolves when nobody waits for a picture, or after a while. */
  giveWay(): Promise<void>;
}

/**
 * Pictures of one priority are decoded in order. Those in the background leave one permit of several free, so that a
 * person waits for one of them at most. After many pictures of persons it is their turn once, so that they are done
 * some day.
 */
export function limitByPriority(permits: number): Limiter {
  const limits: Record<Priority, number> = { person: permits, background: Math.max(1, permits - 1) };
  const waiting: Record<Priority, (() => void)[]> = { person: [], background: [] };
  let running = 0;
  let personsInARow = 0;
  let persons = 0;
  let idle = Promise.withResolvers<void>();
  let lastTurnOfPerson = Promise.resolve();

  const isNext = (priority: Priority) => waiting[priority].length > 0 && running < limits[priority];

  const next = (): Priority | undefined => {
    if (isNext('background') && personsInARow >= maxPersonsInARow) return 'background';
    return priorities.find(isNext);
  };

  const admit = () => {
    for (let priority = next(); priority; priority = next()) {
      running += 1;
      personsInARow = priority === 'person' ? personsInARow + 1 : 0;
      waiting[priority].shift()!();
    }
  };

  const count = (priority: Priority, change: 1 | -1) => {
    if (priority !== 'person') return;
    persons += change;
    if (persons > 0) return;
    idle.resolve();
    idle = Promise.withResolvers();
  };

  return {
    run: async (priority, work) => {
      count(priority, 1);
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      if (priority === 'person') {
        const turnBefore = lastTurnOfPerson;
        lastTurnOfPerson = turn;
        await turnBefore;
      }
      waiting[priority].push(resolve);
      admit();
      if (priority === 'background') await turn;
      try {
        return await work(turn);
      } finally {
        await turn;
        running -= 1;
        count(priority, -1);
        admit();
      }
    },
    giveWay: async () => {
      if (persons > 0) await Promise.race([idle.promise, sleep(maxGivingWayMs)]);
    },
  };
}

const { pictures } = memoryPlan();

export const { run: withPriority, giveWay } = limitByPriority(pictures);

/** 0 with a single permit: a person would wait for a picture that lets every other process go first. */
export const backgroundNiceness = pictures > 1 ? 10 : 0;
