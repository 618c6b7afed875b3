/** Contract operations on statuses. */
import { must, type Operation } from '../operation.ts';
import { status } from '../shapes.ts';

export const statuses: Operation[] = [
  {
    method: 'GET',
    path: '/statuses/{status}',
    status: 200,
    shape: status,
    before: async (context) => {
      for (const name of ['status', 'other status']) {
        const json = { status: { content: `Hello from a ${name}` } };
        context.saveId(name, (await must(context, { method: 'POST', path: '/statuses', as: 'ann', json })).id);
      }
    },
  },
  { method: 'POST', path: '/statuses/{status}/boost', as: 'bo', status: 204 },
  {
    method: 'DELETE',
    path: '/statuses/{other status}/boost',
    as: 'bo',
    status: 204,
    before: async (context) => {
      await must(context, { method: 'POST', path: `/statuses/${context.id('other status')}/boost`, as: 'bo' });
    },
  },
];
