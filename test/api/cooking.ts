/** Sets up Ann’s recipe, and preparations and bakings of it. */
import { beforeAll } from 'vitest';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

export let recipe: { id: number; ingredients: { id: number }[]; slug: string; url: string };

/** The cast, and a recipe of Ann’s. */
export function useCooking(): void {
  useCast();
  beforeAll(async () => {
    recipe = await postRecipe();
  });
}

const steps = [{ content: 'Mix **gently**.', duration: 1800, ingredient_positions: [0] }];
export async function postRecipe(extra: object = {}) {
  const { body } = await as(cast.ann).post('/recipes', {
    name: 'Pizza dough',
    serving: 4,
    serving_type: 'pizzas',
    ingredients: ['250 g flour, sifted', '1/3 cup water', { name: 'salt', quantity: 1, scalable: false }],
    steps,
    ...extra,
  });
  return body;
}

export const kinds = ['preparation', 'baking'] as const;
export type Kind = (typeof kinds)[number];
export const draftFields = { name: 'Sunday pizza', prepared_at: '2026-03-01T18:30:00+02:00', serving: 8 };
export const cook = (kind: Kind, extra: object = {}, who = cast.bo) =>
  as(who).post(`/${kind}s`, { [kind]: { ...draftFields, recipe_id: recipe.id, ...extra } });
export const draft = async (kind: Kind, extra: object = {}, who = cast.bo) => (await cook(kind, extra, who)).body;
