/** Contract operations on collections. */
import type { Operation } from '../operation.ts';
import { collection, collectionItem, list } from '../shapes.ts';

export const collections: Operation[] = [
  {
    method: 'POST',
    path: '/collections',
    as: 'ann',
    json: { collection: { name: 'Sundays' } },
    status: 201,
    shape: collection,
    keep: 'collection',
    refuses: { json: { collection: { name: '' } }, status: 422 },
  },
  { method: 'GET', path: '/collections', as: 'ann', status: 200, shape: list(collection) },
  { method: 'GET', path: '/collections/{collection}', as: 'ann', status: 200, shape: collection },
  {
    method: 'PATCH',
    path: '/collections/{collection}',
    as: 'ann',
    status: 204,
    json: { collection: { name: 'Saturdays' } },
    refuses: { json: { collection: { name: ' ' } }, status: 422 },
  },
  {
    method: 'POST',
    path: '/collections/{collection}/items/{recipe}',
    as: 'ann',
    query: () => '?type=recipe',
    status: 201,
    shape: collectionItem,
  },
  {
    method: 'GET',
    path: '/collections/{collection}/items',
    as: 'ann',
    status: 200,
    shape: list(collectionItem),
  },
  {
    method: 'DELETE',
    path: '/collections/{collection}/items/{recipe}',
    as: 'ann',
    query: () => '?type=recipe',
    status: 204,
  },
  { method: 'DELETE', path: '/collections/{collection}', as: 'ann', status: 204 },
];
