/** Reads recipes from a zip exported by Paprika, Mealie, Tandoor or Nextcloud, or from a folder of recipe files. */
import { fstatSync } from 'node:fs';
import { type OpenFile, openZip, type Zip } from '../../lib/archive/unzip.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import type { Found, ImportedRecipe } from '../import-result.ts';
import { parseLooseJson } from '../loose-json.ts';
import { toPlainLine } from '../rich-text.ts';
import { backupName, isMealieBackup, readMealieBackup, recipeOfPicture } from './apps.ts';
import { addTo, type FileResult, readPlain } from './single-file.ts';

/** Photos and texts hardly shrink, so that an archive that unpacks to much more is a hostile one. */
const maxRatio = 20;
/** Of a file, alone or in an archive. */
export const maxFileBytes = 32 * 2 ** 20;
const limits = { entries: 50_000, entryBytes: maxFileBytes, totalBytes: 2 ** 28 };
const RECIPE_FILE = /\.(?:json|jsonld|html?|cook|paprikarecipe|txt|md|gz)$/i;
/** Files in archives that are no recipes. */
const OTHER_FILE = new RegExp(
  `(?:^|/)(?:${[
    '__MACOSX/|\\._|\\.ds_store',
    '(?:package|manifest|schema)\\.json$',
    '(?:readme|licen[cs]e|changelog)[^/]{0,20}$',
  ].join('|')})`,
  'i',
);
const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif|gif)$/i;
const ARCHIVE_FILE = /\.zip$/i;
const maxProblems = 5;

export const archiveLimits = (source: Buffer | OpenFile) => {
  const bytes = Buffer.isBuffer(source) ? source.length : fstatSync(source.fd).size;
  return { ...limits, totalBytes: limits.totalBytes + maxRatio * bytes };
};

/**
 * Yields what is in the files of the archive, from the file at `from` on. One file is in memory at a time. Throws
 * malformed or too_large if the archive is unreadable.
 */
export async function* findInArchive(source: Buffer | OpenFile, from = 0, isInner = false): AsyncGenerator<Found> {
  const zip = await openZip(source, archiveLimits(source));
  try {
    const backup = isInner ? null : await findBackup(zip);
    if (backup) yield* findInBackup(backup, zip, from);
    else yield* findInFiles(zip, from, isInner);
    if (zip.cutAt !== null) yield { type: 'failed', name: zip.cutAt, reason: t('reading.cut-off') };
  } finally {
    zip.close();
  }
}

async function* findInFiles(zip: Zip, from: number, isInner: boolean): AsyncGenerator<Found> {
  const wanted = zip.names.filter(
    (name) => !OTHER_FILE.test(name) && (RECIPE_FILE.test(name) || (!isInner && ARCHIVE_FILE.test(name))),
  );
  yield { type: 'format', format: 'zip' };
  const pictureBeside = pictureFinder(zip.names);
  for (const [at, name] of wanted.entries()) {
    if (at < from) continue;
    yield { type: 'entry', at, name };
    const read = await readEntry(zip, name);
    const isArchive = ARCHIVE_FILE.test(name);
    const problems = read.problems.slice(0, maxProblems);
    if (read.recipes.length === 0) {
      if (problems.length > 0) yield { type: 'failed', name, reason: problems.join(' ') };
      continue;
    }

    yield { type: 'format', format: read.format };
    const picture = isArchive ? null : pictureBeside(name);
    const [only, ...others] = read.recipes;
    if (picture && others.length === 0) await addPicture(only!, zip, picture);
    for (const recipe of read.recipes) yield { type: 'recipe', recipe };
    for (const problem of problems) yield { type: 'problem', problem: `${name.slice(0, 100)}: ${problem}` };
  }
  if (wanted.length === 0 && zip.cutAt === null) yield { type: 'problem', problem: t('reading.no-recipe-in-archive') };
}

/** A file that is damaged or unpacks to too much is a problem of its own. */
async function readEntry(zip: Zip, name: string): Promise<FileResult> {
  const nothing = { format: 'zip', recipes: [] };
  try {
    const bytes = (await zip.read(name))!;
    if (!ARCHIVE_FILE.test(name)) return readPlain(bytes, fileNameOf(name));

    const result: FileResult = { ...nothing, problems: [] };
    for await (const found of findInArchive(bytes, 0, true)) addTo(result, found);
    return result;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problem = Object.values(error.errors).flat().join(', ');
    const key = ARCHIVE_FILE.test(name) ? 'reading.inner-archive' : 'reading.file';
    return { ...nothing, problems: [t(key, { problem })] };
  }
}

/** Returns null if the archive is no Mealie backup. */
async function findBackup(zip: Zip) {
  const name = zip.names.find((each) => backupName.test(each));
  const tables = name && parseLooseJson((await zip.read(name))!.toString('utf8'));
  return isMealieBackup(tables) ? tables : null;
}

async function* findInBackup(
  tables: Parameters<typeof readMealieBackup>[0],
  zip: Zip,
  from: number,
): AsyncGenerator<Found> {
  const pictures = new Map(zip.names.map((path) => [recipeOfPicture(path) ?? '', path]));
  yield { type: 'format', format: 'Mealie' };
  let at = -1;
  for (const { id, name: title, recipe } of readMealieBackup(tables)) {
    at += 1;
    if (at < from) continue;
    const name = toPlainLine(title).slice(0, 100);
    yield { type: 'entry', at, name };
    const picture = pictures.get(id);
    if (recipe && picture) await addPicture(recipe, zip, picture);
    if (recipe) yield { type: 'recipe', recipe };
    else yield { type: 'failed', name, reason: t('reading.recipe-without-content') };
  }
}

const fileNameOf = (path: string) => path.split('/').at(-1)!;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const stemOf = (path: string) => path.replace(/\.[^./]+$/, '');

/** Finds the picture with the recipe's name, or `full`, `original` or `image` in the recipe's own folder. */
function pictureFinder(names: string[]): (name: string) => string | undefined {
  const isOnly = names.filter((name) => RECIPE_FILE.test(name)).length === 1;
  const byStem = new Map<string, string>();
  const byFolder = new Map<string, string>();
  for (const name of names.filter((each) => PICTURE_FILE.test(each)).toReversed()) {
    byStem.set(stemOf(name), name);
    if (!/(?:^|\/)(?:full|original|image)\.[a-z]+$/i.test(name)) continue;
    byFolder.set(folderOf(name), name);
    if (/(?:^|\/)images\/[^/]+$/i.test(name)) byFolder.set(folderOf(name).replace(/images\/$/i, ''), name);
  }
  return (name) => {
    const folder = folderOf(name);
    return byStem.get(stemOf(name)) ?? (folder !== '' || isOnly ? byFolder.get(folder) : undefined);
  };
}

/** A damaged picture leaves the recipe without one. */
async function addPicture(recipe: ImportedRecipe, zip: Zip, path: string): Promise<void> {
  if (recipe.picture) return;
  const bytes = await zip.read(path).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (bytes && pictureTypeOf(bytes) !== null) recipe.picture = { bytes, description: '' };
  else recipe.notUnderstood.push(t('reading.picture-unreadable'));
}
