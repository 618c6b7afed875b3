/** Reads recipes from a file of any supported format or an archive, detected by content, and one after the other. */
import { fstatSync } from 'node:fs';
import { type OpenFile, openZip, readAt, type Zip } from '../lib/archive/unzip.ts';
import { DomainError, ignoreRefusal } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { pictureTypeOf } from '../lib/picture-type.ts';
import { backupName, isMealieBackup, readMealieBackup, recipeOfPicture } from './formats/mealie.ts';
import { findInPlain, sentenceOf } from './formats/single-file.ts';
import type { Found, ImportedRecipe } from './import-result.ts';
import { parseLooseJson } from './loose-json.ts';
import { attachPicture, baseOf } from './pictures-and-notes.ts';
import { toPlainLine } from './rich-text.ts';

/** Throws too_large above the limit of a file that is no archive. */
export async function readWhole(file: OpenFile): Promise<Buffer> {
  const { size } = fstatSync(file.fd);
  if (size > maxFileBytes)
    throw new DomainError('too_large', { file: [t('reading.larger-than', { limit: maxFileBytes / 2 ** 20 })] });
  return readAt(file, 0, size);
}

/**
 * Yields what is in the file, from its part `from` on. `name` serves only as a title, and `url` is where a page was
 * found. Memory does not grow with an archive. Never throws: what is unreadable is reported.
 */
export async function* findRecipes(
  source: Buffer | OpenFile,
  name: string | null = null,
  from = 0,
  url: string | null = null,
): AsyncGenerator<Found> {
  const isBytes = Buffer.isBuffer(source);
  try {
    if (isZip(isBytes ? source : await readAt(source, 0, 4))) return yield* findInArchive(source, from);
    const bytes = isBytes ? source : await readWhole(source);
    for (const found of findInPlain(bytes, name, { from, url })) yield found;
  } catch (error) {
    const problem = reasonOf(error);
    yield { type: 'problem', problem: t('reading.file', { problem }) };
  }
}

/** Throws what is no refusal of ours. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  return Object.values(error.errors).flat().join(', ');
}

// Archives: a zip exported by an app, or a folder of recipe files

/** Photos and texts hardly shrink, so that an archive that unpacks to much more is a hostile one. */
const maxRatio = 20;
/** Of a file, alone or in an archive. */
export const maxFileBytes = 32 * 2 ** 20;
const limits = { entries: 50_000, entryBytes: maxFileBytes, totalBytes: 2 ** 28 };
/** Files in which recipes are looked for. Their format is detected by content. */
const RECIPE_FILE = new RegExp(
  `\\.(?:${[
    'json|jsonld|html?|xml|csv|tsv|txt|md|markdown|gz',
    'cook|cml|crumb|enex|fdx|grmt|melarecipe|mhtml?|mmf?|mx[2p]|paprikarecipe|rk',
  ].join('|')})$`,
  'i',
);
/** Files in archives that are no recipes. */
const OTHER_FILE = new RegExp(
  `(?:^|/)(?:${[
    '__MACOSX/|\\._|\\.ds_store',
    '(?:package|manifest|schema)\\.json$',
    '(?:readme|licen[cs]e|changelog)[^/]{0,20}$',
  ].join('|')})`,
  'i',
);
/** The pages that list the recipes of an export. */
const INDEX_PAGE = /(?:^|\/)index\.html?$/i;
const ARCHIVE_FILE = /\.(?:zip|fdxz|mcb|melarecipes|mz2|paprikarecipes|rtk)$/i;
const maxProblems = 5;

export const archiveLimits = (source: Buffer | OpenFile) => {
  const bytes = Buffer.isBuffer(source) ? source.length : fstatSync(source.fd).size;
  return { ...limits, totalBytes: limits.totalBytes + maxRatio * bytes };
};

/**
 * Yields what is in the files of the archive, from the file at `from` on. One file is in memory at a time. Throws
 * malformed or too_large if the archive is unreadable.
 */
