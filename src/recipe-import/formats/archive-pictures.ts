/** Finds the pictures of recipes among the files of an archive. */

export const isPictureFile = (name: string): boolean => /\.(?:jpe?g|png|webp|avif|gif)$/i.test(name);
const OWN_PICTURE = /(?:^|\/)(?:full|original|image)\.[a-z]+$/i;

interface PictureFinder {
  /** The pictures that have these names, as seen from the file that names them. */
  named: (file: string, names: string[]) => string[];
  /** The picture with the name of the file, or `full`, `original` or `image` in its own folder. */
  beside: (file: string) => string[];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const stemOf = (path: string) => path.replace(/\.[^./]+$/, '');
/** The name of a file without its folders, in lower case. */
export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

export function pictureFinder(names: string[], isRecipeFile: (name: string) => boolean): PictureFinder {
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
