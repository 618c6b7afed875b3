/**
 * Reads every operation of the contract and the pages at 10,000 and at 1,000,000 events, and fails if the blocks of one
 * grow with the data: `npm run bench -- growth`. `--large FOLDER` takes a data folder that `npm run bench -- seed` filled.
 * BENCH_STATEMENTS=1 also prints the statements of what does not grow.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../../src/db/embedded/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { postmasterPid } from '../../faults/postmaster.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { superuserUrl } from '../../support/superuser.ts';
import { onCleanup } from '../cleanup.ts';
import { baseUrl } from '../context.ts';
import type { Grown } from '../processes/seed-growth.ts';
import { progress } from '../report.ts';
import { startBenchServer } from '../server.ts';
import { openMeter, type Reading } from './measure.ts';
import { readGrown, seed } from './seed.ts';
import { operations, pages } from './targets.ts';

const smallEvents = 10_000;
/** On two idle cores. */
const maxP95 = 150;

interface Row {
  name: string;
  viewer: string;
  small: Reading;
  large: Reading;
}

/** A B-tree of a hundred times as many rows has one or two levels more, and the rows of a page lie farther apart. */
const isGrown = ({ small, large }: Row): boolean => large.blocks > Math.max(2 * small.blocks + 150, large.bound);

/** Returns whether no page grows. */
export async function runGrowth(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '1000000' },
      small: { type: 'string' },
      large: { type: 'string' },
      /** Reads only what has this in its name. */
      only: { type: 'string', default: '' },
    },
  });
  const small = await readAll(values.small, smallEvents, values.only);
  const large = await readAll(values.large, Number(values.events), values.only);
  const rows = small.readings.flatMap((reading): Row[] => {
    const other = large.readings.find(({ name, viewer }) => name === reading.name && viewer === reading.viewer);
    return other ? [{ name: reading.name, viewer: reading.viewer ?? 'a visitor', small: reading, large: other }] : [];
  });
  const shown = worstOf(rows);
  printRows(shown, { small: small.grown.events, large: large.grown.events, floor: large.floor });
  const failed = rows.filter(({ small: one, large: other }) => one.status !== 200 || other.status !== 200);
  for (const {
    name,
    viewer,
    large: { status },
  } of failed)
    progress(`${name} as ${viewer} returned ${status}`);
  const grown = rows.filter(isGrown);
  for (const row of process.env.BENCH_STATEMENTS ? rows : grown) {
    const { name, viewer, small: one, large: other } = row;
    const verdict = isGrown(row) ? 'grows' : 'has';
    progress(`${name} as ${viewer} ${verdict}: ${one.blocks} to ${other.blocks} blocks`);
    for (const { blocks, text } of other.most)
      progress(`    ${blocks} blocks: ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
  }
  const slow = rows.filter((row) => (row.large.p95 ?? 0) > maxP95);
  progress(`${rows.length} readings, ${grown.length} grow, ${slow.length} have a p95 above ${maxP95} ms`);
  return failed.length === 0 && grown.length === 0;
}

async function readAll(given: string | undefined, events: number, only: string) {
  const folder = given ? resolve(given) : scratchFolder('growth');
  if (!given) onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  const embedded = await startEmbedded(folder, {
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_utility': 'off' },
  });
  if (!embedded.startedHere) throw new Error(`another process uses the database of ${folder}: stop it first`);
  const stop = onCleanup(() => embedded.stop());
  await migrate(embedded.url);
  const grown: Grown = readGrown(folder) ?? (await seed(embedded.url, { folder, baseUrl, events }));
  const environment = {
    DATABASE_URL: embedded.url,
    REDIS_URL: '',
    BASE_URL: grown.baseUrl,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    FAIL_AT: '',
  };
  const context = { backends: [], databaseUrl: embedded.url, redisUrl: null, environment };
  const server = await startBenchServer(context, 'PostgreSQL', { workers: false });
  const meter = await openMeter(
    {
      port: server.port,
      pids: [server.webPid!, postmasterPid({ dataDir: folder })],
      adminUrl: superuserUrl(embedded.url, folder),
    },
    grown,
  );
  progress(`reading at ${grown.events.toLocaleString('en')} events`);
  const readings: Reading[] = [];
  for (const target of [...operations(grown), ...pages(grown)])
    if (target.name.includes(only))
      readings.push(...(await meter.read({ ...target, name: nameOf(target.name, grown) })));
  const floor = await meter.floor();
  await meter.close();
  await server.stop();
  stop();
  await embedded.stop();
  return { grown, readings, floor };
}

/** Ids differ between the databases. */
const nameOf = (name: string, { ids, members: { author } }: Grown): string =>
  name
    .replaceAll(String(ids.slug), 'SLUG')
    .replaceAll(/(statuses|collections)\/\d+/g, '$1/ID')
    .replaceAll(`/users/${author.id}`, '/users/ID')
    .replaceAll(/id\[\]=\d+/g, 'id[]=ID');

/** One row for each name: the viewer for whom most blocks are touched. */
const worstOf = (rows: Row[]): Row[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].map(
    (group) => group.toSorted((one, other) => other.large.blocks - one.large.blocks)[0]!,
  );

interface Sizes {
  small: number;
  large: number;
  floor: number;
}

/** As Markdown. */
function printRows(rows: Row[], { small, large, floor }: Sizes): void {
  const number = (value: number) => Math.round(value).toLocaleString('en');
  const lines = [
    `| Read | As | p95 ms | × prepared read (${floor.toFixed(2)} ms) | Processor ms ` +
      `| Blocks at ${number(small)} | at ${number(large)} | |`,
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const { name, viewer, small: one, large: other } = row;
      const p95 = other.p95 ?? 0;
      const verdict = isGrown(row) ? 'grows' : p95 > maxP95 ? 'slow' : '';
      const processor = (other.processorMs ?? 0).toFixed(1);
      const cells = [`\`${name}\``, viewer, p95.toFixed(1), number(p95 / floor), processor];
      return `| ${[...cells, number(one.blocks), number(other.blocks), verdict].join(' | ')} |`;
    }),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
