/** Contract operations on statuses. */
import { must, type Operation } from '../operation.ts';
import { status } from '../shapes.ts';

export const statuses: Operation[] = [
  {
    method: 'GET',
    path: '/statuses/{status}',
    status: 200,
    shape: status,
    before: async (stage) => {
      for (const name of ['status', 'other status']) {
        const json = { status: { content: `Hello from a ${name}` } };
        stage.keep(name, (await must(stage, { method: 'POST', path: '/statuses', as: 'ann', json })).id);
      }
    },
  },
  { method: 'POST', path: '/statuses/{status}/boost', as: 'bo', status: 204 },
  {
    method: 'DELETE',
    path: '/statuses/{other status}/boost',
    as: 'bo',
    status: 204,
    before: async (stage) => {
      await must(stage, { method: 'POST', path: `/statuses/${stage.id('other status')}/boost`, as: 'bo' });
    },
  },
];
