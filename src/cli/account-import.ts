/** Imports the archive of an exported account, from this or another server. */
import { resolve } from 'node:path';
import { readManifest } from '../domain/migration/archive/read.ts';
import { type RestoreResult, restoreSteps } from '../domain/migration/archive/restore.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import { openZip } from '../lib/archive/unzip.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { CommandFailure } from './errors.ts';

/** Generous, because only the operator can run commands. */
const limits = { entries: 2_000_000, entryBytes: 2 ** 28, totalBytes: 2 ** 40 };

export const run: CommandHandler = ({ args: [name = '', file = ''], print }) =>
  withDatabase(async () => {
    const { id } = await getActiveMember(name);
    const zip = await openZip(resolve(file), limits).catch(() => {
      throw new CommandFailure(`${file} cannot be read as a zip archive`);
    });
    try {
      const manifest = await readManifest(zip);
      if (!manifest) throw new CommandFailure(`${file} is not an account export of Potluck`);
      print(`export of ${manifest.address} from ${manifest.exported}`);

      const restored: RestoreResult = { restored: 0, existing: 0, problems: [] };
      const steps = await restoreSteps(id, zip, manifest, restored);
      for (const [at, step] of steps.entries()) {
        await step();
        if ((at + 1) % 200 === 0) print(`${at + 1} of ${steps.length} steps`);
      }
      for (const problem of restored.problems) print(`  problem: ${problem}`);
      print(`${restored.restored} items imported, ${restored.existing} were already here`);
      print('pictures and follows are restored by jobs of the running server');
      return { from: manifest.address, ...restored };
    } finally {
      zip.close();
    }
  });
