/** Large imports are read once and in the background, survive the death of processes, and account for every recipe. */
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { readEntries } from '../../src/domain/migration/reading/reader.ts';
import { as } from '../support/as.ts';
import { startBuiltWorker, workUntilKilled } from '../support/built-worker.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { dispatchAgain } from '../support/enqueued.ts';
import { type LibrarySize, writeLibrary } from '../support/large-library.ts';
import { keysOnDisk, sendUpload } from '../support/pictures.ts';
import { scratchFolder } from '../support/scratch.ts';
import { stored } from '../support/stored.ts';
import { isFull, scaled } from '../support/test-length.ts';
import { zipOf } from '../support/zip.ts';

useCast();

const folder = scratchFolder('imports');
afterAll(() => rm(folder, { recursive: true }));

const uploadImport = (content: Uint8Array) => sendUpload(cast.ann, '/imports', { file: content, root: 'import' });
const confirm = (id: number, body: object = {}) => as(cast.ann).post(`/imports/${id}/confirm`, body);
const getImport = async (id: number, from = 0) => (await as(cast.ann).get(`/imports/${id}?from=${from}`)).body;

async function library(recipes: number, title: string, photos: Partial<LibrarySize> = {}): Promise<Buffer> {
  const path = join(folder, title);
  await writeLibrary(path, { recipes, title, ...photos });
  return readFileSync(path);
}

/** The request gives up at once, as on a slow machine, and a worker reads. */
async function leaveToWorkers(content: Uint8Array) {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  // Jobs have limits of their own, which hold.
  return uploadImport(content).finally(() => timeout.mockRestore());
}

const countNamed = async (title: string) => {
  const where = { accountId: cast.ann.id, name: { startsWith: title } };
  const names = await prisma().eventable.findMany({ where, select: { name: true } });
  return { count: names.length, names: new Set(names.map(({ name }) => name)).size };
};

test('a library that a request cannot read in time is read by workers, and every recipe is accounted for', async () => {
  const count = scaled({ short: 60, full: 300 });
  const { status, body } = await leaveToWorkers(await library(count, 'Slow'));
  expect([status, body.read_at, body.counts.recipes]).toEqual([201, null, 0]);
  await drain();
  const read = await getImport(body.id);
  expect([read.total, read.counts.recipes, read.problems, read.read_at === null]).toEqual([count, count, [], false]);
  const last = await getImport(body.id, count - 1);
  expect(last.recipes).toMatchObject([{ position: count - 1, name: `Slow ${String(count).padStart(5, '0')}` }]);

  await confirm(body.id, { choices: [{ position: 1, action: 'skip' }] });
  await drain();
  const done = await getImport(body.id);
  expect([done.done, done.finished_at === null]).toEqual([count, false]);
  expect(done.counts).toMatchObject({ recipes: count, created: count - 1, skipped: 1, failed: 0 });
  expect(await countNamed('Slow')).toEqual({ count: count - 1, names: count - 1 });
});

test('an entry that kills its reader is named, and everything beside it is imported with its photo', async () => {
  const before = new Set(await keysOnDisk());
  const recipeFile = (name: string) => JSON.stringify({ name, ingredients: '2 slices bread', directions: 'Toast it.' });
  const { body } = await uploadImport(
    await zipOf({
      'a.json': recipeFile('Beside 1'),
      // Its copies of so long a list take more than its memory at once, which it notices sooner than many small objects.
      'b.json': `[${'0,'.repeat(15_000_000)}0]`,
      'c.json': recipeFile('Beside 2'),
    }),
  );
  await drain();
  const read = await getImport(body.id);
  expect(read.recipes.map(({ name }: { name: string }) => name)).toEqual(['Beside 1', 'Beside 2']);
  expect(read.problems).toEqual([expect.stringMatching(/^b\.json: The file needs too much memory to read/)]);
  await confirm(body.id);
  await drain();
  expect((await getImport(body.id)).counts).toMatchObject({ created: 2, failed: 1 });
  // Nothing but the pictures of recipes remains.
  expect((await keysOnDisk()).filter((key) => !before.has(key))).toEqual([]);
});

