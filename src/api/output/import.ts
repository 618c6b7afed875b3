/** Serialises imports: the preview, the progress and the result. */
import { z } from '@hono/zod-openapi';
import type { Import } from '../../domain/migration/import.ts';
import { importActions } from '../../domain/migration/import-action.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import type { PreviewedIngredient } from '../../recipe-import/ingredient-preview.ts';
import { toDisplay } from '../../recipe-import/quantity.ts';
import { importedLists, toImportedLists } from './imported-lists.ts';
import { importedPosts, toImportedPosts } from './imported-posts.ts';
import { ingredientOutput } from './ingredient.ts';
import { timestamp } from './timestamp.ts';

const sentences = z.array(z.string());
const count = z.int().min(0);

const ingredientLine = z.object({
  text: z.string().openapi({ description: 'The line as its author wrote it' }),
  ...ingredientOutput.pick({
    name: true,
    quantity: true,
    quantity_max: true,
    unit: true,
    note: true,
    group: true,
  }).shape,
  understood: z
    .boolean()
    .openapi({ description: 'False if the line has a number that was not read as its amount' }),
});

const importedRecipe = z.object({
  position: z.int().min(0),
  name: z.string(),
  ingredients: z.int().min(0).openapi({ description: 'Number of entries found' }),
  ingredients_with_quantity: z.int().min(0),
  steps: z.int().min(0).openapi({ description: 'Number of entries found' }),
  ingredient_lines: z
    .array(ingredientLine)
    .openapi({ description: 'How the ingredients were read. Empty beyond the first 3,000 of an import.' }),
  picture: z.boolean().openapi({ description: 'Whether the recipe has a picture' }),
  draft: z
    .boolean()
    .openapi({ description: 'It becomes a draft: it lacks ingredients or steps, or was one' }),
  source_url: z.string().openapi({ description: 'Empty if unknown' }),
  not_understood: sentences.openapi({ description: 'What is missing or could not be read' }),
  already_here: z
    .boolean()
    .openapi({ description: 'The caller already has this recipe, so it is not imported again' }),
  state: z.enum(['new', 'changed', 'existing']).openapi({
    description: '`changed`: the caller imported the same page before, and its text was another',
  }),
  action: z.enum(importActions).openapi({ description: 'What the import does, or did, with the recipe' }),
  earlier_import: z
    .object({ recipe_id: id, imported_at: timestamp.nullable() })
    .nullable()
    .openapi({ description: 'The recipe that `update` changes. Null unless `state` is `changed`.' }),
  recipe_id: id.nullable().openapi({ description: 'Null until the recipe is created or updated' }),
  outcome: z.enum(['added', 'existing', 'failed', 'skipped']).nullable().openapi({
    description: 'What became of it. Null until then; the last of `not_understood` says why it failed.',
  }),
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
    recipes: z.array(importedRecipe).openapi({ description: 'At most 500, from the position `from` on' }),
    counts: z
      .object({
        recipes: count.openapi({ description: 'In the file, as far as it was read' }),
        created: count,
        updated: count,
        already_here: count,
        skipped: count,
        failed: count.openapi({ description: 'Recipes, items and files that could not be read or imported' }),
      })
      .openapi({ description: 'At the end, each recipe is counted once.' }),
    problems: sentences.openapi({ description: 'Why other recipes could not be read' }),
    archive: archive
      .nullable()
      .openapi({ description: 'Contents of an account archive. Null for a file of recipes.' }),
    lists: importedLists
      .nullable()
      .openapi({ description: 'Lists of accounts and bookmarks from Mastodon. Null for other files.' }),
    posts: importedPosts
      .nullable()
      .openapi({ description: 'Posts from an archive of Mastodon or Pixelfed. Null for other files.' }),
    done: z.int().min(0).openapi({ description: 'Finished steps out of `total`' }),
    total: z.int().min(0),
    waiting: z.string().openapi({ description: 'Why nothing happens for now. Empty otherwise.' }),
    created_at: timestamp,
    read_at: timestamp.nullable().openapi({ description: 'Null while the file is being read' }),
    confirmed_at: timestamp.nullable().openapi({ description: 'Null until confirmed' }),
    finished_at: timestamp.nullable().openapi({ description: 'Null until finished' }),
  }),
  {
    ...{ id: 3, name: 'soda-bread.cook', format: 'Cooklang' },
    recipes: [
      {
        ...{ position: 0, state: 'new', action: 'create', earlier_import: null },
        ingredient_lines: [
          {
            ...{ text: '500 g flour, type 00', name: 'flour', quantity: 500, quantity_max: null, unit: 'g' },
            ...{ note: 'type 00', group: null, understood: true },
          },
        ],
        ...{ name: 'Soda bread', ingredients: 4, ingredients_with_quantity: 3, steps: 3, picture: false },
        draft: false,
        ...{ source_url: 'https://kitchen.example/soda-bread', already_here: false, recipe_id: null },
        not_understood: ['no recipeYield given: 1 serving assumed.'],
        outcome: null,
      },
    ],
    problems: [],
    counts: { recipes: 1, created: 0, updated: 0, already_here: 0, skipped: 0, failed: 0 },
    ...{ archive: null, lists: null, posts: null, done: 0, total: 1, waiting: '' },
    ...{
      created_at: '2026-05-01T10:00:00.000Z',
      read_at: '2026-05-01T10:00:01.000Z',
      confirmed_at: null,
      finished_at: null,
    },
  },
);

