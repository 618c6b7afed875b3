/** Reads a file or web page and stores a preview that its owner confirms before recipes are created. */
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { toUtf8 } from '../../lib/decode-text.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { FetchError } from '../../lib/fetch/fetch.ts';
import { t } from '../../lib/language/text.ts';
import { newKey, store } from '../../lib/storage/storage.ts';
import type { PreviewedIngredient } from '../../recipe-import/ingredient-preview.ts';
import type { ArchivePreview } from './archive/preview.ts';
import { findExistingRecipes } from './existing-recipes.ts';
import { fetchForMember } from './fetch-for-member.ts';
import { actionsFor, type ImportAction, type ImportState } from './import-action.ts';
import type { ListsPreview } from './lists/preview.ts';
import type { ParsedRecipe } from './parse-source.ts';
import type { PostsPreview } from './posts/archive.ts';
import { type ImportSource, previewSource } from './read-source.ts';

export interface PreviewedRecipe {
  name: string;
  ingredients: number;
  withQuantity: number;
  steps: number;
  /** Empty beyond the first recipes of a large import. */
  lines: PreviewedIngredient[];
  picture: boolean;
  /** True if it becomes a draft. */
  isDraft: boolean;
  sourceUrl: string | null;
  /** One sentence per problem. */
  notUnderstood: string[];
  /** The created or existing recipe; null before the import. */
  recipeId: number | null;
  /** Before the import. */
  state: ImportState;
  /** What the import does, or did, with it. */
  action: ImportAction;
  /** The recipe that is here already, if it has another text. */
  earlier: EarlierImport | null;
}

export interface EarlierImport {
  recipeId: number;
  /** ISO 8601. Null if the recipe was not imported, but has the same address. */
  importedAt: string | null;
}

export interface Preview {
  recipes: PreviewedRecipe[];
  /** One sentence per problem. */
  problems: string[];
  /** Set if the file is the archive of an account. */
  archive?: ArchivePreview;
  /** Set if the file is a list, or several. */
  lists?: ListsPreview;
  /** Set if the file is an archive of posts. */
  posts?: PostsPreview;
}

export interface Import extends Preview {
  id: number;
  /** The name of the file or the URL of the page. */
  name: string;
  format: string;
  /** Progress in steps. */
  done: number;
  total: number;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

/** The name of the stored source under the import's key. */
export const storedName = 'import';
/** For the confirmation. */
const previewTtlMs = 24 * 3_600_000;
/** A list takes long if servers do not answer. */
const resultTtlMs = 7 * 24 * 3_600_000;
const maxPageBytes = 4 * 2 ** 20;

/** Stores the source and its preview for 24 hours. Throws like `previewSource`, and validation_failed without a recipe. */
export async function prepareImport(
  accountId: number,
  source: ImportSource,
  field = 'file',
): Promise<number> {
  const { format, total, recipes, problems, archive, lists, posts } = await previewSource(source, field);
  if (!archive && !lists && !posts && recipes.length === 0)
    throw new DomainError('validation_failed', { [field]: problems.slice(0, 20) });
  const preview: Preview = {
    recipes: await previewOf(accountId, recipes),
    ...{ problems, ...(archive && { archive }), ...(lists && { lists }), ...(posts && { posts }) },
  };
  const key = newKey();
  await store(key, storedName, source.bytes);
  const { sourceUrl } = source;
  const name = source.name.slice(0, 500);
  const { id } = await prisma().import.create({
    select: { id: true },
    data: { accountId, key, name, format, sourceUrl, preview: toJson(preview), total },
  });
  return Number(id);
}

/** Fetches the page within 10 s. Throws validation_failed if that fails or the page has no recipe. */
export async function prepareImportFromUrl(accountId: number, url: string): Promise<number> {
  const accept = 'text/html, application/ld+json, application/json;q=0.9, */*;q=0.5';
  const found = await fetchForMember(url, { accept, maxBytes: maxPageBytes }).catch((error: unknown) => {
    throw error instanceof FetchError
      ? invalid('url', t('errors.not-fetched', { message: error.message }))
      : error;
  });
  if (found.status !== 200) throw invalid('url', t('errors.not-fetched-status', { status: found.status }));
  const bytes = toUtf8(found.body, found.headers.get('content-type'));
  return prepareImport(accountId, { bytes, name: found.url, sourceUrl: found.url }, 'url');
}

const since = (ms: number) => new Date(Date.now() - ms);

/** Selects an import of the account that has not expired. */
export const whereLive = (accountId: number, id: number) => ({
  ...{ id, accountId },
  OR: [
    { createdAt: { gt: since(previewTtlMs) } },
    { confirmedAt: { not: null }, createdAt: { gt: since(resultTtlMs) } },
  ],
});

/** Throws not_found, also 24 hours later without a confirmation, and 7 days later with one. */
export async function getImport(accountId: number, id: number): Promise<Import> {
  const row = await prisma().import.findFirst({ where: whereLive(accountId, id) });
  if (!row) throw notFound();
  const { name, format, done, total, confirmedAt, finishedAt, createdAt } = row;
  return { id, name, format, done, total, confirmedAt, finishedAt, createdAt, ...fromJson(row.preview) };
}

async function previewOf(accountId: number, recipes: ParsedRecipe[]): Promise<PreviewedRecipe[]> {
  const known = await findExistingRecipes(
    accountId,
    recipes.map(({ identity }) => identity),
  );
  return recipes.map(({ identity: { name, sourceUrl }, understood, hasPicture, ...rest }, at) => {
    const same = known[at] ?? null;
    const state: ImportState = same === null ? 'new' : same.isSameText ? 'existing' : 'changed';
    const earlier =
      same && state === 'changed'
        ? { recipeId: same.id, importedAt: same.importedAt?.toISOString() ?? null }
        : null;
    return {
      ...{ name, ...understood, picture: hasPicture, sourceUrl, ...rest },
      ...{ recipeId: same?.isSameText ? same.id : null, state, action: actionsFor[state][0], earlier },
    };
  });
}

export const toJson = (preview: Preview) => preview as unknown as Prisma.InputJsonObject;
export const fromJson = (json: unknown) => json as Preview;
