/** Looks after the server and tells its operators by e-mail when a problem begins. */
import { countJobs, selectSetting, upsertSetting } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { toMessage } from '../../lib/language/text.ts';
import { isMailOn, notifyOperators } from '../mail/mail.ts';
import { runChecks } from './doctor/run-checks.ts';

const key = 'reported_problems';

interface Reported {
  /** Names of the checks that found a problem. */
  checks: string[];
  quarantined: number;
}

const nothing: Reported = { checks: [], quarantined: 0 };

/** Does nothing while e-mail is off. Two processes that look at once enqueue one message to each operator. */
export async function watchServer(): Promise<void> {
  if (!isMailOn) return;
  const [stored] = await selectSetting(db, key);
  const before = { ...nothing, ...(stored?.value as Partial<Reported> | undefined) };
  const [found, jobs] = await Promise.all([runChecks(), countJobs(db)]);
  const bad = found.filter(({ ok }) => !ok);
  const quarantined = jobs.reduce((sum, row) => sum + row.quarantined, 0);

  const problems = bad
    .filter(({ check }) => !before.checks.includes(check))
    .map(({ check, message, remedy }) => ({ name: toMessage(`doctor.check-${check}`), message, remedy }));
  const failedJobs = quarantined > before.quarantined ? quarantined : 0;

  const now: Reported = { checks: bad.map(({ check }) => check).toSorted(), quarantined };
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  await transact(async (tx) => {
    await upsertSetting(tx, key, JSON.stringify(now));
    if (problems.length > 0 || failedJobs > 0) await notifyOperators(tx, 'server-problem', { problems, failedJobs });
  });
}
