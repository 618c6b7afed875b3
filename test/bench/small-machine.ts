/**
 * Runs a whole server in little memory beside an import, photos, received posts and readers, and says whether it held:
 * `npm run bench -- small-machine --memory 1024`. Needs root for a control group; elsewhere it only measures.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { query } from '../faults/database.ts';
import { openPeers } from '../faults/peers/peers.ts';
import { percentile } from '../faults/percentile.ts';
import type { Instance } from '../support/instance.ts';
import { writeLibrary } from '../support/large-library.ts';
import type { MemoryGroup } from '../support/memory-group.ts';
import { scratchFolder } from '../support/scratch.ts';
import { onCleanup } from './cleanup.ts';
import { progress } from './report.ts';
import {
  type Api,
  apiOf,
  photosOf24Megapixels,
  progressOf,
  repeat,
  sendPosts,
  startImport,
  type Timed,
  uploadFour,
} from './small-machine/load.ts';
import { kindOf, type Sample, startSampler } from './small-machine/samples.ts';
import { print, printClaims, printMemory, startSmallServer } from './small-machine/server.ts';

/** What must hold. In less memory than a GiB, a photo may be refused, and only the main processes must live. */
const limits = { memory: 800, pagesMs: 1_000, uploadsMs: 8_000 };
const memoryThatHoldsAll = 1_024;

const pages = ['/', '/explore', '/explore/new', '/api/v1/timeline'];
const startsWithoutKills = ['web', 'PostgreSQL'];

interface Results {
  uploads: Timed[];
  pages: Timed[];
  posts: number[];
  imported: string;
}

/** Returns whether everything held. */
export async function runOnSmallMachine(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      memory: { type: 'string', default: '1024' },
      recipes: { type: 'string', default: '3000' },
      /** Of each photo in the library. */
      kilobytes: { type: 'string', default: '30' },
      posts: { type: 'string', default: '2000' },
      /** The longest run. */
      minutes: { type: 'string', default: '30' },
      log: { type: 'boolean', default: false },
    },
  });
  const memory = Number(values.memory);
  const folder = scratchFolder('small-machine');
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  progress(`a library of ${values.recipes} recipes with photos`);
  const library = join(folder, 'library.paprikarecipes');
  await writeLibrary(library, {
    recipes: Number(values.recipes),
    photoBytes: Number(values.kilobytes) * 1_000,
  });
  const photos = await photosOf24Megapixels();

  const { instance: alpha, group, pids } = await startSmallServer(memory);
  const members = await alpha.createMembers(['ann', 'bo', 'cy', 'di', 'ed']);
  const [ann, ...others] = members.map(({ token }) => apiOf(alpha, token));

  const first = mainPids(pids());
  const sampler = startSampler(pids, group?.used ?? null);
  const end = performance.now() + Number(values.minutes) * 60_000;
  const results: Results = { uploads: [], pages: [], posts: [], imported: '' };
  await putUnderLoad({ alpha, ann: ann!, others, library, photos }, Number(values.posts), end, results);
  sampler.stop();

  if (values.log) for (const line of alpha.log.filter((line) => /"level":[456]0/.test(line))) progress(line);
  const isAlive = (await apiOf(alpha).ask('GET', '/readyz')).status === 200;
  return judge({ memory, group, isAlive, samples: sampler.samples, results, lost: lostOf(first, pids()) });
}

/** The processes that must never be killed. Each started before its children. */
const mainPids = (pids: number[]): Map<string, number> =>
  new Map(startsWithoutKills.map((kind) => [kind, Math.min(...pids.filter((pid) => kindOf(pid) === kind))]));

const lostOf = (before: Map<string, number>, now: number[]): string[] =>
  [...before].filter(([, pid]) => !now.includes(pid)).map(([kind]) => kind);

interface Parties {
  alpha: Instance;
  ann: Api;
  others: Api[];
  library: string;
  photos: Buffer[];
}