test('a second confirmation changes nothing, and a second import waits for the first', async () => {
  const [first, second] = [
    await uploadImport(await library(3, 'First')),
    await uploadImport(await library(3, 'Second')),
  ];
  const dueJobs = () => stored.jobs({ job: 'run-import', dueAt: { lte: new Date() } });
  expect((await confirm(first.body.id, { visibility: 'private' })).status).toBe(202);
  expect((await confirm(first.body.id, { visibility: 'public' })).status).toBe(202);
  expect(await dueJobs()).toBe(1);
  const refused = await confirm(second.body.id);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('another import of yours')]);
  await drain();
  const firsts = { name: { startsWith: 'First' } };
  expect(await stored.items(firsts)).toBeGreaterThan(0);
  expect(await stored.items({ ...firsts, visibility: { not: 'private' } })).toBe(0);
  expect((await confirm(second.body.id)).status).toBe(202);
  await drain();
  expect((await getImport(second.body.id)).counts.created).toBe(3);
});

test.runIf(isFull)('a worker that shuts down while it reads leaves the rest to the next one', async () => {
  const count = 500;
  const { body } = await leaveToWorkers(await library(count, 'Ending'));
  const worker = startBuiltWorker();
  const ended = once(worker, 'exit');
  await expect.poll(async () => (await getImport(body.id)).total).toBeGreaterThan(0);
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect((await getImport(body.id)).read_at).toBeNull();

  await dispatchAgain();
  await drain();
  const read = await getImport(body.id, count - 1);
  expect([read.total, read.counts.recipes, read.problems]).toEqual([count, count, []]);
  expect(read.recipes).toMatchObject([{ name: `Ending 00${count}` }]);
});

test.each([
  ['reads', `import_record_read:${scaled({ short: 2, full: 15 })}`],
  ['imports', `import_record_settled:${scaled({ short: 2, full: 4 })}`],
])('a worker that dies while it %s loses and repeats nothing', async (_, failAt) => {
  // Each photo takes a process.
  const [count, photoCount] = scaled({ short: [3, 1], full: [30, 30] });
  const title = failAt.split(':')[0]!;
  const { body } = await leaveToWorkers(await library(count, title, { photoBytes: 1_500, photos: photoCount }));
  await confirm(body.id, { visibility: 'unlisted' });
  await workUntilKilled(failAt);
  await dispatchAgain();
  await drain();
  const done = await getImport(body.id);
  expect([done.done, done.finished_at === null, done.problems]).toEqual([count, false, []]);
  expect(done.counts).toMatchObject({ recipes: count, created: count, failed: 0 });
  expect(await countNamed(title)).toEqual({ count, names: count });
  expect(await stored.pictures({ eventable: { name: { startsWith: title } } })).toBe(photoCount);
  expect(await stored.importPictures()).toBe(0);
});

test.runIf(isFull)('the memory of the reader does not grow with the archive', async () => {
  const sizes = [100, 1_000];
  const peaks: number[] = [];
  for (const recipes of sizes) {
    const path = join(folder, `memory-${recipes}`);
    await writeLibrary(path, { recipes, photoBytes: 100_000 });
    let found = 0;
    let peak = 0;
    const origin = { name: 'library', sourceUrl: null };
    for await (const { type } of readEntries({ fd: openSync(path, 'r') }, origin, 0, AbortSignal.any([]))) {
      if (type !== 'record') continue;
      found += 1;
      if (found % 10 === 0) peak = Math.max(peak, peakOfReader());
    }
    expect(found).toBe(recipes);
    expect((await stat(path)).size).toBeGreaterThan(70_000 * recipes);
    peaks.push(peak);
  }
  expect(peaks[0]).toBeGreaterThan(20_000);
  // The second has 90 MB more of photos.
  expect(peaks[1]! - peaks[0]!).toBeLessThan(35_000);
});

test('a reader in the background lets pages go first, and has a quarter of a processor beside work without end', async () => {
  const path = join(folder, 'nice');
  await writeLibrary(path, { recipes: 40 });
  const niceness = async (isBackground: boolean) => {
    const file = { fd: openSync(path, 'r') };
    const origin = { name: 'library', sourceUrl: null };
    for await (const { type } of readEntries(file, origin, 0, AbortSignal.any([]), isBackground))
      if (type === 'record') return pidsOfReaders().map((pid) => getPriority(pid));
    return [];
  };
  expect(await niceness(false)).toEqual([getPriority()]);
  // The kernel gives 335 parts of 335 + 1024 with 5, and 110 with 10.
  expect(await niceness(true)).toEqual([5]);
});

/** The largest resident set of the process that reads, in KB. */
function peakOfReader(): number {
  const peaks = pidsOfReaders().map((pid) => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...peaks);
}

function pidsOfReaders(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('import-reader');
    } catch {
      return false;
    }
  });
}
