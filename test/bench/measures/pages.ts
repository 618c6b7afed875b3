/** Reading: a page of the home timeline, a recipe. */
import { ask } from '../child.ts';
import { startHouse } from '../house.ts';
import type { GetLoad, GetResult } from '../processes/get.ts';
import { type Figure, progress } from '../report.ts';
import type { Seeded } from '../seed/seeded.ts';
import type { Stage } from '../stage.ts';
import type { Floors } from './floors.ts';

const load = { connections: 32, seconds: 5 };

/** The queue has no part in it, so it is measured on one backend. */
export async function measurePages(stage: Stage, seeded: Seeded, floors: Floors): Promise<Figure[]> {
  progress('home timeline and recipe');
  const { port, stop } = await startHouse(stage, stage.backends[0]!, { workers: false });
  const { readers, recipes } = seeded;
  const get = (pages: GetLoad['pages']) => ask<GetResult>('get', { port, pages, ...load } satisfies GetLoad);

  const timeline = await get(readers.map(({ token }) => ({ path: '/api/v1/timeline', token })));
  const ids = Array.from({ length: recipes.last - recipes.first + 1 }, (_, at) => recipes.first + at);
  const recipe = await get(ids.map((id) => ({ path: `/api/v1/recipes/${id}` })));
  await stop();

  const floor = { name: 'reads', value: floors.read };
  const kilobytes = ({ bytes }: GetResult) => `${(bytes / 1024).toFixed(1)} KB`;
  return [
    {
      measure: `home timeline, 20 events (${kilobytes(timeline)})`,
      value: timeline.rate,
      unit: 'per s',
      floor,
      aim: { ratio: 0.1 },
    },
    {
      measure: `recipe by id (${kilobytes(recipe)})`,
      value: recipe.rate,
      unit: 'per s',
      floor,
      aim: { ratio: 0.5 },
    },
  ];
}
