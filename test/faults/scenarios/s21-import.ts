/** S21: the worker, the web process and both are killed while a large library of recipes is read and imported. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeLibrary } from '../../support/large-library.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { waitTimeoutMs } from '../../support/wait-timeout.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

interface Size {
  recipes: number;
  photos: number;
  /** Of each of the three kinds, while the file is read and again while it is imported. */
  kills: number;
}

export const importLibrary: Scenario = {
  id: 'S21',
  name: 'kill -9 of the worker, the web process and both during a large import',
  isShort: true,
  run: async (context) => {
    const size: Size = context.isShort
      ? { recipes: 100, photos: 6, kills: 1 }
      : { recipes: 5_000, photos: 100, kills: 3 };
    const folder = scratchFolder('library');
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'library.paprikarecipes');
    const [fixture, names] = await Promise.all([
      openFixture(context, { hosts: 2, followersPerHost: 1 }),
      writeLibrary(file, { ...size, photoBytes: 20_000 }),
    ]);
    const before = await measureBaseline(fixture.alpha, context);

    const id = await startImport(fixture, readFileSync(file));
    await killWhile(context, fixture, size, () => progressOf(fixture, id, 'read'), names.length);
    await untilAnswered(() => fixture.members.eve.request('post', `/imports/${id}/confirm`, { visibility: 'public' }));
    await killWhile(context, fixture, size, () => progressOf(fixture, id, 'done'), names.length);
    const result = await untilFinished(fixture, id, names.length);

    const outcome = await judge(context, fixture, { before });
    const found = await countRecipes(fixture);
    const missing = names.filter((name) => !found.has(name)).map((name) => `the recipe ${name}`);
    const twice = [...found].filter(([, count]) => count > 1).map(([name]) => `the recipe ${name}`);
    const { created, already_here: existing, failed } = result.counts;
    const accounted = created + existing + failed;
    return {
      ...outcome,
      acked: outcome.acked + names.length,
      lost: [
        ...outcome.lost,
        ...missing,
        ...(accounted === names.length ? [] : [`${names.length - accounted} recipes of the counts`]),
        ...(await findLostPhotos(fixture, result, size.photos)),
      ],
      duplicated: [...outcome.duplicated, ...twice],
    };
  },
};

const chunkBytes = 8 * 2 ** 20;

/** Sends the file in chunks. The answer to the start may be lost, and the same key gives the same import. */
async function startImport({ members: { eve }, alpha }: Fixture, file: Buffer): Promise<number> {
  const started = await eve.request('post', '/import_uploads', { name: 'library', bytes: file.length });
  demand(started?.status === 201, `the upload answered ${started?.status}`);
  const { id } = started!.body;
  for (let offset = 0; offset < file.length; offset += chunkBytes) {
    const path = `/api/v1/import_uploads/${id}?offset=${offset}`;
    const answer = await fetch(`http://127.0.0.1:${alpha.processes.port}${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${eve.token}`,
        'content-type': 'application/octet-stream',
        host: alpha.host,
      },
      body: new Uint8Array(file.subarray(offset, offset + chunkBytes)),
    });
    demand(answer.status === 200, `a chunk answered ${answer.status}: ${await answer.text()}`);
  }
  const headers = { 'Idempotency-Key': 'library' };
  const asked = untilAnswered(() => eve.request('post', '/imports', { upload_id: id }, headers));
  return (await asked).id;
}

// biome-ignore lint/suspicious/noExplicitAny: response shapes are checked by the API client
type Body = any;

/** Repeats a request while the server is away. */
async function untilAnswered(ask: () => Promise<{ status: number; body: unknown } | null>): Promise<Body> {
  const deadline = performance.now() + waitTimeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer && answer.status < 300) return answer.body;
    demand(performance.now() < deadline, `no answer but ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    await sleep(200);
  }
}

const getImport = ({ members: { eve } }: Fixture, id: number): Promise<Body> =>
  untilAnswered(() => eve.request('get', `/imports/${id}`));

/** How many recipes are read or imported. All once that phase is over. */
async function progressOf(fixture: Fixture, id: number, phase: 'read' | 'done'): Promise<number> {
  const { total, done, read_at: readAt, finished_at: finishedAt } = await getImport(fixture, id);
  const isOver = phase === 'read' ? readAt !== null : finishedAt !== null;
  if (isOver) return Number.POSITIVE_INFINITY;
  return phase === 'read' ? total : done;
}

/** Kills at even distances, as long as the phase is not over. */
async function killWhile(
  context: ScenarioContext,
  fixture: Fixture,
  { kills }: Size,
  progress: () => Promise<number>,
  total: number,
): Promise<void> {
  const plan = Array.from({ length: kills }, () => ['worker', 'web', 'both'] as const).flat();
  for (const [at, victim] of plan.entries()) {
    const next = ((at + 1) * total) / (plan.length + 1);
    const deadline = performance.now() + 5 * waitTimeoutMs;
    let reached = await progress();
    while (reached < next && performance.now() < deadline) {
      await sleep(100);
      reached = await progress();
    }
    demand(reached >= next, `the import stands at ${reached} of ${total}`);
    if (reached === Number.POSITIVE_INFINITY) return;
    context.progress(`kills ${victim} at ${reached} of ${total}`);
    await kill(fixture, victim);
    fault(fixture);
    context.progress('the server runs again');
  }
}

/** The web process restarts the worker, and takes it along when it dies. */
async function kill({ alpha }: Fixture, victim: 'worker' | 'web' | 'both'): Promise<void> {
  if (victim !== 'web') alpha.processes.killWorker();
  if (victim === 'worker') return;
  await alpha.processes.killWeb();
  await alpha.restart();
}

async function untilFinished(fixture: Fixture, id: number, total: number): Promise<Body> {
  const deadline = performance.now() + 10 * waitTimeoutMs;
  for (;;) {
    const given = await getImport(fixture, id);
    if (given.finished_at !== null) return given;
    demand(performance.now() < deadline, `the import stands at ${given.done} of ${total}`);
    await sleep(500);
  }
}

async function countRecipes({ members: { eve } }: Fixture): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let maxId = ''; ; ) {
    const page: { id: number; name: string }[] = await untilAnswered(() =>
      eve.request('get', `/recipes?limit=80${maxId}`),
    );
    for (const { name } of page) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (page.length < 80) return counts;
    maxId = `&max_id=${page.at(-1)!.id}`;
  }
}

/** The first recipes have one photo each. */
async function findLostPhotos({ members: { eve } }: Fixture, { recipes }: Body, photos: number): Promise<string[]> {
  const lost: string[] = [];
  for (const { recipe_id: id, name } of recipes.slice(0, photos)) {
    const { media } = await untilAnswered(() => eve.request('get', `/recipes/${id}`));
    if (media.length !== 1) lost.push(`the photo of ${name}: ${media.length}`);
  }
  return lost;
}
