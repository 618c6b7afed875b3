/** Measures reads of the home timeline and of items of each kind. */
import type { EventableKind } from '../../../src/lib/iris.ts';
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import type { GetLoad, GetResult } from '../processes/get.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';
import type { Floors } from './floors.ts';

const folders: [EventableKind, string][] = [
  ['recipe', 'recipes'],
  ['preparation', 'preparations'],
  ['baking', 'bakings'],
  ['status', 'statuses'],
];
/** Items of each kind in turn. */
const many = 500;

/** Reads do not use the queue, so one backend is enough. */
export async function measurePages(context: BenchContext, seeded: Seeded, floors: Floors): Promise<Figure[]> {
  progress('home timeline and items');
  const { port, stop } = await startBenchServer(context, context.backends[0]!, { workers: false });
  const { readers, items } = seeded;
  const figure = async (what: string, pages: GetLoad['pages'], seconds: number, ratio: number) => {
    const { rate, bytes } = await runProcess<GetResult>('get', { port, pages, connections: 32, seconds });
    const measure = `${what} (${(bytes / 1024).toFixed(1)} KB)`;
    return {
      measure,
      value: rate,
      unit: 'per s',
      floor: { name: 'reads', value: floors.read },
      aim: { ratio },
    } as const;
  };

  const homes = readers.map(({ token }) => ({ path: '/api/v1/timeline', token }));
  const figures: Figure[] = [await figure('home timeline, 20 events', homes, 5, 0.1)];
  for (const [kind, folder] of folders) {
    const pages = Array.from({ length: many }, (_, at) => ({
      path: `/api/v1/${folder}/${items[kind].first + at}`,
    }));
    figures.push(await figure(`${kind} by id`, pages, 4, 0.5));
  }
  const token = readers[0]!.token;
  const mine = homes.map((_, at) => ({ path: `/api/v1/recipes/${items.recipe.first + at}`, token }));
  figures.push(await figure('recipe by id, with a token', mine, 4, 0.5));
  await stop();
  return figures;
}
