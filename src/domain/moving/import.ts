/** Imports: a file or a page is read and shown first, and becomes recipes when its owner says so. */
import { confirmImport, type ImportRow, insertImport, selectImport } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { FetchError, fetchDocument } from '../../lib/fetch.ts';
import { newKey, readStored, store } from '../../lib/storage.ts';
import type { Visibility } from '../eventables/draft.ts';
import { type FileResult, readFile } from '../recipes/reading/file.ts';
import { findAlreadyHere } from './already-here.ts';
import { importRecipe } from './import-recipe.ts';

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

export interface Import {
  id: number;
  /** The file's, or the page's address. */
  name: string;
  format: string;
  recipes: PreviewedRecipe[];
  /** Sentences. */
  problems: string[];
  confirmedAt: Date | null;
  createdAt: Date;
}

export interface Given {
  bytes: Uint8Array;
  name: string;
  /** Where it was found, if on the web. */
  sourceUrl: string | null;
}

const storedName = 'import';
const mostPageBytes = 4 * 2 ** 20;

/** Nothing is written but what was read, for a day. Throws validation_failed when there is no recipe in it. */
export async function prepareImport(accountId: number, given: Given, field = 'file'): Promise<number> {
  const read = await readGiven(given);
  if (read.recipes.length === 0) {
    throw new DomainError('validation_failed', { [field]: read.problems.slice(0, 20) });
  }
  const preview = { recipes: await previewOf(accountId, read), problems: read.problems };
  const key = newKey();
  await store(key, storedName, given.bytes);
  const { name, sourceUrl } = given;
  const [made] = await insertImport(
    db,
    accountId,
    key,
    name.slice(0, 500),
    read.format,
    sourceUrl,
    JSON.stringify(preview),
  );
  return made!.id;
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
  return toImport(await getRow(accountId, id));
}

/** Every recipe of it that is not here yet becomes one. Confirming again goes on where it was interrupted. */
export async function confirm(accountId: number, id: number, visibility: Visibility): Promise<Import> {
  const row = await getRow(accountId, id);
  const bytes = await readStored(row.key, storedName);
  if (!bytes) throw notFound();

  const read = await readGiven({ bytes, name: row.name, sourceUrl: row.source_url });
  const results: PreviewedRecipe[] = [];
  for (const [at, recipe] of read.recipes.entries()) {
    const shown = toPreview(recipe);
    try {
      const { id: recipeId, isOld } = await importRecipe(accountId, recipe, visibility);
      const wasMade = toImport(row).recipes[at]?.isOld === false && row.confirmed_at !== null;
      results.push({ ...shown, recipeId, isOld: isOld && !wasMade });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      results.push({ ...shown, notUnderstood: [...shown.notUnderstood, `not imported: ${error.message}.`] });
    }
  }
  await confirmImport(db, accountId, id, JSON.stringify({ recipes: results, problems: read.problems }));
  return getImport(accountId, id);
}

async function getRow(accountId: number, id: number): Promise<ImportRow> {
  const [row] = await selectImport(db, accountId, id);
  if (!row) throw notFound();
  return row;
}

/** A page without an address of its own has the one where it was found. */
async function readGiven({ bytes, name, sourceUrl }: Given): Promise<FileResult> {
  const read = await readFile(bytes, sourceUrl === null ? name : null);
  for (const { draft } of read.recipes) draft.sourceUrl ??= sourceUrl;
  return read;
}

async function previewOf(accountId: number, { recipes }: FileResult): Promise<PreviewedRecipe[]> {
  const known = await findAlreadyHere(
    accountId,
    recipes.map(({ draft }) => draft),
  );
  return recipes.map((recipe, at) => ({
    ...toPreview(recipe),
    recipeId: known[at]!,
    isOld: known[at] !== null,
  }));
}

const toPreview = ({
  draft,
  understood,
  notUnderstood,
  picture,
}: FileResult['recipes'][number]): PreviewedRecipe => ({
  name: draft.name,
  ...understood,
  picture: picture !== undefined,
  sourceUrl: draft.sourceUrl,
  notUnderstood: notUnderstood.slice(0, 50),
  recipeId: null,
  isOld: false,
});

function toImport({ id, name, format, preview, confirmed_at, created_at }: ImportRow): Import {
  const { recipes, problems } = preview as Pick<Import, 'recipes' | 'problems'>;
  return { id, name, format, recipes, problems, confirmedAt: confirmed_at, createdAt: created_at };
}
