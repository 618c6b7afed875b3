/** Imports: a file or a page is read and shown first, and becomes recipes when its owner says so. */
import { type ImportRow, insertImport, selectImport } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { FetchError, fetchDocument } from '../../lib/fetch.ts';
import { newKey, store } from '../../lib/storage.ts';
import { type FileResult, readFile } from '../recipes/reading/file.ts';
import { findAlreadyHere } from './already-here.ts';
import { type ArchivePreview, previewArchive } from './archive/preview.ts';

export interface PreviewedRecipe {
  name: string;
  ingredients: number;
  withQuantity: number;
  steps: number;
  picture: boolean;
  sourceUrl: string | null;
  /** Sentences. */
  notUnderstood: string[];
  /** The recipe made of it, or that was there before. */
  recipeId: number | null;
  isOld: boolean;
}

export interface Preview {
  recipes: PreviewedRecipe[];
  /** Sentences. */
  problems: string[];
  /** All of an account; what is in it and what became of it. */
  archive?: ArchivePreview;
}

export interface Import extends Preview {
  id: number;
  /** The file's, or the page's address. */
  name: string;
  format: string;
  /** Steps of the work on it. */
  done: number;
  total: number;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

export interface Given {
  bytes: Uint8Array;
  name: string;
  /** Where it was found, if on the web. */
  sourceUrl: string | null;
}

/** What is kept of an import, under its key. */
export const storedName = 'import';
const mostPageBytes = 4 * 2 ** 20;

/** Nothing is written but what was read, for a day. Throws validation_failed when there is no recipe in it. */
export async function prepareImport(accountId: number, given: Given, field = 'file'): Promise<number> {
  const archive = await previewArchive(given.bytes);
  const { format, total, preview } = archive ?? (await prepareRecipes(accountId, given, field));
  const key = newKey();
  await store(key, storedName, given.bytes);
  const name = given.name.slice(0, 500);
  const [made] = await insertImport(
    db,
    ...([accountId, key, name, format, given.sourceUrl, JSON.stringify(preview), total] as const),
  );
  return made!.id;
}

async function prepareRecipes(accountId: number, given: Given, field: string) {
  const read = await readGiven(given);
  const { recipes, problems, format } = read;
  if (recipes.length === 0) throw new DomainError('validation_failed', { [field]: problems.slice(0, 20) });
  const preview: Preview = { recipes: await previewOf(accountId, read), problems };
  return { format, total: recipes.length, preview };
}

/** Fetches the page at once, within 10 s. Throws validation_failed when it cannot be had or has no recipe. */
export async function prepareImportFrom(accountId: number, url: string): Promise<number> {
  const accept = 'text/html, application/ld+json, application/json;q=0.9, */*;q=0.5';
  const found = await fetchDocument(url, { accept, maxBytes: mostPageBytes }).catch((error: unknown) => {
    throw error instanceof FetchError ? invalid('url', `could not be fetched: ${error.message}`) : error;
  });
  if (found.status !== 200) throw invalid('url', `could not be fetched: it answers ${found.status}`);
  return prepareImport(accountId, { bytes: found.body, name: found.url, sourceUrl: found.url }, 'url');
}

/** Throws not_found, also once the day is over. */
export async function getImport(accountId: number, id: number): Promise<Import> {
  const [row] = await selectImport(db, accountId, id);
  if (!row) throw notFound();
  return toImport(row);
}

/** A page without an address of its own has the one where it was found. */
export async function readGiven({ bytes, name, sourceUrl }: Given): Promise<FileResult> {
  const read = await readFile(bytes, sourceUrl === null ? name : null);
  for (const { draft } of read.recipes) draft.sourceUrl ??= sourceUrl;
  return read;
}

async function previewOf(accountId: number, { recipes }: FileResult): Promise<PreviewedRecipe[]> {
  const known = await findAlreadyHere(
    accountId,
    recipes.map(({ draft }) => draft),
  );
  return recipes.map(({ draft, understood, notUnderstood, picture }, at) => ({
    name: draft.name,
    ...understood,
    picture: picture !== undefined,
    sourceUrl: draft.sourceUrl,
    notUnderstood: notUnderstood.slice(0, 50),
    recipeId: known[at]!,
    isOld: known[at] !== null,
  }));
}

function toImport(row: ImportRow): Import {
  const { id, name, format, done, total } = row;
  return {
    ...{ id, name, format, done, total },
    ...(row.preview as Preview),
    confirmedAt: row.confirmed_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
  };
}
