/** Defines the input and the result of a scenario. */
import type { Instance, InstanceOptions } from '../support/instance.ts';
import type { TestRedis } from '../support/redis.ts';
import type { Outcome } from './outcome.ts';

/** Where BullMQ keeps its queues. */
export type Backend = 'redis' | 'postgresql';

export interface Scenario {
  id: `S${number}`;
  /** What happens, in a few words. */
  name: string;
  /** Whether `short` runs it. */
  isShort: boolean;
  run(context: ScenarioContext): Promise<Outcome>;
}

/** One run of a scenario on one backend. Everything that it starts ends with it. */
export interface ScenarioContext {
  backend: Backend;
  /** Few operations: at most 18 s on an idle machine. */
  isShort: boolean;
  /** How long scenarios without an end of their own run, in ms. */
  durationMs: number;
  /** Starts a server on the backend and waits until it is ready. */
  start(options: Omit<InstanceOptions, 'redisUrl'>): Promise<Instance>;
  /** The Redis process of this run; null on PostgreSQL. */
  redis: TestRedis | null;
  /** Scenarios that plan ahead derive their plan from it. */
  seed: number;
  /** From 0 up to, not including, 1. The same seed repeats the numbers. */
  random: () => number;
  /** Prints a line to stderr. */
  progress(text: string): void;
  /** Calls back at the end of the run, the last one first, before the servers stop. */
  onEnd(close: () => unknown): void;
}
