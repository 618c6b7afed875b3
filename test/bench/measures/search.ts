/** Measures searches for recipes, one after the other, among 200,000 recipes. */
import { runProcess } from '../child.ts';
import type { BenchContext } from '../context.ts';
import type { Times } from '../processes/get-times.ts';
import { type Figure, progress } from '../report.ts';
import {
  makeAtHandSearch,
  makeHalfSearch,
  makeMisspelledSearch,
  makeSearch,
  randomNumbers,
} from '../seed/kitchen-words.ts';
import type { Seeded } from '../seed/seeded.ts';
import { startBenchServer } from '../server.ts';

const recipes = 200_000;
const searches = 400;

/** The floor is a page of one recipe from the same server: both wait for the same processors. */
export async function measureSearch(context: BenchContext, { readers, items }: Seeded): Promise<Figure[]> {
  progress(`search: seeding ${recipes.toLocaleString('en')} recipes, which takes minutes`);
  await runProcess<number>('seed-recipes', recipes, context.environment);
  progress('search');
  const { port, stop } = await startBenchServer(context, context.backends[0]!, { workers: false });
  const random = randomNumbers(11);
  const pathsOf = (make: typeof makeSearch) =>
    Array.from({ length: searches }, () => `/api/v1/search/recipes?${make(random)}`);
  const paths = pathsOf(makeSearch);
  const single = paths.map((_, at) => `/api/v1/recipes/${items.recipe.first + (at % 400)}`);
  const floor = await runProcess<Times>('get-times', { port, paths: single });
  const token = readers[0]!.token;
  const figures: Figure[] = [];
  for (const [what, given] of [
    ['search by a visitor', { paths }],
    ['search by a member', { paths, token }],
    ['search for half words', { paths: pathsOf(makeHalfSearch) }],
    ['search with typing errors', { paths: pathsOf(makeMisspelledSearch) }],
    ['search by ingredients at hand', { paths: pathsOf(makeAtHandSearch) }],
  ] as const) {
    const { p50, p95 } = await runProcess<Times>('get-times', { port, ...given });
    const name = 'recipe by id';
    figures.push(
      { measure: `${what}, p50`, value: p50, unit: 'ms', floor: { name, value: floor.p50 } },
      {
        measure: `${what}, p95`,
        value: p95,
        unit: 'ms',
        floor: { name, value: floor.p95 },
        aim: { atMost: 60 },
      },
    );
  }
  await stop();
  return figures;
}