export function toImportOutput(source: Import): z.output<typeof importOutput> {
  const { name, format, problems, counts, done, total, createdAt, readAt, confirmedAt, finishedAt } = source;
  // Those of an archive or of posts are listed with it.
  const isOfRecipes = !source.archive && !source.posts;
  return {
    ...{ id: source.id, name, format, problems: isOfRecipes ? problems : [], done, total },
    archive: source.archive ? toArchive(source.archive, source) : null,
    lists: source.lists ? toImportedLists(source.lists) : null,
    posts: source.posts ? toImportedPosts(source.posts, source) : null,
    recipes: source.recipes.map((recipe) => ({
      ...{ position: recipe.position, state: recipe.state, action: recipe.action },
      earlier_import: recipe.earlier && {
        recipe_id: recipe.earlier.recipeId,
        imported_at: recipe.earlier.importedAt,
      },
      ingredient_lines: recipe.lines.map(toLine),
      ...{ name: recipe.name, ingredients: recipe.ingredients, steps: recipe.steps, picture: recipe.picture },
      ingredients_with_quantity: recipe.withQuantity,
      draft: recipe.isDraft,
      source_url: recipe.sourceUrl ?? '',
      not_understood: recipe.notUnderstood,
      already_here: recipe.state === 'existing',
      recipe_id: recipe.recipeId,
      outcome: recipe.outcome,
    })),
    counts: {
      ...{ recipes: counts.recipes, created: counts.created, updated: counts.updated },
      ...{ already_here: counts.existing, skipped: counts.skipped, failed: counts.failed },
    },
    waiting: source.paused ?? '',
    created_at: createdAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

const toLine = ({
  text,
  name,
  quantity,
  quantityMax,
  unit,
  note,
  group,
  isUnderstood,
}: PreviewedIngredient) => ({
  ...{ text, name, unit, note, group, understood: isUnderstood },
  quantity: quantity && toDisplay(quantity),
  quantity_max: quantityMax && toDisplay(quantityMax),
});

const toArchive = (
  { address, counts }: NonNullable<Import['archive']>,
  { counts: { restored, existingItems }, problems }: Import,
) => ({
  address,
  recipes: counts.recipe ?? 0,
  preparations: counts.preparation ?? 0,
  bakings: counts.baking ?? 0,
  statuses: counts.status ?? 0,
  ...{ made: restored, already_here: existingItems, problems },
});
