/** Publishes 200 items while web and worker are killed at random. */
import { hasRedis, startRedis } from '../support/redis.ts';
import { describeDamage, isWhole, type Storm, weather } from './storm.ts';
import { Broken, type Trial } from './trial.ts';

const seed = Number(process.env.SEED ?? 1);
const size = { publishes: Number(process.env.PUBLISHES ?? 200), kills: 10, seed, timeoutMs: 240_000 };

const trial = (name: string, run: Trial['run']): Trial => ({
  name: `${name} (${size.publishes} publishes, ${size.kills} kills, seed ${seed})`,
  run,
});

async function raise(start: Parameters<Trial['run']>[0], storm: Storm, redisUrl?: string): Promise<string> {
  const [alpha, beta] = await Promise.all([start({ name: 'alpha', redisUrl }), start({ name: 'beta' })]);
  const damage = await weather(alpha, beta, storm);
  if (!isWhole(damage) || damage.acknowledged < storm.publishes) throw new Broken(describeDamage(damage));
  return describeDamage(damage);
}

export const storms: Trial[] = [
  trial('web and worker killed, queue on PostgreSQL', (start) => raise(start, size)),
  trial('web and worker killed, queue on Redis, FLUSHALL in the middle', async (start) => {
    if (!hasRedis()) return null;
    const redis = await startRedis();
    try {
      return await raise(start, { ...size, disaster: redis.flush }, redis.url);
    } finally {
      await redis.stop();
    }
  }),
];
