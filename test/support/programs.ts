/** Runs programs of the system that a test needs and that may be missing. */
import { spawnSync } from 'node:child_process';
import { reportSkipped } from './report-skipped.ts';

/** Prints what is skipped if the program is missing. */
export function hasProgram(program: string, skipped: string): boolean {
  const isFound = spawnSync('/bin/sh', ['-c', 'command -v "$0"', program]).status === 0;
  if (!isFound) reportSkipped(`${program} not found, so ${skipped}`);
  return isFound;
}
