/** Contract operations on preparations and bakings. */
import type { ConformanceContext } from '../context.ts';
import { must, type Operation } from '../operation.ts';
import { baking, list, preparation } from '../shapes.ts';

const preparedAt = '2026-05-01T12:00:00Z';
const window = '?start_date=2026-05-01&end_date=2026-05-01&status=draft,published';

/** A published one, and one whose step links to it. */
async function linked(context: ConformanceContext, kind: 'preparation' | 'baking'): Promise<void> {
  const make = async (name: string, steps?: unknown[]) => {
    const json = { [kind]: { name, recipe_id: context.id('recipe'), prepared_at: preparedAt, steps } };
    const { id } = await must(context, { method: 'POST', path: `/${kind}s`, as: 'ann', json });
    await must(context, { method: 'POST', path: `/${kind}s/${id}/publish`, as: 'ann', json: {} });
    return id;
  };
  const target = await make('Dough');
  const steps = [{ content: 'The dough', links: [{ type: kind, id: target }] }];
  context.saveId(`linking ${kind}`, await make('Pizza', steps));
}

export const preparations: Operation[] = [
  {
    method: 'GET',
    path: '/preparations',
    as: 'ann',
    query: () => window,
    status: 200,
    shape: list(preparation),
    before: async (context) => {
      for (const name of ['preparation', 'passing preparation']) {
        const json = {
          preparation: { name, recipe_id: context.id('recipe'), prepared_at: preparedAt, serving: 2 },
        };
        context.saveId(name, (await must(context, { method: 'POST', path: '/preparations', as: 'ann', json })).id);
      }
    },
  },
  {
    method: 'PATCH',
    path: '/preparations/{preparation}',
    as: 'ann',
    status: 204,
    json: { preparation: { name: 'Our pizza', serving: 4, prepared_at: preparedAt } },
    refuses: { json: { preparation: { name: '' } }, status: 422 },
  },
  {
    method: 'POST',
    path: '/preparations/{preparation}/publish',
    as: 'ann',
    status: 204,
    json: { preparation: { visibility: 'public' } },
  },
  { method: 'GET', path: '/preparations/{preparation}', status: 200, shape: preparation },
  {
    method: 'GET',
    path: '/preparations/{linking preparation}/links',
    status: 200,
    shape: list(preparation),
    before: (context: ConformanceContext) => linked(context, 'preparation'),
  },
  { method: 'POST', path: '/preparations/{preparation}/boost', as: 'bo', status: 204 },
  {
    method: 'DELETE',
    path: '/preparations/{linking preparation}/boost',
    as: 'bo',
    status: 204,
    before: async (context) => {
      const path = `/preparations/${context.id('linking preparation')}/boost`;
      await must(context, { method: 'POST', path, as: 'bo' });
    },
  },
  {
    method: 'DELETE',
    path: '/preparations/{linking preparation}/publish',
    as: 'ann',
    status: 204,
    refuses: { as: 'bo', status: 403 },
  },
  { method: 'DELETE', path: '/preparations/{passing preparation}', as: 'ann', status: 204 },
];

export const bakings: Operation[] = [
  {
    method: 'POST',
    path: '/bakings',
    as: 'ann',
    status: 201,
    shape: baking,
    keep: 'baking',
    json: (context: ConformanceContext) => ({
      baking: { recipe_id: context.id('recipe'), name: 'My pizza', prepared_at: preparedAt, serving: 2 },
    }),
    refuses: { json: { baking: { name: 'Without a recipe', serving: 0 } }, status: 422 },
  },
  { method: 'GET', path: '/bakings', as: 'ann', query: () => window, status: 200, shape: list(baking) },
  {
    method: 'POST',
    path: '/bakings/{baking}/publish',
    as: 'ann',
    status: 204,
    json: { baking: { visibility: 'public' } },
  },
  { method: 'GET', path: '/bakings/{baking}', status: 200, shape: baking },
  {
    method: 'GET',
    path: '/bakings/{linking baking}/links',
    status: 200,
    shape: list(baking),
    before: (context: ConformanceContext) => linked(context, 'baking'),
  },
  {
    method: 'DELETE',
    path: '/bakings/{linking baking}/publish',
    as: 'ann',
    status: 204,
    refuses: { as: 'bo', status: 403 },
  },
];
