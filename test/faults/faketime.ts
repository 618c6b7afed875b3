/** Moves the clocks of processes with libfaketime, which Debian packages under that name. */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { reportSkipped } from '../support/report-skipped.ts';

export interface Clock {
  /** For every process that shares this clock. */
  env: Record<string, string>;
  /** Moves the clock to `seconds` from the real time. Running processes see it at once. */
  set(seconds: number): Promise<void>;
}

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** Prints a loud line when libfaketime is missing. */
export function hasFaketime(): boolean {
  if (library && existsSync(library)) return true;
  reportSkipped('libfaketime is not installed, so no clock is moved');
  return false;
}

/** @param folder readable for all users of the clock */
export function openClock(folder: string): Clock {
  const file = join(folder, 'clock');
  const textOf = (seconds: number) => `${seconds < 0 ? '' : '+'}${seconds}s\n`;
  writeFileSync(file, textOf(0));
  return {
    env: {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers measure intervals, which do not change when a clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set: async (seconds) => {
      // Replaced as a whole, so that no process reads half of it.
      writeFileSync(`${file}.new`, textOf(seconds));
      await rename(`${file}.new`, file);
    },
  };
}
