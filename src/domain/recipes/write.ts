/** Writes recipes. */
import { convertDetails, inTerms, schemaOrgDetails, totalTimeOf } from '../../db/recipe-details.ts';
import type { ItemHeader } from '../../db/sql/items.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { toDuration } from '../../lib/duration.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { textOf } from '../../lib/html/html.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import type { RecipeChanges, RecipeDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import { type Account, getAccount, getAuthorOfNew } from '../accounts/account.ts';
import {
  defaultVisibility,
  getItemHeader,
  lockOwnItem,
  type Medium,
  type Recipe,
  type Step,
  type StepLink,
  toDetailColumns,
  uniqueSlug,
} from '../items/eventable.ts';
import { toSharedColumns, validateParts } from '../items/parts.ts';
import { deleteItem } from '../items/publish.ts';
import {
  type ChangedRow,
  editColumns,
  initialColumns,
  type NewRow,
  type OwnColumns,
  saveItems,
} from '../items/save.ts';
import { addressOfLink } from './fields.ts';
import { formatIngredient, plainServings } from './text.ts';

// Builds the recipe that a draft would become, without storing it

const noCounts = {
  likesCount: 0,
  boostsCount: 0,
  repliesCount: 0,
  cookedCount: 0,
  forksCount: 0,
  revisionsCount: 0,
  ratingCount: 0,
  ratingSum: 0,
};

/** `before` is the stored recipe of an edit. Mentions stay plain text, and linked recipes are only links. */
export function previewRecipe(account: Account, draft: RecipeDraft, media: Medium[], before: Recipe | null): Recipe {
  const now = new Date();
  return {
    ...noCounts,
    type: 'recipe',
    id: before?.id ?? 0,
    iri: null,
    url: null,
    slug: before?.slug ?? null,
    account,
    publication: 'draft',
    visibility: draft.visibility,
    contextIri: null,
    quoteIri: null,
    generation: 0,
    version: 0,
    name: draft.name,
    content: draft.description,
    contentHtml: renderMarkdown(draft.description),
    locale: draft.locale ?? account.locale ?? 'und',
    tags: draft.tags,
    liked: false,
    boosted: false,
    collectionIds: [],
    mentions: [],
    media,
    createdAt: now,
    publishedAt: before?.publishedAt ?? now,
    updatedAt: now,
    editedAt: null,
    serving: draft.serving,
    servingType: draft.servingType,
    sourceUrl: draft.sourceUrl,
    prepTime: draft.prepTime,
    cookTime: draft.cookTime,
    details: draft.details,
    forkedFromId: null,
    forkedFromIri: null,
    privateNote: null,
    asArticle: null,
    ingredients: draft.ingredients.map((each, position) => ({ ...each, id: position, position })),
    steps: draft.steps.map(({ links, ...step }, position) => ({
      ...step,
      id: position,
      position,
      contentHtml: renderMarkdown(step.content),
      links: links.map(toLink),
    })),
  };
}

const toLink = ({ target, serving }: StepLinkDraft): StepLink => ({
  name: '',
  slug: null,
  accountId: null,
  serving,
  ...('iri' in target
    ? { id: null, type: null, iri: target.iri, url: target.iri }
    : { id: target.id, type: target.type, iri: null, url: null }),
});

// Converts a recipe to schema.org/Recipe for search engines and other programs

/** Contains the recipe's own fields, without URL, author and pictures. */
export function toSchemaOrg(recipe: Recipe) {
  const { name, tags, contentHtml, locale, ingredients, steps } = recipe;
  const description = textOf(contentHtml).trim();
  return {
    name,
    ...(description && { description }),
    ...times(recipe),
    recipeYield: plainServings(recipe.serving, recipe.servingType),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    recipeIngredient: ingredients.map((each) => each.originalText ?? formatIngredient(each)),
    recipeInstructions: steps.flatMap(instruction),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...detailsOf(recipe),
    ...sourceOf(recipe),
  };
}

/** `times` writes the total time, `sourceOf` the credit. */
function detailsOf({ name, details }: Recipe) {
  const written = convertDetails(details, {
    seconds: () => null,
    texts: (texts, detail): unknown[] => (detail === 'equipment' ? texts.map(toTool) : texts),
    diets: (diets) => diets.map((diet) => `https://schema.org/${diet}`),
    nutrition: (nutrition) =>
      Object.keys(nutrition).length > 0 ? { '@type': 'NutritionInformation', ...nutrition } : null,
    url: (url) => url && { '@type': 'VideoObject', name, contentUrl: url },
  });
  return inTerms(written, schemaOrgDetails);
}

const toTool = (name: string) => ({ '@type': 'HowToTool', name });

