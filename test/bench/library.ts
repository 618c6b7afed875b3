/**
 * Imports a library of 10,000 recipes with photos into a server in little memory, beside readers of pages, and then the
 * same file again: `npm run bench -- library --memory 1024`. Needs root for a control group; elsewhere it only measures.
 */
import { rmSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../faults/percentile.ts';
import type { Instance } from '../support/instance.ts';
import { writeLibrary } from '../support/large-library.ts';
import { scratchFolder } from '../support/scratch.ts';
import { onCleanup } from './cleanup.ts';
import { progress } from './report.ts';
import { type Api, apiOf, progressOf, startImport, type Timed } from './small-machine/load.ts';
import { startSampler } from './small-machine/samples.ts';
import { print, printClaims, printMemory, startSmallServer } from './small-machine/server.ts';

/** Of another member, and here before, so that the pages of both times show something. */
const recipesBefore = 200;
const quietSeconds = 60;
/** The pages asked for in a second, however long each takes. */
const pagesPerSecond = 5;
/** p99 during the import: this many times that in quiet, or a time that nobody minds. */
const limits = { slowdown: 1.5, pagesMs: 250 };

/** Returns whether everything held. */
export async function runLibrary(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      memory: { type: 'string', default: '1024' },
      recipes: { type: 'string', default: '10000' },
      /** Of each photo. */
      kilobytes: { type: 'string', default: '30' },
    },
  });
  const [memory, recipes] = [Number(values.memory), Number(values.recipes)];
  const photoBytes = Number(values.kilobytes) * 1_000;
  const folder = scratchFolder('library');
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  progress(`a library of ${recipes} recipes with photos`);
  const [before, library] = [join(folder, 'before.paprikarecipes'), join(folder, 'library.paprikarecipes')];
  await writeLibrary(before, { recipes: recipesBefore, photoBytes, title: 'Known' });
  await writeLibrary(library, { recipes, photoBytes });

  const { instance, group, pids } = await startSmallServer(memory);
  const [ann, bo] = (await instance.createMembers(['ann', 'bo'])).map(({ token }) => apiOf(instance, token));
  const known = await importAll(instance, bo!, before);
  const pages = ['/', '/explore', '/explore/new', `/@bo/recipes/${known.slug}`, '/api/v1/timeline'];

  progress(`readers alone for ${quietSeconds} s`);
  let reader = readPages(instance, bo!, pages);
  await sleep(quietSeconds * 1_000);
  const quiet = await reader.stop();

  const sampler = startSampler(pids, group?.used ?? null);
  progress(`the import of ${Math.round(statSync(library).size / 1e6)} MB begins`);
  reader = readPages(instance, bo!, pages);
  const first = await importAll(instance, ann!, library);
  const meanwhile = await reader.stop();
  progress('the same file again');
  const second = await importAll(instance, ann!, library);
  sampler.stop();

  const peak = printMemory(sampler.samples, memory);
  const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`;
  const rate = (seconds: number) => `${(recipes / seconds).toFixed(1)} per s`;
  const all = first.readSeconds + first.runSeconds + first.photoSeconds;
  print(`load       ${loadavg()[1]!.toFixed(1)} on average over five minutes, of everything on this machine`);
  print(`read       ${recipes} recipes in ${minutes(first.readSeconds)}, ${rate(first.readSeconds)}, with the upload`);
  print(`imported   ${first.counts.created} recipes in ${minutes(first.runSeconds)}, ${rate(first.runSeconds)}`);
  print(`photos     ${first.photos - known.photos} ready ${minutes(first.photoSeconds)} later`);
  print(`together   ${minutes(all)}, ${rate(all)}`);
  print(`again      ${second.counts.created} imported, ${second.counts.already_here} here already`);
  const [usual, slowest] = [quiet, meanwhile].map((times, at) => {
    const [half, most] = [0.5, 0.99].map((share) =>
      Math.round(
        percentile(
          times.map(({ ms }) => ms),
          share,
        ),
      ),
    );
    print(`pages      ${at === 0 ? 'before' : 'during'}: ${times.length}, p50 ${half} ms, p99 ${most} ms`);
    return most!;
  });
  const bound = Math.round(Math.max(limits.pagesMs, limits.slowdown * usual!));
  const refused = [...quiet, ...meanwhile].filter(({ status }) => status !== 200).length;
  const kills = group?.kills() ?? 0;
  return printClaims([
    ['every recipe is imported', first.counts.created === recipes && first.counts.failed === 0],
    ['every photo is ready', first.photos - known.photos === recipes],
    ['nothing is imported twice', second.counts.created === 0 && second.counts.already_here === recipes],
    [`every page is answered (${refused} are not)`, refused === 0],
    [`no process killed (${kills})`, kills === 0],
    [`peak at most ${memory} MiB (${peak})`, peak <= memory],
    [`pages p99 at most ${bound} ms (${slowest})`, slowest! <= bound],
  ]);
}

interface Imported {
  counts: { created: number; already_here: number; failed: number };
  /** Of the first recipe. */
  slug: string;
  readSeconds: number;
  runSeconds: number;
  /** From the end of the import to the last photo. */
  photoSeconds: number;
  /** That are ready on the whole server. */
  photos: number;
}

/** Returns when the photos are ready, too. */
async function importAll(instance: Instance, api: Api, path: string): Promise<Imported> {
  const began = performance.now();
  const id = await startImport(api, path);
  if (id === null) throw new Error('the import was refused');
  const read = performance.now();
  let finished: number | undefined;
  for (let told = 1; ; told += 1) {
    await sleep(2_000);
    const [state] = await progressOf(instance, id);
    if (!state) continue;
    const { done, total, waiting, pictures } = state;
    if (done >= total) finished ??= performance.now();
    if (told % 30 === 0) progress(`  ${done} of ${total} recipes, ${pictures} photos, ${waiting} jobs`);
    if (finished === undefined || waiting > 0) continue;
    const { json } = await api.ask('GET', `/api/v1/imports/${id}`);
    const { json: recipe } = await api.ask('GET', `/api/v1/recipes/${json.recipes[0].recipe_id}`);
    return {
      counts: json.counts,
      slug: recipe.slug,
      readSeconds: (read - began) / 1_000,
      runSeconds: (finished - read) / 1_000,
      photoSeconds: (performance.now() - finished) / 1_000,
      photos: pictures,
    };
  }
}

/** Asks for one page after the other at a steady rate. A slow answer delays no later request. */
function readPages(instance: Instance, member: Api, pages: string[]): { stop(): Promise<Timed[]> } {
  const asked: Promise<Timed>[] = [];
  const stranger = apiOf(instance);
  const timer = setInterval(() => {
    const page = pages[asked.length % pages.length]!;
    asked.push((page.startsWith('/api') ? member : stranger).ask('GET', page));
  }, 1_000 / pagesPerSecond);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(asked);
    },
  };
}
