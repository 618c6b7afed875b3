/** Reads a file or web page and stores a preview that its owner confirms before recipes are created. */
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { toUtf8 } from '../../lib/decode-text.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { FetchError, fetchDocument } from '../../lib/fetch/fetch.ts';
import { newKey, store } from '../../lib/storage/storage.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import { type ImportedRecipe, isDraft } from '../../recipe-import/import-result.ts';
import { type FileResult, readFile } from '../../recipe-import/read-file.ts';
import { type ArchivePreview, previewArchive } from './archive/preview.ts';
import { findExistingRecipes } from './existing-recipes.ts';
import { hasPicture } from './import-picture.ts';

export interface PreviewedRecipe {
  name: string;
  ingredients: number;
  withQuantity: number;
  steps: number;
  picture: boolean;
  /** True if it becomes a draft. */
  isDraft: boolean;
  sourceUrl: string | null;
  /** One sentence per problem. */
  notUnderstood: string[];
  /** The created or existing recipe; null before the import. */
  recipeId: number | null;
  /** True if the account had the recipe before the import. */
  existed: boolean;
}

export interface Preview {
  recipes: PreviewedRecipe[];
  /** One sentence per problem. */
  problems: string[];
  /** Set if the file is the archive of an account. */
  archive?: ArchivePreview;
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

export interface ImportSource {
  bytes: Uint8Array;
  name: string;
  /** The URL of a web page; null for a file. */
  sourceUrl: string | null;
}

/** The name of the stored source under the import's key. */
export const storedName = 'import';
export const importTtlMs = 24 * 3_600_000;
const maxPageBytes = 4 * 2 ** 20;

/** Stores the source and its preview for 24 hours. Throws validation_failed if it contains no recipe. */
export async function prepareImport(
  accountId: number,
  source: ImportSource,
  field = 'file',
): Promise<number> {
  const archive = await previewArchive(source.bytes);
  const { format, total, preview } = archive ?? (await prepareRecipes(accountId, source, field));
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

async function prepareRecipes(accountId: number, source: ImportSource, field: string) {
  const read = await readSource(source);
  const { recipes, problems, format } = read;
  if (recipes.length === 0) throw new DomainError('validation_failed', { [field]: problems.slice(0, 20) });
  const preview: Preview = { recipes: await previewOf(accountId, read), problems };
  return { format, total: recipes.length, preview };
}

/** Fetches the page within 10 s. Throws validation_failed if that fails or the page has no recipe. */
export async function prepareImportFromUrl(accountId: number, url: string): Promise<number> {
  const accept = 'text/html, application/ld+json, application/json;q=0.9, */*;q=0.5';
  const found = await fetchDocument(url, { accept, maxBytes: maxPageBytes }).catch((error: unknown) => {
    throw error instanceof FetchError ? invalid('url', `could not be fetched: ${error.message}`) : error;
  });
  if (found.status !== 200)
    throw invalid('url', `could not be fetched: the server returned status ${found.status}`);
  const bytes = toUtf8(found.body, found.headers.get('content-type'));
  return prepareImport(accountId, { bytes, name: found.url, sourceUrl: found.url }, 'url');
}

/** Throws not_found, also after 24 hours. */
export async function getImport(accountId: number, id: number): Promise<Import> {
  const where = { id, accountId, createdAt: { gt: new Date(Date.now() - importTtlMs) } };
  const row = await prisma().import.findFirst({ where });
  if (!row) throw notFound();
  const { name, format, done, total, confirmedAt, finishedAt, createdAt } = row;
  return { id, name, format, done, total, confirmedAt, finishedAt, createdAt, ...fromJson(row.preview) };
}

/** Recipes that state no source URL get the URL of their page. */
export async function readSource({ bytes, name, sourceUrl }: ImportSource): Promise<FileResult> {
  const read = await readFile(bytes, sourceUrl === null ? name : null);
  for (const { draft } of read.recipes) draft.sourceUrl ??= sourceUrl;
  return read;
}

async function previewOf(accountId: number, { recipes }: FileResult): Promise<PreviewedRecipe[]> {
  const known = await findExistingRecipes(
    accountId,
    recipes.map(({ draft }) => draft),
  );
  return recipes.map((recipe, at) => ({
    name: recipe.draft.name,
    ...recipe.understood,
    picture: hasPicture(recipe),
    isDraft: isDraft(recipe),
    sourceUrl: recipe.draft.sourceUrl,
    notUnderstood: problemsOf(recipe).slice(0, 50),
    recipeId: known[at]!,
    existed: known[at] !== null,
  }));
}

const problemsOf = ({ notUnderstood, stated }: ImportedRecipe): string[] => [
  ...notUnderstood,
  ...(stated ? detailsFromStated(stated).notUnderstood : []),
];

export const toJson = (preview: Preview) => preview as unknown as Prisma.InputJsonObject;
export const fromJson = (json: unknown) => json as Preview;