async function* findInArchive(source: Buffer | OpenFile, from = 0, isInner = false): AsyncGenerator<Found> {
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

const isRecipeFile = (name: string) => RECIPE_FILE.test(name);

/** A text may begin with PK, too. The third byte says what is first in an archive: a file, its end, or a part. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && [3, 5, 7].includes(bytes[2] ?? 0);

/** Whether a file of this name is looked at in an archive, for itself or as a picture. */
export const isReadInArchives = (name: string): boolean =>
  isRecipeFile(name) || ARCHIVE_FILE.test(name) || isPictureFile(name);

async function* findInFiles(zip: Zip, from: number, isInner: boolean): AsyncGenerator<Found> {
  const wanted = zip.names.filter(
    (name) => !OTHER_FILE.test(name) && (isRecipeFile(name) || (!isInner && ARCHIVE_FILE.test(name))),
  );
  yield { type: 'format', format: 'zip' };
  const pictures = pictureFinder(zip.names);
  const hasOthers = wanted.length > 1;
  for (const [at, name] of wanted.entries()) {
    if (at < from) continue;
    yield { type: 'entry', at, name };
    const problems: string[] = [];
    let recipes = 0;
    let format = '';
    let held: ImportedRecipe | null = null;
    const isArchive = ARCHIVE_FILE.test(name);
    for await (const found of readEntry(zip, name, isInner)) {
      if (found.type === 'problem') problems.push(found.problem);
      else if (found.type === 'failed') problems.push(sentenceOf(found));
      else if (found.type === 'format') format = found.format;
      if (found.type !== 'recipe') continue;
      recipes += 1;
      if (recipes === 1) yield { type: 'format', format };
      const { recipe } = found;
      if (!isArchive) await addPictures(recipe, zip, pictures.named(name, recipe.pictureNames ?? []));
      // A picture beside the file belongs to its only recipe.
      if (recipes > 1) {
        if (held) yield { type: 'recipe', recipe: held };
        yield { type: 'recipe', recipe };
        held = null;
      } else held = recipe;
    }
    if (held && !held.picture && !isArchive) await addPictures(held, zip, pictures.beside(name));
    if (held) yield { type: 'recipe', recipe: held };
    const isIndex = recipes === 0 && hasOthers && INDEX_PAGE.test(name);
    if (!isIndex) yield* explain(name, recipes, problems);
  }
  if (wanted.length === 0 && zip.cutAt === null) yield { type: 'problem', problem: t('reading.no-recipe-in-archive') };
}

function* explain(name: string, recipes: number, problems: string[]): Generator<Found> {
  const told = problems.slice(0, maxProblems);
  if (recipes === 0 && told.length > 0) yield { type: 'failed', name, reason: told.join(' ') };
  else for (const problem of told) yield { type: 'problem', problem: `${name.slice(0, 100)}: ${problem}` };
}

/** A file that is damaged or unpacks to too much is a problem of its own. Archives are opened one level deep. */
async function* readEntry(zip: Zip, name: string, isInner: boolean): AsyncGenerator<Found> {
  let isArchive = ARCHIVE_FILE.test(name);
  try {
    const bytes = (await zip.read(name))!;
    isArchive = !isInner && (isArchive || isZip(bytes));
    if (isArchive) yield* findInArchive(bytes, 0, true);
    else yield* findInPlain(bytes, name.split('/').at(-1)!);
  } catch (error) {
    const problem = reasonOf(error);
    yield { type: 'problem', problem: t(isArchive ? 'reading.inner-archive' : 'reading.file', { problem }) };
  }
}

/** Returns null if the archive is no Mealie backup, or a damaged one. */
async function findBackup(zip: Zip) {
  const name = zip.names.find((each) => backupName.test(each));
  const bytes = name === undefined ? null : await zip.read(name).catch(ignoreRefusal);
  const tables = bytes && parseLooseJson(bytes.toString('utf8'));
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
    if (recipe && picture) await addPictures(recipe, zip, [picture]);
    if (recipe) yield { type: 'recipe', recipe };
    else yield { type: 'failed', name, reason: t('reading.recipe-without-content') };
  }
}

/** A damaged picture leaves the recipe without it. */
async function addPictures(recipe: ImportedRecipe, zip: Zip, paths: string[]): Promise<void> {
  for (const path of paths) {
    const bytes = await zip.read(path).catch(ignoreRefusal);
    if (!bytes || pictureTypeOf(bytes) === null) recipe.notUnderstood.push(t('reading.picture-unreadable'));
    else if (!attachPicture(recipe, bytes, recipe.altTexts?.[baseOf(path)])) return;
  }
}

// The pictures of recipes among the files of an archive

const isPictureFile = (name: string): boolean => /\.(?:jpe?g|png|webp|avif|gif)$/i.test(name);
const OWN_PICTURE = /(?:^|\/)(?:full|original|image)\.[a-z]+$/i;

interface PictureFinder {
  /** The pictures that have these names, as seen from the file that names them. */
  named: (file: string, names: string[]) => string[];
  /** The picture with the name of the file, or `full`, `original` or `image` in its own folder. */
  beside: (file: string) => string[];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const stemOf = (path: string) => path.replace(/\.[^./]+$/, '');

function pictureFinder(names: string[]): PictureFinder {
  const isOnly = names.filter(isRecipeFile).length === 1;
  const pictures = names.filter(isPictureFile);
  const byPath = new Map(pictures.map((name) => [name.toLowerCase(), name]));
  const byBase = Map.groupBy(pictures, baseOf);
  const byStem = new Map<string, string>();
  const byFolder = new Map<string, string>();
  for (const name of pictures.toReversed()) {
    byStem.set(stemOf(name), name);
    if (!OWN_PICTURE.test(name)) continue;
    byFolder.set(folderOf(name), name);
    if (/(?:^|\/)images\/[^/]+$/i.test(name)) byFolder.set(folderOf(name).replace(/images\/$/i, ''), name);
  }

  const find = (file: string, name: string): string | undefined => {
    const path = pathOf(name);
    const found = byPath.get(resolve(folderOf(file), path)) ?? byPath.get(resolve('', path));
    if (found !== undefined) return found;
    // Apps move the folder of pictures. A name that occurs once is not ambiguous.
    const same = byBase.get(baseOf(path)) ?? [];
    return same.length === 1 ? same[0] : undefined;
  };
  return {
    named: (file, stated) => [...new Set(stated.map((name) => find(file, name)).filter((path) => path !== undefined))],
    beside: (file) => {
      const folder = folderOf(file);
      const path = byStem.get(stemOf(file)) ?? (folder !== '' || isOnly ? byFolder.get(folder) : undefined);
      return path === undefined ? [] : [path];
    },
  };
}

/** Names are written as in Windows or as in a link. */
function pathOf(name: string): string {
  const path = name.trim().replaceAll('\\', '/');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolve(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/').toLowerCase();
}
