/** Tells whether a build is up to date with its sources. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';

/** Where the server is built. */
export const dist = join(root, 'dist');

/** What goes into the build of the server: files, and folders of TypeScript. */
export const sources = ['src', 'workers', 'tsconfig.json', 'package-lock.json', 'build.ts'];

/** Changes with every file. */
export function fingerprint(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesOf).toSorted()) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

const filesOf = (path: string): string[] =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(path, name));

const fingerprintFile = (folder: string) => join(folder, 'fingerprint');

export const markBuilt = (folder: string, made: string): void => writeFileSync(fingerprintFile(folder), made);

/** Whether the folder holds the build of exactly these sources. */
export function isBuilt(folder = dist, wanted = fingerprint(sources)): boolean {
  try {
    return readFileSync(fingerprintFile(folder), 'utf8') === wanted;
  } catch {
    return false;
  }
}