async function putUnderLoad(
  { alpha, ann, others, library, photos }: Parties,
  posts: number,
  end: number,
  results: Results,
): Promise<void> {
  const peers = await openPeers(alpha, 5);
  onCleanup(() => peers.close());
  let isImported = false;
  const isOver = () => isImported || performance.now() > end;

  const readers = repeat(isOver, 250, async (n) => {
    const path = pages[n % pages.length]!;
    const { began, ms, status } = await (path.startsWith('/api') ? others[0]! : apiOf(alpha)).ask('GET', path);
    results.pages.push({ began, ms, status });
  });
  const uploads = repeat(isOver, 4_000, async (n) => {
    results.uploads.push(...(await uploadFour(others, photos, n)));
  });
  const [{ iri } = { iri: '' }] = await query<{ iri: string }>(
    alpha,
    `SELECT coalesce(iri, '') AS iri FROM account WHERE handle = 'ann'`,
  );
  const sent = sendPosts(peers, iri, { count: posts, seconds: 150, isOver: () => performance.now() > end });

  const id = await startImport(ann, library);
  progress(id === null ? 'the import was REFUSED' : 'the import runs');
  for (let told = 0; performance.now() < end; told += 1) {
    const [{ done, total, waiting, pictures } = { done: 0, total: 0, waiting: 0, pictures: 0 }] = await progressOf(
      alpha,
      id,
    );
    results.imported = `${done} of ${total} recipes, ${pictures} photos`;
    if (told % 15 === 0) progress(`  ${results.imported}, ${waiting} jobs, ${results.uploads.length} uploads`);
    if (id === null || (total > 0 && done >= total && waiting === 0)) break;
    await sleep(2_000);
  }
  isImported = true;
  results.posts = await sent;
  await Promise.all([readers, uploads]);
}

interface Run {
  memory: number;
  group: MemoryGroup | null;
  isAlive: boolean;
  samples: Sample[];
  results: Results;
  /** Main processes that are no longer the ones that started. */
  lost: string[];
}

function judge({ memory, group, isAlive, samples, results, lost }: Run): boolean {
  const peak = printMemory(samples, memory);

  const statuses = (all: { status: number }[]) =>
    [...Map.groupBy(all, ({ status }) => status)].map(([status, { length }]) => `${length}× ${status}`).join(', ');
  const slowest = (all: Timed[]) =>
    Math.round(
      percentile(
        all.map(({ ms }) => ms),
        0.99,
      ),
    );
  const [pagesMs, uploadsMs] = [slowest(results.pages), slowest(results.uploads)];
  print(`imported   ${results.imported}`);
  print(`posts      ${statuses(results.posts.map((status) => ({ status })))}`);
  print(`pages      ${statuses(results.pages)}, p99 ${pagesMs} ms`);
  const tooSlow = results.uploads.filter(({ ms }) => ms > limits.uploadsMs).length;
  print(`uploads    ${statuses(results.uploads)}, p99 ${uploadsMs} ms, ${tooSlow} above ${limits.uploadsMs}`);
  const slow = results.uploads.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const first = Math.min(...results.uploads.map(({ began }) => began));
  const times = slow.map(({ began, ms }) => `${seconds(ms)} s at ${seconds(began - first)} s`);
  print(`slowest    ${times.join(', ')}`);

  const isFull = memory >= memoryThatHoldsAll;
  const kills = group?.kills() ?? 0;
  const answered = isFull ? [201] : [201, 422, 503];
  const claims: [string, boolean][] = [
    ['the server lives', isAlive],
    ['web and PostgreSQL were never killed', lost.length === 0],
    ['every photo is done or refused', results.uploads.every(({ status }) => answered.includes(status))],
    ['every post is accepted', results.posts.every((status) => status === 202)],
  ];
  if (isFull)
    claims.push(
      [`no process killed (${kills})`, kills === 0],
      [`peak at most ${limits.memory} MiB (${peak})`, peak <= limits.memory],
      [`pages p99 at most ${limits.pagesMs} ms (${pagesMs})`, pagesMs <= limits.pagesMs],
      [`uploads p99 at most ${limits.uploadsMs} ms (${uploadsMs})`, uploadsMs <= limits.uploadsMs],
    );
  else print(`killed     ${kills}`);
  return printClaims(claims);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
