/** What was read of a file or a page, before and after it became recipes. */
import { z } from '@hono/zod-openapi';
import type { ArchivePreview } from '../../domain/moving/archive/preview.ts';
import type { Import } from '../../domain/moving/import.ts';
import { id } from '../ids.ts';
import { shape } from '../shape.ts';
import { timestamp } from './timestamp.ts';

const sentences = z.array(z.string());

const importedRecipe = z.object({
  name: z.string(),
  ingredients: z.int().min(0).openapi({ description: 'How many were read' }),
  ingredients_with_quantity: z.int().min(0),
  steps: z.int().min(0).openapi({ description: 'How many were read' }),
  picture: z.boolean().openapi({ description: 'Whether one comes with it' }),
  source_url: z.string().openapi({ description: 'Empty if there is none' }),
  not_understood: sentences.openapi({ description: 'What could not be read, or is missing' }),
  already_here: z.boolean().openapi({ description: 'It was the caller’s before and is not made again' }),
  recipe_id: id.nullable().openapi({ description: 'Null until there is one' }),
});

const archive = z.object({
  address: z.string().openapi({ description: 'Whose it was' }),
  recipes: z.int().min(0),
  preparations: z.int().min(0),
  bakings: z.int().min(0),
  statuses: z.int().min(0),
  made: z.int().min(0).openapi({ description: 'Items made of it so far' }),
  already_here: z.int().min(0),
  problems: sentences.openapi({ description: 'What could not be brought back' }),
});

export const importOutput = shape(
  'import_output',
  z.object({
    id,
    name: z.string().openapi({ description: 'The file’s, or the address of the page' }),
    format: z.string().openapi({ description: 'What it was taken for' }),
    recipes: z.array(importedRecipe),
    problems: sentences.openapi({ description: 'Why others are not among them' }),
    archive: archive.nullable().openapi({ description: 'All of an account; null for a file of recipes' }),
    done: z.int().min(0).openapi({ description: 'Steps of the work, of `total`' }),
    total: z.int().min(0),
    created_at: timestamp,
    confirmed_at: timestamp.nullable().openapi({ description: 'Null until it is confirmed' }),
    finished_at: timestamp.nullable().openapi({ description: 'Null until all of it is done' }),
  }),
  {
    ...{ id: 3, name: 'soda-bread.cook', format: 'Cooklang' },
    recipes: [
      {
        ...{ name: 'Soda bread', ingredients: 4, ingredients_with_quantity: 3, steps: 3, picture: false },
        ...{ source_url: 'https://kitchen.example/soda-bread', already_here: false, recipe_id: null },
        not_understood: ['no recipeYield given: 1 serving assumed.'],
      },
    ],
    problems: [],
    ...{ archive: null, done: 0, total: 1 },
    ...{ created_at: '2026-05-01T10:00:00.000Z', confirmed_at: null, finished_at: null },
  },
);

export function toImportOutput(given: Import): z.output<typeof importOutput> {
  const { name, format, problems, done, total, createdAt, confirmedAt, finishedAt } = given;
  return {
    ...{ id: given.id, name, format, problems, done, total },
    archive: given.archive ? toArchive(given.archive) : null,
    recipes: given.recipes.map((recipe) => ({
      ...{ name: recipe.name, ingredients: recipe.ingredients, steps: recipe.steps, picture: recipe.picture },
      ingredients_with_quantity: recipe.withQuantity,
      source_url: recipe.sourceUrl ?? '',
      not_understood: recipe.notUnderstood,
      already_here: recipe.isOld,
      recipe_id: recipe.recipeId,
    })),
    created_at: createdAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

const toArchive = ({ address, counts, made, here, problems }: ArchivePreview) => ({
  address,
  recipes: counts.recipe ?? 0,
  preparations: counts.preparation ?? 0,
  bakings: counts.baking ?? 0,
  statuses: counts.status ?? 0,
  ...{ made, already_here: here, problems },
});
