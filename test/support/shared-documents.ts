/**
 * Reads real documents beside the checkout. Tests that need them are skipped with a loud line where they are absent.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportSkipped } from './report-skipped.ts';

/** Absolute path of a folder of the shared documents, or null when absent. */
export function sharedPath(folder: string): string | null {
  const path = join(resolve(import.meta.dirname, '../../../shared'), folder);
  if (existsSync(path)) return path;
  reportSkipped(`${folder} of the shared documents is not beside this checkout`);
  return null;
}
