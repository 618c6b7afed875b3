/** Routes on imports. */
import { z } from '@hono/zod-openapi';
import { importActions, importListKinds } from '../db/vocabulary.ts';
import { getImport, type Import } from '../domain/migration/import.ts';
import type { ListsPreview } from '../domain/migration/list-files.ts';
import { confirmImport } from '../domain/migration/run-import.ts';
import { startImport } from '../domain/migration/start-import.ts';
import { importConfirmation, importInput, importQuery, importUrlInput } from '../http/input/import.ts';
import { id, idParams } from '../http/pagination.ts';
import { uploadLimit } from '../http/rate-limits.ts';
import { route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import type { PreviewedIngredient } from '../recipe-import/ingredient-list.ts';
import type { PostsPreview } from '../recipe-import/posts.ts';
import { toDisplay } from '../recipe-import/quantity.ts';
import { importUploads } from './import-uploads.ts';
import { timestamp } from './output.ts';
import { ingredientOutput } from './recipes.ts';

// Serialises lists of an import, and what became of their entries

const file = z.object({
  position: z.int().min(0),
  name: z.string().openapi({ description: 'File name' }),
  kind: z.enum([...importListKinds, 'skip']).openapi({ description: 'What the import does with the entries' }),
  entries: z.int().min(0),
  not_understood: z.int().min(0).openapi({ description: 'Number of lines' }),
});

const importedLists = z.object({
  files: z.array(file),
  added: z.int().min(0).openapi({ description: 'Entries that were new' }),
  already_here: z.int().min(0),
  failed: z.int().min(0),
});

const toImportedLists = ({ files, added, existing, failed }: ListsPreview) => ({
  files: files.map(({ name, kind, entries, skipped }, position) => ({
    position,
    name,
    kind,
    entries,
    not_understood: skipped,
  })),
  added,
  already_here: existing,
  failed,
});

// Serialises the posts of an import: how many there are, and what is left out

const count = z.int().min(0);

const importedPosts = z.object({
  posts: count,
  pictures: count,
  left_out: z
    .object({ boosts: count, replies: count, direct: count, polls: count, unreadable: count })
    .openapi({ description: 'Numbers of posts that are not imported. `replies`: to other people.' }),
  oldest: timestamp,
  newest: timestamp,
  made: count.openapi({ description: 'Number of posts created so far' }),
  already_here: count,
  problems: z.array(z.string()).openapi({ description: 'What could not be imported' }),
});

const toImportedPosts = (
  { leftOut, ...rest }: PostsPreview,
  { counts: { restored, existingItems }, problems }: Import,
) => ({
  ...rest,
  left_out: {
    boosts: leftOut.boost,
    replies: leftOut.reply,
    direct: leftOut.direct,
    polls: leftOut.poll,
    unreadable: leftOut.unreadable,
  },
  made: restored,
  already_here: existingItems,
  problems,
});

// Serialises imports: the preview, the progress and the result

const sentences = z.array(z.string());

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
  understood: z.boolean().openapi({ description: 'False if the line has a number that was not read as its amount' }),
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
  draft: z.boolean().openapi({ description: 'It becomes a draft: it lacks ingredients or steps, or was one' }),
  source_url: z.string().openapi({ description: 'Empty if unknown' }),
  not_understood: sentences.openapi({ description: 'What is missing or could not be read' }),
  already_here: z.boolean().openapi({ description: 'The caller already has this recipe, so it is not imported again' }),
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

const importOutput = namedSchema(
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
    archive: archive.nullable().openapi({ description: 'Contents of an account archive. Null for a file of recipes.' }),
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
    id: 3,
    name: 'soda-bread.cook',
    format: 'Cooklang',
    recipes: [
      {
        position: 0,
        state: 'new',
        action: 'create',
        earlier_import: null,
        ingredient_lines: [
          {
            text: '500 g flour, type 00',
            name: 'flour',
            quantity: 500,
            quantity_max: null,
            unit: 'g',
            note: 'type 00',
            group: null,
            understood: true,
          },
        ],
        name: 'Soda bread',
        ingredients: 4,
        ingredients_with_quantity: 3,
        steps: 3,
        picture: false,
        draft: false,
        source_url: 'https://kitchen.example/soda-bread',
        already_here: false,
        recipe_id: null,
        not_understood: ['no recipeYield given: 1 serving assumed.'],
        outcome: null,
      },
    ],
    problems: [],
    counts: { recipes: 1, created: 0, updated: 0, already_here: 0, skipped: 0, failed: 0 },
    archive: null,
    lists: null,
    posts: null,
    done: 0,
    total: 1,
    waiting: '',
    created_at: '2026-05-01T10:00:00.000Z',
    read_at: '2026-05-01T10:00:01.000Z',
    confirmed_at: null,
    finished_at: null,
  },
);

