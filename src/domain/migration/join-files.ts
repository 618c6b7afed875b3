/** Joins several uploaded files into one zip, so that they are one import. */
import { zipBytes } from '../../lib/archive/zip.ts';
import type { ImportSource } from './import.ts';

export interface NamedFile {
  bytes: Uint8Array;
  name: string;
}

/** The reader opens only files with such names in a zip. */
const KNOWN =
  /\.(?:json|jsonld|csv|html?|cook|paprikarecipe|paprikarecipes|txt|md|gz|zip|jpe?g|png|webp|avif|gif)$/i;

/** One file stays as it is. */
export async function joinFiles(files: NamedFile[]): Promise<ImportSource> {
  const [only, ...others] = files;
  if (only && others.length === 0) return { ...only, sourceUrl: null };
  const taken = new Set<string>();
  const entries = files.map(({ bytes, name }, at) => {
    const own = name.split(/[\\/]/).at(-1)!.replaceAll('\0', '').slice(-100) || 'file';
    const known = KNOWN.test(own) ? own : `${own}.txt`;
    const unique = taken.has(known) ? `${at + 1}-${known}` : known;
    taken.add(unique);
    return { name: unique.replace(/^\.+/, ''), bytes };
  });
  return { bytes: await zipBytes(entries), name: `${files.length} files`, sourceUrl: null };
}
