/** Prints what is wrong with a server, and what to do about it. */
import {
  type CheckResult,
  checkDisk,
  checkMail,
  checkMemory,
  checkOrigin,
  checkQueue,
  checkStorage,
  ok,
} from '../domain/instance/doctor/checks.ts';
import { checkReachability } from '../domain/instance/doctor/run-checks.ts';
import { config } from '../lib/config.ts';
import { textOf } from '../lib/language/text.ts';
import { version } from '../lib/paths.ts';
import { checkDatabaseServer } from './check-database.ts';
import { CommandFailure, type Print } from './command.ts';

export const doctor = async (print: Print) => {
  const results: (CheckResult<string> & { message: string; remedy: string | null })[] = [];
  const report = (found: CheckResult<string>[]) => {
    for (const result of found) {
      const { check, ok: isOk, isWarning } = result;
      const message = textOf(result.message);
      const remedy = result.remedy && textOf(result.remedy);
      print(`${isWarning ? 'warning' : isOk ? 'ok     ' : 'problem'}  ${check.padEnd(12)}${message}`);
      if (remedy) print(`         ${' '.repeat(12)}→ ${remedy}`);
      results.push({ ...result, message, remedy });
    }
  };

  report([ok('settings', `readable; Potluck ${version}, data in ${config.dataDir}`)]);
  report([checkOrigin()]);
  report(await checkDatabaseServer());
  report(await checkReachability());
  report([await checkQueue()]);
  report(await checkDisk());
  report([await checkStorage()]);
  report([checkMemory()]);
  report([await checkMail()]);

  const problems = results.filter((result) => !result.ok);
  if (problems.length === 0) return results;
  throw new CommandFailure(`${problems.length} of ${results.length} checks found a problem`, results);
};
