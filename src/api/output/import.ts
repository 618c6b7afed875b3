/** Serialises imports: the preview, the progress and the result. */
import { z } from '@hono/zod-openapi';
import type { ArchivePreview } from '../../domain/migration/archive/preview.ts';
import type { Import } from '../../domain/migration/import.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { timestamp } from './timestamp.ts';

const sentences = z.array(z.string());

const importedRecipe = z.object({
  name: z.string(),
  ingredients: z.int().min(0).openapi({ description: 'Number of entries found' }),
  ingredients_with_quantity: z.int().min(0),
  steps: z.int().min(0).openapi({ description: 'Number of entries found' }),
  picture: z.boolean().openapi({ description: 'Whether the recipe has a picture' }),
  draft: z
    .boolean()
    .openapi({ description: 'It becomes a draft: it lacks ingredients or steps, or was one' }),
  source_url: z.string().openapi({ description: 'Empty if unknown' }),
  not_understood: sentences.openapi({ description: 'What is missing or could not be read' }),
  already_here: z
    .boolean()
    .openapi({ description: 'The caller already has this recipe, so it is not imported again' }),
  recipe_id: id.nullable().openapi({ description: 'Null until the recipe is created' }),
});

const archive = z.object({
  address: z.string().openapi({ description: 'Address of the exported account' }),
  recipes: z.int().min(0),
  preparations: z.int().min(0),
  bakings: z.int().min(0),
  statuses: z.int().min(0),
  made: z.int().min(0).openapi({ description: 'Number of items created so far' }),
  already_here: z.int().min(0),
  problems: sentences.openapi({ description: 'What could not be imported' }),
});

export const importOutput = namedSchema(
  'import_output',
  z.object({
    id,
    name: z.string().openapi({ description: 'File name, or URL of the page' }),
    format: z.string().openapi({ description: 'Detected format' }),
    recipes: z.array(importedRecipe),
    problems: sentences.openapi({ description: 'Why other recipes could not be read' }),
    archive: archive
      .nullable()
      .openapi({ description: 'Contents of an account archive. Null for a file of recipes.' }),
    done: z.int().min(0).openapi({ description: 'Finished steps out of `total`' }),
    total: z.int().min(0),
    created_at: timestamp,
    confirmed_at: timestamp.nullable().openapi({ description: 'Null until confirmed' }),
    finished_at: timestamp.nullable().openapi({ description: 'Null until finished' }),
  }),
  {
    ...{ id: 3, name: 'soda-bread.cook', format: 'Cooklang' },
    recipes: [
      {
        ...{ name: 'Soda bread', ingredients: 4, ingredients_with_quantity: 3, steps: 3, picture: false },
        draft: false,
        ...{ source_url: 'https://kitchen.example/soda-bread', already_here: false, recipe_id: null },
        not_understood: ['no recipeYield given: 1 serving assumed.'],
      },
    ],
    problems: [],
    ...{ archive: null, done: 0, total: 1 },
    ...{ created_at: '2026-05-01T10:00:00.000Z', confirmed_at: null, finished_at: null },
  },
);

export function toImportOutput(source: Import): z.output<typeof importOutput> {
  const { name, format, problems, done, total, createdAt, confirmedAt, finishedAt } = source;
  return {
    ...{ id: source.id, name, format, problems, done, total },
    archive: source.archive ? toArchive(source.archive) : null,
    recipes: source.recipes.map((recipe) => ({
      ...{ name: recipe.name, ingredients: recipe.ingredients, steps: recipe.steps, picture: recipe.picture },
      ingredients_with_quantity: recipe.withQuantity,
      draft: recipe.isDraft,
      source_url: recipe.sourceUrl ?? '',
      not_understood: recipe.notUnderstood,
      already_here: recipe.existed,
      recipe_id: recipe.recipeId,
    })),
    created_at: createdAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

const toArchive = ({ address, counts, restored: made, existing: here, problems }: ArchivePreview) => ({
  address,
  recipes: counts.recipe ?? 0,
  preparations: counts.preparation ?? 0,
  bakings: counts.baking ?? 0,
  statuses: counts.status ?? 0,
  ...{ made, already_here: here, problems },
});