function toImportOutput(source: Import): z.output<typeof importOutput> {
  const { name, format, problems, counts, done, total, createdAt, readAt, confirmedAt, finishedAt } = source;
  // Those of an archive or of posts are listed with it.
  const isOfRecipes = !source.archive && !source.posts;
  return {
    id: source.id,
    name,
    format,
    problems: isOfRecipes ? problems : [],
    done,
    total,
    archive: source.archive ? toArchive(source.archive, source) : null,
    lists: source.lists ? toImportedLists(source.lists) : null,
    posts: source.posts ? toImportedPosts(source.posts, source) : null,
    recipes: source.recipes.map((recipe) => ({
      position: recipe.position,
      state: recipe.state,
      action: recipe.action,
      earlier_import: recipe.earlier && {
        recipe_id: recipe.earlier.recipeId,
        imported_at: recipe.earlier.importedAt,
      },
      ingredient_lines: recipe.lines.map(toLine),
      name: recipe.name,
      ingredients: recipe.ingredients,
      steps: recipe.steps,
      picture: recipe.picture,
      ingredients_with_quantity: recipe.withQuantity,
      draft: recipe.isDraft,
      source_url: recipe.sourceUrl ?? '',
      not_understood: recipe.notUnderstood,
      already_here: recipe.state === 'existing',
      recipe_id: recipe.recipeId,
      outcome: recipe.outcome,
    })),
    counts: {
      recipes: counts.recipes,
      created: counts.created,
      updated: counts.updated,
      already_here: counts.existing,
      skipped: counts.skipped,
      failed: counts.failed,
    },
    waiting: source.paused ?? '',
    created_at: createdAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

const toLine = ({ text, name, quantity, quantityMax, unit, note, group, isUnderstood }: PreviewedIngredient) => ({
  text,
  name,
  unit,
  note,
  group,
  understood: isUnderstood,
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
  made: restored,
  already_here: existingItems,
  problems,
});

// Imports recipes from files and web pages, with a preview that must be confirmed

const owner = 'the account that started the import';

export const imports = [
  ...importUploads,
  route({
    method: 'post',
    path: '/imports',
    summary: 'Read recipes or an account archive from files, a URL or a text, and preview the import',
    details:
      'Send files as multipart, or JSON with one of `url`, `text` and `upload_id`. Nothing is saved until the ' +
      'import is confirmed, which must happen within 24 h. A file or page without a recipe is rejected with an ' +
      'error that says why. A file that takes long is read on in the background, and what was read so far is ' +
      'returned.',
    scope: 'write',
    rule: 'any account',
    upload: 'import',
    rateLimit: uploadLimit,
    jsonAlternative: importUrlInput,
    body: importInput,
    response: importOutput,
    create: ({ caller, body }, beforeCommit) => startImport(caller.accountId, body, { beforeCommit }),
    handler: async ({ caller }, id) => toImportOutput(await getImport(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/imports/{id}',
    summary: 'Get an import: its preview, progress and result',
    details:
      'A large file is read in the background: poll until `read_at` is set. Of a file with more than 500 ' +
      'recipes, ask for the next ones with `from`.',
    scope: 'read',
    rule: owner,
    params: idParams,
    query: importQuery,
    response: importOutput,
    handler: async ({ caller, params, query }) => toImportOutput(await getImport(caller.accountId, params.id, query)),
  }),
  route({
    method: 'post',
    path: '/imports/{id}/confirm',
    summary: 'Confirm an import and create its recipes',
    details:
      'Runs in the background: poll the import until `finished_at` is set. Recipes that the caller already has ' +
      'are skipped, and confirming again has no effect. One import of an account runs at a time: while another ' +
      'one runs, the answer is 409. It finishes when each recipe is imported, was already here, was left out, ' +
      'or failed with its reason. `choices` says what to do with recipes whose page has changed since an ' +
      'earlier import, and which ones to leave out. A recipe without ingredients or without steps becomes a ' +
      'draft. Items of an archive keep their visibility. Lists take longer, because accounts and items of one ' +
      'server are asked for a few at a time.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: importConfirmation,
    errors: ['conflict'],
    status: 202,
    response: importOutput,
    handler: async ({ caller, params, body }) => {
      const { visibility = 'public', pictures: withPictures, choices, lists } = body;
      await confirmImport(caller.accountId, params.id, { visibility, withPictures, choices, lists });
      return toImportOutput(await getImport(caller.accountId, params.id));
    },
  }),
];
