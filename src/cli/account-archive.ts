/** Exports an account into a zip archive, and imports one from this or another server. */
import { access, chmod, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createNameResolver } from '../domain/migration/archive/columns.ts';
import { archiveSteps, readManifest } from '../domain/migration/archive/read.ts';
import { type RestoreContext, restoreStep } from '../domain/migration/archive/restore.ts';
import { writeCookbook } from '../domain/migration/cookbook.ts';
import { type LibraryProgress, writeMarkdownLibrary } from '../domain/migration/library.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import { logAccountExport } from '../domain/moderation/reports.ts';
import { writeArchiveOf } from '../federation/outgoing/archive.ts';
import { openZip } from '../lib/archive/unzip.ts';
import { writeZip } from '../lib/archive/zip.ts';
import { pictureTypeOf } from '../lib/picture-type.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase } from './database.ts';
import { resolveOutput } from './input.ts';

// Exports all data of an account into a zip archive, private items and drafts included. The member’s log says so

export const accountExport = (print: Print, name: string, file: string) =>
  withDatabase(async () => {
    const path = await resolveOutput(file);
    const { id } = await getActiveMember(name);
    await logAccountExport(id);
    let items = 0;
    await writeArchiveOf(id, path, async ({ done, total }) => {
      items = done;
      if (done > 0 && done % 500 === 0) print(`${done} of ${total} items`);
    });
    await chmod(path, 0o600);
    const { size } = await stat(path);
    print(`${path}: ${items} items, ${size} bytes, readable only by you`);
    return { file: path, items, bytes: size };
  });

export const accountExportRecipes = (print: Print, name: string, file: string) =>
  withDatabase(async () => {
    const path = await resolveOutput(file);
    const { id } = await getActiveMember(name);
    const write = /\.epub$/i.test(file) ? writeCookbook : writeMarkdownLibrary;
    await logAccountExport(id);
    let recipes = 0;
    const report = async (progress: LibraryProgress) => {
      recipes = progress.recipes;
      if (recipes % 500 === 0) print(`${recipes} recipes`);
    };
    await writeZip(path, (zip) => write(id, zip, report));
    const { size } = await stat(path);
    print(`${path}: ${recipes} recipes, ${size} bytes, readable only by you`);
    return { file: path, recipes, bytes: size };
  });

// Imports the archive of an exported account, from this or another server

const maxProblems = 100;
/** Generous, because only the operator can run commands. */
const limits = { entries: 2_000_000, entryBytes: 2 ** 28, totalBytes: 2 ** 40 };

export const accountImport = (print: Print, name: string, file: string) =>
  withDatabase(async () => {
    const path = resolve(file);
    await access(path);
    const { id } = await getActiveMember(name);
    const zip = await openZip(path, limits).catch(() => {
      throw new CommandFailure(`${file} cannot be read as a zip archive`);
    });
    try {
      const manifest = await readManifest(zip);
      if (!manifest) throw new CommandFailure(`${file} is not an account export of Potluck`);
      print(`export of ${manifest.address} from ${manifest.exported}`);

      const typeOf = new Map(manifest.items.map(({ origin, type }) => [origin, type]));
      const findType = async (origin: string) => typeOf.get(origin) ?? null;
      const context: RestoreContext = {
        accountId: id,
        isByOperator: true,
        resolver: createNameResolver(id, { actor: manifest.actor, findType }),
        readPicture: async (name) => {
          const bytes = await zip.read(name);
          return bytes && pictureTypeOf(bytes) !== null ? bytes : null;
        },
        problems: [],
      };
      const counts = { added: 0, existing: 0, failed: 0 };
      let done = 0;
      for await (const { name, step, reason } of archiveSteps(zip, manifest)) {
        if (!step) context.problems.push(`${name}: ${reason}`);
        const outcome = step ? await restoreStep(step, context) : 'failed';
        if (step?.type === 'item') counts[outcome] += 1;
        done += 1;
        if (done % 200 === 0) print(`${done} steps, of which ${manifest.items.length} are items`);
      }
      const { problems } = context;
      for (const problem of problems.slice(0, maxProblems)) print(`  problem: ${problem}`);
      print(`${counts.added} items imported, ${counts.existing} were already here`);
      print('pictures and follows are restored by jobs of the running server');
      return { from: manifest.address, restored: counts.added, existing: counts.existing, problems };
    } finally {
      zip.close();
    }
  });
