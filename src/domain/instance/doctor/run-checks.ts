/** Runs the doctor's checks inside a running server. */

import { checkBackup } from './backup.ts';
import { checkBlockLists } from './block-lists.ts';
import type { CheckResult } from './check-result.ts';
import { checkRemoteClocks } from './clocks.ts';
import { checkClock, checkDatabaseSettings } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkGrowth } from './growth.ts';
import { checkMail } from './mail.ts';
import { checkMemory } from './memory.ts';
import { checkOrigin } from './origin.ts';
import { checkQueue } from './queue.ts';
import { checkReachability } from './reachability.ts';
import { checkSecret } from './secret.ts';
import { checkStorage } from './storage.ts';
import { checkWorkers } from './workers.ts';

export async function runChecks(): Promise<CheckResult[]> {
  const results = await Promise.all([
    checkDatabaseSettings(),
    checkClock(),
    checkRemoteClocks(),
    checkSecret(),
    checkWorkers(),
    checkQueue(),
    checkDisk(),
    checkGrowth(),
    checkStorage(),
    checkBackup(),
    checkMemory(),
    checkBlockLists(),
  ]);
  return [checkOrigin(), ...results.flat()];
}

/** Also checks the mail server, and from outside, by requesting this server under its public name for up to 20 s. */
export async function runAllChecks(): Promise<CheckResult[]> {
  const [inside, mail, outside] = await Promise.all([runChecks(), checkMail(), checkReachability()]);
  return [...inside, mail, ...outside];
}
