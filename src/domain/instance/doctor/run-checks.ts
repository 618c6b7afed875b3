/** Runs the checks of the doctor, and tells the operators of new problems. */
import { z } from 'zod';
import { setting } from '../../../db/setting.ts';
import { countJobs } from '../../../db/sql/instance.ts';
import { db } from '../../../db/statement.ts';
import { transact } from '../../../db/transaction.ts';
import { config } from '../../../lib/config.ts';
import { explain } from '../../../lib/errors.ts';
import { fetchDocument, post } from '../../../lib/fetch/fetch.ts';
import { instanceUsername } from '../../../lib/iris.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { isMailOn, notifyOperators } from '../../mail/mail.ts';
import {
  type CheckResult,
  checkBackup,
  checkBlockLists,
  checkClock,
  checkDatabaseSettings,
  checkDisk,
  checkGrowth,
  checkMail,
  checkMemory,
  checkOrigin,
  checkQueue,
  checkRemoteClocks,
  checkSecret,
  checkStorage,
  checkWorkers,
  ok,
  problem,
} from './checks.ts';

// Checks how this server looks from outside: by WebFinger, and through the proxy in front of it

/** Returns no results when other servers are not meant to find this one. */
export async function checkReachability(): Promise<CheckResult[]> {
  if (!config.federates || !config.baseUrl.startsWith('https://')) return [];
  const webfinger = await checkWebFinger();
  return webfinger.ok ? [webfinger, await checkProxy(), await checkBodyLimit()] : [webfinger];
}

async function checkWebFinger(): Promise<CheckResult> {
  const url = `${config.baseUrl}/.well-known/webfinger?resource=acct:${instanceUsername}@${config.host}`;
  const remedy = toMessage('doctor-checks.webfinger-remedy', { host: config.host });
  try {
    const { status, body } = await fetchDocument(url, { accept: 'application/jrd+json' });
    if (status !== 200)
      return problem('webfinger', toMessage('doctor-checks.webfinger-status', { url, status }), remedy);
    const links = selfLinks(Buffer.from(body).toString());
    return links.some((link) => link.startsWith(`${config.baseUrl}/users/`))
      ? ok('webfinger', toMessage('doctor-checks.webfinger-good', { origin: config.baseUrl }))
      : problem('webfinger', toMessage('doctor-checks.webfinger-other-server', { url }), remedy);
  } catch (error) {
    return problem(
      'webfinger',
      toMessage('doctor-checks.webfinger-unreachable', { origin: config.baseUrl, reason: explain(error) }),
      remedy,
    );
  }
}

function selfLinks(text: string): string[] {
  try {
    const { links } = JSON.parse(text) as { links?: { rel?: string; href?: string }[] };
    return (links ?? []).filter(({ rel }) => rel === 'self').map(({ href }) => String(href));
  } catch {
    return [];
  }
}

/** Values of `proxy` in the response of `/livez` that are a problem. */
const proxyProblems = ['direct', 'untrusted', 'silent'] as const;

async function checkProxy(): Promise<CheckResult> {
  const { body } = await fetchDocument(`${config.baseUrl}/livez`, { accept: 'application/json' });
  const [, state = ''] = /"proxy":"([a-z]+)"/.exec(Buffer.from(body).toString()) ?? [];
  const found = proxyProblems.find((each) => each === state);
  return found
    ? problem('proxy', toMessage(`doctor-checks.proxy-${found}`), toMessage(`doctor-checks.proxy-${found}-remedy`))
    : ok('proxy', toMessage('doctor-checks.proxy-good'));
}

/** Sends as many bytes as the largest upload has to a route that refuses them without a token. */
async function checkBodyLimit(): Promise<CheckResult> {
  const { maxUploadBytes } = config;
  const size = maxUploadBytes / 2 ** 20;
  const url = `${config.baseUrl}/api/v1/media`;
  try {
    const headers = { 'content-type': 'application/octet-stream' };
    const { status } = await post(url, { headers, body: Buffer.alloc(maxUploadBytes) });
    if (status === 413)
      return problem(
        'uploads',
        toMessage('doctor-checks.uploads-refused', { size }),
        toMessage('doctor-checks.uploads-refused-remedy'),
      );
    return ok('uploads', toMessage('doctor-checks.uploads-good', { size }));
  } catch (error) {
    return ok('uploads', toMessage('doctor-checks.uploads-not-measured', { reason: explain(error) }));
  }
}

// Runs the doctor's checks inside a running server

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

// Tells the operators by e-mail when a problem begins

const reportedSchema = z.object({
  /** Names of the checks that found a problem. */
  checks: z.array(z.string()).default([]),
  quarantined: z.number().default(0),
});
const reported = setting('reported_problems', reportedSchema);

/** Does nothing while e-mail is off. Two processes that look at once enqueue one message to each operator. */
export async function watchServer(): Promise<void> {
  if (!isMailOn) return;
  const before = (await reported.find()) ?? reportedSchema.parse({});
  const [found, jobs] = await Promise.all([runChecks(), countJobs(db)]);
  const bad = found.filter(({ ok }) => !ok);
  const quarantined = jobs.reduce((sum, row) => sum + row.quarantined, 0);

  const problems = bad
    .filter(({ check }) => !before.checks.includes(check))
    .map(({ check, message, remedy }) => ({ name: toMessage(`doctor.check-${check}`), message, remedy }));
  const failedJobs = quarantined > before.quarantined ? quarantined : 0;

  const now = { checks: bad.map(({ check }) => check).toSorted(), quarantined };
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  await transact(async (tx) => {
    await reported.store(now, tx);
    if (problems.length > 0 || failedJobs > 0) await notifyOperators(tx, 'server-problem', { problems, failedJobs });
  });
}
