/** Measures start and stop times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import type { Instance } from '../support/instance.ts';
import { demand, type Trial } from './trial.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export const postmasterPid = ({ dataDir }: Instance): number =>
  Number(readFileSync(join(dataDir, 'postgres/files/postmaster.pid'), 'utf8').split('\n', 1)[0]);

export const starts: Trial[] = [
  {
    name: 'first start within 15 s, Ctrl-C ends everything within 20 s, second start within 5 s',
    run: async (start) => {
      const began = performance.now();
      const alpha = await start({ name: 'alpha' });
      const first = performance.now() - began;
      demand('a first start within 15 s', first < 15_000, seconds(first));

      const end = await alpha.processes.interrupt();
      demand('an end within 20 s', end.ms < 20_000, seconds(end.ms));
      demand('exit code 0', end.code === 0, String(end.code));
      demand('PostgreSQL ended', (await findEmbedded(alpha.dataDir)) === null, 'it runs');

      const second = await alpha.restart();
      demand('a second start within 5 s', second < 5_000, seconds(second));
      return `first ${seconds(first)}, Ctrl-C ${seconds(end.ms)}, second ${seconds(second)}`;
    },
  },
  {
    name: 'after kill -9 of everything but PostgreSQL, the next start takes it over',
    run: async (start) => {
      const alpha = await start({ name: 'alpha' });
      const before = postmasterPid(alpha);
      await alpha.processes.killWeb();
      const ms = await alpha.restart();
      demand('the same PostgreSQL', postmasterPid(alpha) === before, `process ${postmasterPid(alpha)}`);

      await alpha.processes.stop();
      demand('PostgreSQL ended', (await findEmbedded(alpha.dataDir)) === null, 'it runs');
      return `started again in ${seconds(ms)}`;
    },
  },
];
