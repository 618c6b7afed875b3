/** Takes dependencies away and brings them back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import type { Instance } from '../support/instance.ts';
import { awaitArrivals } from './arrivals.ts';
import { gather } from './cast.ts';
import { publishAll } from './publish.ts';
import { postmasterPid } from './starts.ts';
import { describeDamage, isWhole, weather } from './storm.ts';
import { Broken, demand, type Trial } from './trial.ts';

const pair = (start: Parameters<Trial['run']>[0]): Promise<[Instance, Instance]> =>
  Promise.all([start({ name: 'alpha' }), start({ name: 'beta' })]);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const few = ['Bread', 'Butter', 'Jam', 'Tea', 'Scones'];

export const outages: Trial[] = [
  {
    name: 'PostgreSQL killed in the middle, the embedded one',
    run: async (start) => {
      const [alpha, beta] = await pair(start);
      const before = postmasterPid(alpha);
      const disaster = async () => void process.kill(before, 'SIGKILL');
      const storm = { publishes: 60, kills: 0, seed: 1, timeoutMs: 120_000, disaster };
      const damage = await weather(alpha, beta, storm);
      if (!isWhole(damage)) throw new Broken(describeDamage(damage));
      demand('another PostgreSQL', postmasterPid(alpha) !== before, 'the same');
      return describeDamage(damage);
    },
  },
  {
    name: 'the follower’s server is away for 20 s',
    run: async (start) => {
      const [alpha, beta] = await pair(start);
      const { ann, bo } = await gather(alpha, beta);
      const target = beta.proxy.target;
      beta.proxy.target = undefined;
      const { acknowledged } = await publishAll(ann, few);
      await sleep(20_000);
      beta.proxy.target = target;

      const seen = await awaitArrivals(bo, '/timeline?limit=80', acknowledged, 120_000);
      const told = `arrived ${seen.arrived}, lost ${seen.lost.length}, duplicated ${seen.duplicated.length}`;
      demand('every recipe once', seen.lost.length + seen.duplicated.length === 0, told);
      return `${told}, ${seconds(seen.ms)} after it was back`;
    },
  },
  {
    name: 'SIGTERM while deliveries hang ends within 20 s, and they arrive later',
    run: async (start) => {
      const [alpha, beta] = await pair(start);
      const { ann, bo } = await gather(alpha, beta);
      beta.proxy.hanging = true;
      const { acknowledged } = await publishAll(ann, few);
      await sleep(1_000);
      const end = await alpha.processes.stop();
      demand('an end within 20 s', end.ms < 20_000, seconds(end.ms));
      demand('exit code 0', end.code === 0, String(end.code));
      demand('PostgreSQL ended', (await findEmbedded(alpha.dataDir)) === null, 'it runs');

      beta.proxy.hanging = false;
      await alpha.restart();
      const seen = await awaitArrivals(bo, '/timeline?limit=80', acknowledged, 120_000);
      const told = `arrived ${seen.arrived}, lost ${seen.lost.length}, duplicated ${seen.duplicated.length}`;
      demand('every recipe once', seen.lost.length + seen.duplicated.length === 0, told);
      return `ended in ${seconds(end.ms)}; ${told}, ${seconds(seen.ms)} after the next start`;
    },
  },
];
