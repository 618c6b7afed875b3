/** Reads recipes from a zip exported by Paprika, Mealie, Tandoor or Nextcloud, or from a folder of recipe files. */
import { openZip, type Zip } from '../../lib/archive/unzip.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { toList } from '../json-ld.ts';
import { parseLooseJson } from '../loose-json.ts';
import { backupName, isMealieBackup, readMealieBackup, recipeOfPicture } from './mealie-backup.ts';
import { type FileResult, readPlain } from './single-file.ts';

const limits = { entries: 20_000, entryBytes: 32 * 2 ** 20, totalBytes: 256 * 2 ** 20 };
const MAX_RECIPES = 500;
const TIMEOUT_MS = 10_000;
const RECIPE_FILE = /\.(?:json|jsonld|html?|cook|paprikarecipe|txt|md|gz)$/i;
/** Files in archives that are no recipes. */
const OTHER_FILE =
  /(?:^|\/)(?:__MACOSX\/|\._|\.ds_store)|(?:^|\/)(?:package|manifest|schema)\.json$|(?:^|\/)(?:readme|licen[cs]e|changelog)[^/]{0,20}$/i;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Throws malformed or too_large if the archive is unreadable. Bad files in it are reported as problems. */
export async function readArchive(bytes: Buffer, isInner = false): Promise<FileResult> {
  const zip = await openZip(bytes, limits);
  try {
    return await collect(zip, isInner);
  } finally {
    zip.close();
  }
}

async function collect(zip: Zip, isInner: boolean): Promise<FileResult> {
  const backup = isInner ? null : await collectBackup(zip);
  if (backup) return backup;

  const result: FileResult = { format: 'zip', recipes: [], problems: [] };
  const wanted = zip.names.filter((name) => !OTHER_FILE.test(name));
  const end = performance.now() + TIMEOUT_MS;
  let skipped = 0;

  for (const name of wanted) {
    const isArchive = /\.zip$/i.test(name);
    if (!RECIPE_FILE.test(name) && (isInner || !isArchive)) continue;
    if (result.recipes.length >= MAX_RECIPES || performance.now() > end) {
      skipped += 1;
      continue;
    }
    const bytes = (await zip.read(name))!;
    const read = isArchive ? await readInnerArchive(bytes) : readPlain(bytes, fileNameOf(name));
    result.problems.push(...read.problems.slice(0, 5).map((problem) => `${name.slice(0, 100)}: ${problem}`));
    if (read.recipes.length === 0) continue;

    result.format = read.format;
    const picture = isArchive ? null : pictureBeside(name, zip.names);
    if (picture) await addPicture(read.recipes, zip, picture);
    result.recipes.push(...read.recipes);
  }

  if (skipped > 0)
    result.problems.push(t('reading.more-files', { count: skipped, limit: result.recipes.length }));
  if (result.recipes.length === 0 && result.problems.length === 0)
    result.problems.push(t('reading.no-recipe-in-archive'));
  return { ...result, problems: result.problems.slice(0, 200) };
}

/** Returns null if the archive is no Mealie backup. */
async function collectBackup(zip: Zip): Promise<FileResult | null> {
  const name = zip.names.find((each) => backupName.test(each));
  const tables = name && parseLooseJson((await zip.read(name))!.toString('utf8'));
  if (!isMealieBackup(tables)) return null;

  const read = readMealieBackup(tables, MAX_RECIPES);
  for (const path of zip.names) {
    const recipe = read.get(recipeOfPicture(path) ?? '');
    if (recipe) await addPicture([recipe], zip, path);
  }
  const recipes = [...read.values()].filter((recipe) => recipe !== null);
  const left = toList(tables.recipes).length - recipes.length;
  const problems = left > 0 ? [`${left} more recipes in it were not read.`] : [];
  return { format: 'Mealie', recipes, problems };
}

async function readInnerArchive(bytes: Buffer): Promise<FileResult> {
  try {
    return await readArchive(bytes, true);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      format: 'zip',
      recipes: [],
      problems: [t('reading.inner-archive', { problem: error.message.replace(/^file /, '') })],
    };
  }
}

const fileNameOf = (path: string) => path.split('/').at(-1)!;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** Finds the picture with the recipe's name, or `full`, `original` or `image` in the recipe's own folder. */
function pictureBeside(name: string, names: string[]): string | null {
  const folder = folderOf(name);
  const stem = name.replace(/\.[^./]+$/, '');
  const isAlone = folder !== '' || names.filter((one) => RECIPE_FILE.test(one)).length === 1;
  const beside = names.filter((one) => PICTURE_FILE.test(one) && one.startsWith(folder));
  const named = (pattern: RegExp) => beside.find((one) => pattern.test(one.slice(folder.length)));
  return (
    beside.find((one) => one.replace(/\.[^./]+$/, '') === stem) ??
    (isAlone ? named(/^(?:images\/)?(?:full|original|image)\.[a-z]+$/i) : undefined) ??
    null
  );
}

async function addPicture([first, ...more]: ImportedRecipe[], zip: Zip, path: string): Promise<void> {
  if (!first || more.length > 0 || first.picture) return;
  const bytes = await zip.read(path);
  if (bytes && pictureTypeOf(bytes) !== null) first.picture = { bytes, description: '' };
}
