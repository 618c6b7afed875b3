/**
 * Measures the house against what the machine gives at best: `npm run bench`, or `npm run bench -- inbox` for one part,
 * `npm run bench -- inbox redis` for one backend.
 */
import { ask } from './child.ts';
import { endAll, endOnSignals } from './ending.ts';
import { measureDeliveries } from './measures/deliveries.ts';
import { measureFanOut } from './measures/fan-out.ts';
import { type Floors, floorFigures, measureFloors } from './measures/floors.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureInbox } from './measures/inbox.ts';
import { measurePages } from './measures/pages.ts';
import { measurePhoto } from './measures/photo.ts';
import { measureVisible } from './measures/visible.ts';
import { type Figure, printTable, progress } from './report.ts';
import type { Seeded } from './seed/seeded.ts';
import { type Backend, openStage, type Stage } from './stage.ts';

type Measure = (stage: Stage, seeded: Seeded, floors: Floors) => Promise<Figure[]>;

const measures: Record<string, Measure> = {
  pages: measurePages,
  inbox: measureInbox,
  deliveries: measureDeliveries,
  visible: measureVisible,
  'fan-out': measureFanOut,
  photo: measurePhoto,
  // The last, for it leaves the database large.
  growth: measureGrowth,
};

const backends: Record<string, Backend> = { redis: 'Redis', postgresql: 'PostgreSQL' };

endOnSignals();
const wanted = process.argv.slice(2);
const names = [...Object.keys(measures), ...Object.keys(backends)];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Nothing is named ${unknown.join(', ')}; there are ${names.join(', ')}\n`);
  process.exit(2);
}

/** Those named, or all when none of them was. */
function chosen<Value>(from: Record<string, Value>): Value[] {
  const named = Object.entries(from).filter(([name]) => wanted.includes(name));
  return (named.length > 0 ? named : Object.entries(from)).map(([, value]) => value);
}

const began = performance.now();
const figures: Figure[] = [];
try {
  const stage = await openStage();
  stage.backends = stage.backends.filter((backend) => chosen(backends).includes(backend));
  progress('seeding 100,000 accounts and 10,000 events');
  const seeded = await ask<Seeded>('seed', {}, stage.environment);
  const floors = await measureFloors(stage, seeded);
  figures.push(...floorFigures(floors));
  for (const measure of chosen(measures)) figures.push(...(await measure(stage, seeded, floors)));
  if (stage.redisUrl === null) {
    process.stdout.write('\nNO redis-server IS INSTALLED: EVERYTHING ON REDIS WAS LEFT OUT\n');
  }
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await endAll();
}
printTable(figures);
progress(`done in ${Math.round((performance.now() - began) / 1000)} s`);
process.exit();
