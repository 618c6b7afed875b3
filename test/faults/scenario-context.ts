/** Sets up one run: its servers on the chosen backend, its Redis, its random numbers and its cleanup. */
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { startRedis } from '../support/redis.ts';
import { chance } from './chance.ts';
import type { Backend, ScenarioContext } from './scenario.ts';

export interface ContextOptions {
  isShort: boolean;
  durationMs: number;
  seed: number;
  progress(text: string): void;
}

export interface OpenContext extends ScenarioContext {
  instances: Instance[];
  close(): Promise<void>;
}

export async function openContext(backend: Backend, options: ContextOptions): Promise<OpenContext> {
  const network = openNetwork();
  const redis = backend === 'redis' ? await startRedis() : null;
  const instances: Instance[] = [];
  const closers: (() => unknown)[] = [];

  return {
    ...options,
    backend,
    redis,
    instances,
    random: chance(options.seed),
    start: async (given) => {
      const instance = await network.start({ ...given, ...(redis && { redisUrl: redis.url }) });
      instances.push(instance);
      return instance;
    },
    onEnd: (close) => closers.push(close),
    close: async () => {
      for (const close of closers.toReversed()) await close();
      await network.close();
      await redis?.stop();
    },
  };
}
