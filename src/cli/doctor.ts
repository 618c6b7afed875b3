/** Says whether this instance is well, and what to do where it is not. */

import { checkDisk } from '../domain/doctor/disk.ts';
import { type Finding, ok } from '../domain/doctor/finding.ts';
import { checkOrigin } from '../domain/doctor/origin.ts';
import { checkOutside } from '../domain/doctor/outside.ts';
import { checkQueue } from '../domain/doctor/queue.ts';
import { checkStorage } from '../domain/doctor/storage.ts';
import { config } from '../lib/config.ts';
import { version } from '../lib/version.ts';
import type { Run } from './command.ts';
import { checkDatabaseServer } from './doctor/database.ts';
import { Failure } from './outcome.ts';

export const run: Run = async ({ say }) => {
  const findings: Finding[] = [];
  const note = (found: Finding[]) => {
    for (const { check, ok: isWell, says, remedy } of found) {
      say(`${isWell ? 'ok     ' : 'problem'}  ${check.padEnd(12)}${says}`);
      if (remedy) say(`         ${' '.repeat(12)}→ ${remedy}`);
    }
    findings.push(...found);
  };

  note([ok('settings', `readable; Potluck ${version}, data in ${config.dataDir}`)]);
  note([checkOrigin()]);
  note(await checkDatabaseServer());
  note(await checkOutside());
  note([await checkQueue()]);
  note(await checkDisk());
  note([await checkStorage()]);

  const problems = findings.filter((finding) => !finding.ok);
  if (problems.length === 0) return findings;
  throw new Failure(`${problems.length} of ${findings.length} checks found a problem`, findings);
};
