/** Contract operations on recipes. */
import { must, type Operation } from '../operation.ts';
import { extendedMedium, list, recipe } from '../shapes.ts';

const bread = {
  name: 'Pizza dough',
  description: 'Rests *overnight*.',
  serving: 2,
  visibility: 'public',
  ingredients: ['500 g flour', { name: 'water', quantity: 325, unit: 'g' }],
  steps: [{ content: 'Mix.', duration: 600 }],
};

export const recipes: Operation[] = [
  {
    method: 'POST',
    path: '/recipes',
    as: 'ann',
    json: { recipe: bread },
    status: 201,
    shape: recipe,
    keep: 'recipe',
  },
  { method: 'GET', path: '/recipes', as: 'ann', status: 200, shape: list(recipe) },
  { method: 'GET', path: '/accounts/{ann}/recipes/pizza-dough', status: 200, shape: recipe },
  {
    method: 'GET',
    path: '/recipes/{pizza}/links',
    status: 200,
    shape: list(recipe),
    before: async (context) => {
      const steps = [{ content: 'The dough', links: [{ type: 'recipe', id: context.id('recipe') }] }];
      const json = { recipe: { name: 'Pizza', steps } };
      context.saveId('pizza', (await must(context, { method: 'POST', path: '/recipes', as: 'ann', json })).id);
    },
  },
  { method: 'POST', path: '/recipes/{recipe}/boost', as: 'bo', status: 204 },
  {
    method: 'DELETE',
    path: '/recipes/{pizza}/boost',
    as: 'bo',
    status: 204,
    before: async (context) => {
      await must(context, { method: 'POST', path: `/recipes/${context.id('pizza')}/boost`, as: 'bo' });
    },
  },
];

export const recipeMedia: Operation[] = [
  { method: 'GET', path: '/recipes/{recipe}/media', as: 'bo', status: 200, shape: list(extendedMedium) },
];
