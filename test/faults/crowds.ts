/** Ten thousand followers on two hundred servers, ten of which are dead. */
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { type Crowd, deliverToCrowd, describeTurnout } from './crowd.ts';
import { Broken, type Trial } from './trial.ts';

const large: Crowd = { hosts: 200, dead: 10, followers: 10_000, publishes: 50, kills: 2, timeoutMs: 240_000 };

export const crowds: Trial[] = [
  {
    name: `${large.followers} followers on ${large.hosts} servers, ${large.dead} dead, the worker killed twice`,
    run: async (start) => {
      const alpha = await start({ name: 'alpha' });
      const turnout = await deliverToCrowd(alpha, (await findEmbedded(alpha.dataDir))!, large);
      const { missing, p99, killed, lostToTheDead } = turnout;
      const holds = missing === 0 && p99 < 60_000 && killed === large.kills && lostToTheDead < 0.05;
      if (!holds) throw new Broken(describeTurnout(turnout));
      return describeTurnout(turnout);
    },
  },
];
