/** Brings back all that an account had, here or on another server, from an archive that it was exported into. */
import { resolve } from 'node:path';
import { getActiveMember } from '../domain/accounts/members.ts';
import { type Restored, readManifest, stepsOf } from '../domain/moving/archive/restore.ts';
import { openZip } from '../lib/archive/unzip.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { Failure } from './outcome.ts';

/** Whoever may run commands here is trusted with the size of a file. */
const limits = { entries: 2_000_000, entryBytes: 2 ** 28, totalBytes: 2 ** 40 };

export const run: Run = ({ args: [name = '', file = ''], say }) =>
  withDatabase(async () => {
    const { id } = await getActiveMember(name);
    const zip = await openZip(resolve(file), limits).catch(() => {
      throw new Failure(`${file} cannot be read as a zip archive`);
    });
    try {
      const manifest = await readManifest(zip);
      if (!manifest) throw new Failure(`${file} is no export of an account of Potluck`);
      say(`all of ${manifest.address}, as it was on ${manifest.exported}`);

      const restored: Restored = { made: 0, here: 0, problems: [] };
      const steps = await stepsOf(id, zip, manifest, restored);
      for (const [at, step] of steps.entries()) {
        await step();
        if ((at + 1) % 200 === 0) say(`${at + 1} of ${steps.length} steps`);
      }
      for (const problem of restored.problems) say(`  problem: ${problem}`);
      say(`${restored.made} items made, ${restored.here} were here already`);
      say('pictures appear and people are followed as soon as a server does its jobs');
      return { from: manifest.address, ...restored };
    } finally {
      zip.close();
    }
  });
