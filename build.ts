/** Bundles the server into `dist/`, so that it starts faster and with less memory than from its sources. */
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import type { Plugin } from 'rolldown';
import { dist, fingerprint, isBuilt, markBuilt, sources } from './src/boot/build-state.ts';

const root = import.meta.dirname;
const entries = {
  main: 'src/start.ts',
  'build-state': 'src/boot/build-state.ts',
  cli: 'src/cli.ts',
  'workers/main': 'workers/main.ts',
  'workers/imaging': 'workers/imaging.ts',
  'workers/import-reader': 'workers/import-reader.ts',
  'workers/json-ld': 'workers/json-ld.ts',
};

/** These load native code or files of their own, which a bundle cannot hold. */
const external = /^(?:sharp|@bull-board)(?:\/|$)/;

/**
 * Replaces eld's object literals of 50,000 keys by JSON, which takes a quarter of the memory to load.
 * V8 keeps a literal's keys a second time, in the code that creates it.
 */
const ngramsAsJson: Plugin = {
  name: 'ngrams-as-json',
  transform: {
    filter: { id: /eld\/src\/ngrams\// },
    async handler(_, id) {
      const { ngramsData } = await import(id);
      const code = `export const ngramsData = JSON.parse(${JSON.stringify(JSON.stringify(ngramsData))})`;
      return { code, map: { mappings: '' } };
    },
  },
};

/** Maps only this project's own code, in which errors are looked for: all maps together take 50 MB of a process. */
const noForeignMaps: Plugin = {
  name: 'no-foreign-maps',
  transform: {
    filter: { id: /node_modules/, moduleType: ['js'] },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** Writes one file for each entry, named after its key, and the chunks that they share. */
export async function bundle(input: Record<string, string>, folder: string): Promise<void> {
  // Only here, because most calls find that nothing is to be done.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input,
    external,
    platform: 'node',
    transform: { target: 'node24' },
    plugins: [ngramsAsJson, noForeignMaps],
    onLog: (level, { message }) => void (level === 'warn' && !message.includes('node_modules') && warn(message)),
  });
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    // V8 holds a source in two bytes a character as soon as one is beyond Latin-1.
    charset: 'ascii',
    comments: false,
  });
  await build.close();
}

const warn = (message: string) => process.stderr.write(`${message}\n`);

/**
 * Bundles into `folder` unless that is up to date. The folder is replaced as a whole, so no reader finds half of it.
 * @param files those that decide about it, and folders of TypeScript
 */
export async function buildFolder(folder: string, input: Record<string, string>, files: string[]): Promise<void> {
  const wanted = fingerprint(files);
  if (isBuilt(folder, wanted)) return;

  const fresh = mkdtempSync(`${folder}.`);
  // mkdtemp lets only its owner in, but the server often runs as another user than the one who installed it.
  chmodSync(fresh, 0o777 & ~process.umask());
  await bundle(input, fresh);
  markBuilt(fresh, wanted);
  try {
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!isBuilt(folder, wanted)) throw error;
  }
}

if (process.argv[1] === import.meta.filename) await buildFolder(dist, entries, sources);
