/**
 * Measures Potluck and compares it with the limits of the machine: `npm run bench`. Arguments select parts and
 * backends, as in `npm run bench -- inbox redis`. `small-machine --memory 1024`, `library`, `growth`, `seed` and `alone`
 * are runs of their own.
 */
import { runProcess } from './child.ts';
import { cleanUp, cleanUpOnSignals } from './cleanup.ts';
import { type Backend, type BenchContext, openBenchContext } from './context.ts';
import { runGrowth } from './growth/growth.ts';
import { runSeed } from './growth/seed.ts';
import { runLibrary } from './library.ts';
import { measureAccounts } from './measures/accounts.ts';
import { measureAlone } from './measures/alone.ts';
import { measureDeliveries } from './measures/deliveries.ts';
import { measureEnlarged } from './measures/enlarged.ts';
import { measureFanOut } from './measures/fan-out.ts';
import { type Floors, floorFigures, measureFloors } from './measures/floors.ts';
import { measureFootprint } from './measures/footprint.ts';
import { printImportScores } from './measures/import.ts';
import { measureInbox } from './measures/inbox.ts';
import { printIngredientScores, printTimerScores } from './measures/ingredients.ts';
import { measurePages } from './measures/pages.ts';
import { measurePhoto } from './measures/photo.ts';
import { measureScaling } from './measures/scaling.ts';
import { measureSearch } from './measures/search.ts';
import { measureViral } from './measures/viral.ts';
import { measureVisible } from './measures/visible.ts';
import { largestAfterLoad } from './memory.ts';
import { type Figure, printTable, progress } from './report.ts';
import type { Seeded } from './seed/seeded.ts';
import { runOnSmallMachine } from './small-machine.ts';

type Measure = (context: BenchContext, seeded: Seeded, floors: Floors) => Promise<Figure[]>;

const measures: Record<string, Measure> = {
  footprint: measureFootprint,
  pages: measurePages,
  inbox: measureInbox,
  deliveries: measureDeliveries,
  visible: measureVisible,
  'fan-out': measureFanOut,
  photo: measurePhoto,
  search: measureSearch,
  // Runs last, because it leaves the database large.
  enlarged: measureEnlarged,
};

/** Run only when named: they say more about the machine than about Potluck, or take minutes. */
const onRequest: Record<string, Measure> = {
  scaling: measureScaling,
  accounts: measureAccounts,
  viral: measureViral,
};

const backends: Record<string, Backend> = { redis: 'Redis', postgresql: 'PostgreSQL' };

cleanUpOnSignals();
const wanted = process.argv.slice(2);
/** With options instead of names. Each returns whether what it looks at holds. */
const runs: Record<string, (args: string[]) => Promise<boolean>> = {
  'small-machine': runOnSmallMachine,
  library: runLibrary,
  growth: runGrowth,
  seed: runSeed,
};
const run = Object.hasOwn(runs, wanted[0] ?? '') && runs[wanted[0]!];
if (run) {
  const isHeld = await run(wanted.slice(1)).finally(cleanUp);
  process.exit(isHeld ? 0 : 1);
}
/** Parts that need neither a database nor a server. They run only when named. */
const prints: Record<string, () => void> = {
  ingredients: printIngredientScores,
  timers: printTimerScores,
  import: printImportScores,
};
const alone = 'alone';
const names = [alone, ...[measures, onRequest, backends, prints, runs].flatMap((group) => Object.keys(group))];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Choose from: ${names.join(', ')}\n`);
  process.exit(2);
}

for (const [name, print] of Object.entries(prints)) if (wanted.includes(name)) print();
if (wanted.length > 0 && wanted.every((name) => Object.hasOwn(prints, name))) process.exit();

/** Returns the named ones, or all if none is named. */
function chosen<Value>(from: Record<string, Value>): Value[] {
  const named = Object.entries(from).filter(([name]) => wanted.includes(name));
  return (named.length > 0 ? named : Object.entries(from)).map(([, value]) => value);
}

const began = performance.now();
const figures: Figure[] = [];
/** Starts servers of its own. */
if (wanted.includes(alone)) {
  try {
    figures.push(...(await measureAlone(chosen(backends))));
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
  await cleanUp();
  printTable(figures);
  process.exit();
}
try {
  const context = await openBenchContext();
  context.backends = context.backends.filter((backend) => chosen(backends).includes(backend));
  progress('seeding 100,000 accounts and 10,000 events');
  const seeded = await runProcess<Seeded>('seed', {}, context.environment);
  const floors = await measureFloors(context, seeded);
  figures.push(...floorFigures(floors));
  const selected = wanted.some((name) => Object.hasOwn(onRequest, name)) ? { ...measures, ...onRequest } : measures;
  for (const measure of chosen(selected)) figures.push(...(await measure(context, seeded, floors)));
  for (const [role, atMost] of [
    ['web', 250],
    ['worker', 200],
  ] as const) {
    const value = largestAfterLoad(role);
    if (value !== undefined) {
      figures.push({ measure: `memory after load, ${role}`, value, unit: 'MB', aim: { atMost } });
    }
  }
  if (context.redisUrl === null) {
    process.stdout.write('\nredis-server IS NOT INSTALLED: ALL REDIS MEASUREMENTS WERE SKIPPED\n');
  }
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
printTable(figures);
progress(`done in ${Math.round((performance.now() - began) / 1000)} s`);
process.exit();