function sourceOf({ sourceUrl, details: { credit } }: Recipe) {
  if (!credit) return sourceUrl ? { isBasedOn: sourceUrl } : {};
  const { name, url, site } = credit;
  return {
    isBasedOn: {
      '@type': 'Recipe',
      ...(sourceUrl && { url: sourceUrl }),
      ...(name && { author: { '@type': 'Person', name, ...(url && { url }) } }),
      ...(site && { publisher: { '@type': 'Organization', name: site } }),
    },
  };
}

/** States prepTime and cookTime always together, since search engines want both or none. Zero is read as unknown. */
function times(recipe: Recipe) {
  const { prepTime, cookTime, details } = recipe;
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  if (total === null) return {};
  const isSplit = prepTime !== null || cookTime !== null;
  return {
    ...(isSplit && { prepTime: toDuration(prepTime ?? 0), cookTime: toDuration(cookTime ?? 0) }),
    totalTime: toDuration(total),
  };
}

function instruction({ name, contentHtml, position, duration, links }: Step) {
  const text = textOf(contentHtml).trim() || name;
  if (!text) return [];
  const mentions = links.flatMap(mentionOf);
  return [
    {
      '@type': 'HowToStep',
      position: position + 1,
      ...(name && { name }),
      text,
      ...(duration && { timeRequired: toDuration(duration) }),
      ...(mentions.length > 0 && { mentions }),
    },
  ];
}

function mentionOf(link: StepLink) {
  const url = addressOfLink(link);
  return url === null ? [] : [{ '@type': 'Recipe', ...(link.name && { name: link.name }), url }];
}

// Creates, updates and deletes local recipes

/** Without a visibility, a recipe is public, and a fork is as visible as its original. */
export type NewRecipe = Omit<RecipeDraft, 'visibility'> & { visibility: Visibility | null };

/**
 * Publishes at once, unless it is a draft. Throws validation_failed for step links to items that the author may not
 * see, and for a fork that more people would see than the original.
 */
export async function createRecipe(
  accountId: number,
  draft: NewRecipe,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return transact(async (tx) => {
    const { author: account, id } = await getAuthorOfNew(accountId, tx);
    const original = draft.forkedFromId ? await getForkedRecipe(tx, accountId, draft.forkedFromId) : null;
    const { publication = 'published', mediaIds = [] } = draft;
    // A draft gets its addresses when it is published.
    const slug = publication === 'draft' ? null : await uniqueSlug(tx, accountId, draft.name);
    const visibility = draft.visibility ?? defaultVisibility(original);
    const { columns, mentionedIds } = await toSharedColumns(tx, { ...draft, visibility }, account);
    const row: NewRow = {
      ...initialColumns(accountId),
      ...columns,
      ...toOwnColumns(draft, account),
      type: 'recipe',
      publication,
      slug,
      ...(slug !== null && {
        iri: iris.eventable('recipe', accountId, id),
        url: iris.page('recipe', account.username, slug),
      }),
      ...(original && { forked_from_id: original.id, forked_from_iri: original.iri }),
    };
    const parts = await validateParts(tx, accountId, null, draft);
    await saveItems(tx, [{ origin: 'local', id, row, parts, mentionedIds, mediaIds }]);
    return id;
  }, beforeCommit);
}

async function getForkedRecipe(tx: Tx, accountId: number, id: number): Promise<ItemHeader> {
  return getItemHeader(tx, accountId, id, 'recipe').catch((error) => {
    throw error instanceof DomainError ? invalid('forked_from_id', t('errors.must-be-visible-recipe')) : error;
  });
}

/**
 * Replaces the lists that are given. The slug stays, because URLs must not change. Throws validation_failed like
 * `createRecipe`.
 */
export async function updateRecipe(
  accountId: number,
  id: number,
  changes: RecipeChanges,
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  await transact(async (tx) => {
    const before = await lockOwnItem(tx, accountId, 'recipe', id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    const { columns, mentionedIds } = await toSharedColumns(tx, changes, account, id);
    const row: ChangedRow = { ...columns, ...toOwnColumns(changes, account), ...editColumns(before) };
    const parts = await validateParts(tx, accountId, id, changes);
    const { mediaIds } = changes;
    await saveItems(tx, [{ origin: 'local', before, row, parts, mentionedIds, mediaIds }]);
  }, beforeCommit);
}

export async function deleteRecipe(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => deleteItem(tx, await lockOwnItem(tx, accountId, 'recipe', id)));
}

const toOwnColumns = (draft: Omit<RecipeChanges, 'visibility'>, account: Account): Partial<OwnColumns['recipe']> => ({
  as_article: account.recipesAsArticles,
  source_url: draft.sourceUrl,
  prep_time: draft.prepTime,
  cook_time: draft.cookTime,
  ...toDetailColumns(draft.details),
});
