/** Contract operations on accounts and relationships. */
import type { Operation } from '../operation.ts';
import { account, list, relationship } from '../shapes.ts';

export const follows: Operation[] = [
  { method: 'POST', path: '/accounts/{ann}/follow', as: 'bo', status: 201, shape: relationship },
  { method: 'GET', path: '/accounts/{ann}/followers', as: 'ann', status: 200, shape: list(account) },
  { method: 'GET', path: '/accounts/{bo}/following', as: 'ann', status: 200, shape: list(account) },
  {
    method: 'GET',
    path: '/accounts/relationships',
    as: 'bo',
    status: 200,
    shape: list(relationship),
    query: (context) => `?id[]=${context.id('ann')}&id[]=${context.id('bo')}`,
  },
  { method: 'GET', path: '/accounts/ann', as: 'bo', status: 200, shape: account },
];

/** Last, because they end relationships that the others need. */
export const partings: Operation[] = [
  { method: 'DELETE', path: '/accounts/{ann}/follow', as: 'bo', status: 204 },
  { method: 'POST', path: '/accounts/{ann}/block', as: 'bo', status: 201, shape: relationship },
  { method: 'GET', path: '/blocks', as: 'bo', status: 200, shape: list(account) },
  { method: 'DELETE', path: '/accounts/{ann}/block', as: 'bo', status: 204 },
  { method: 'POST', path: '/accounts/{ann}/mute', as: 'bo', status: 201, shape: relationship },
  { method: 'GET', path: '/mutes', as: 'bo', status: 200, shape: list(account) },
  { method: 'DELETE', path: '/accounts/{ann}/mute', as: 'bo', status: 204 },
];
