/** Finds the data folders of embedded databases that run on this machine. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** The folder of a cluster below its data folder. */
const files = `${sep}postgres${sep}files`;

/** Returns an empty list where processes of others are hidden. */
export function findRunningDataFolders(): string[] {
  const clusters = process.platform === 'linux' ? readProc() : readPs();
  const folders = clusters.filter((path) => path.endsWith(files)).map((path) => dirname(dirname(path)));
  return [...new Set(folders)].sort();
}

function readProc(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [program = '', option, path = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return program.endsWith('postgres') && option === '-D' ? [path] : [];
      } catch {
        // The process ended, or belongs to somebody else.
        return [];
      }
    });
}

function readPs(): string[] {
  try {
    const list = execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' });
    return [...list.matchAll(/postgres -D (\S.*?\/postgres\/files)(?= |$)/gm)].map(([, path]) => path!);
  } catch {
    return [];
  }
}
