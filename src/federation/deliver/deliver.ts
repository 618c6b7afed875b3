/** Delivers one activity to one inbox. */
import type { KeyObject } from 'node:crypto';
import {
  clearInbox,
  type PendingDelivery,
  recordDeliveries,
  selectPendingDeliveries,
} from '../../db/sql/deliveries.ts';
import {
  closeCircuits,
  dueDeliveriesNow,
  failuresToOpen,
  markHostsSlow,
  upsertHosts,
} from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { getKeyPairs, type KeyPair } from '../../domain/accounts/keys.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, wakeRelay } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { createCache } from '../../lib/cache.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { FetchError, type FetchFailure } from '../../lib/fetch/error.ts';
import { type PostResponse, post } from '../../lib/fetch/fetch.ts';
import { log } from '../../lib/log.ts';
import { countDeliveryResult } from '../../lib/metrics.ts';
import { signCavage, signRfc9421 } from '../sign/sign.ts';
import { acquireHostPermit, type HostHealth } from './host-concurrency.ts';
import { type ActivityBody, followersSynchronizationHeader, getActivityBody } from './send.ts';

// Decides whether a delivery has ended after an attempt, or when to retry it

const second = 1_000;
const hour = 3_600 * second;
/** Seconds to wait after the first, second … attempt; the last value repeats. */
const retryDelays = [30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
export const maxDeliveryAgeMs = 7 * 24 * hour;
const maxRetryAfterMs = 24 * hour;
/** A peer also answers 401 while it cannot fetch our key, but that is not worth a week of retries. */
const maxUnauthorizedAttempts = 6;

type DeliveryOutcome =
  | { state: 'delivered' | 'failed'; error: string | null }
  | {
      state: 'pending';
      again: Date;
      error: string;
      /** The whole host asked for a pause until then. */
      pauseUntil: Date | null;
    };

interface AttemptContext {
  /** This attempt included. */
  attempts: number;
  createdAt: Date;
}

/**
 * Like in Mastodon, 501 and every 4xx except 401, 408 and 429 are final; everything else is retried. Redirects of a
 * POST are not followed and count as an error of the peer.
 */
function judgeResponse(
  { status, headers }: { status: number; headers: Headers },
  context: AttemptContext,
): DeliveryOutcome {
  const error = `answered ${status}`;
  if (status >= 200 && status < 300) return { state: 'delivered', error: null };
  if (status === 401 && context.attempts >= maxUnauthorizedAttempts) return { state: 'failed', error };
  if (isFinal(status)) return { state: 'failed', error };

  const pauseUntil = status === 429 || status === 503 ? parseRetryAfter(headers.get('retry-after')) : null;
  return retry(context, error, pauseUntil);
}

/** Errors that a retry cannot fix. */
const permanentFailures = new Set<FetchFailure>(['bad_url', 'private_address']);

/** Throws errors other than FetchError. */
function judgeError(error: unknown, context: AttemptContext): DeliveryOutcome {
  if (!(error instanceof FetchError)) throw error;
  if (permanentFailures.has(error.reason)) return { state: 'failed', error: error.message };
  return retry(context, error.message, null);
}

function isExpired(createdAt: Date): boolean {
  return Date.now() - createdAt.getTime() > maxDeliveryAgeMs;
}

function isFinal(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
}

function retry({ attempts, createdAt }: AttemptContext, error: string, pauseUntil: Date | null): DeliveryOutcome {
  const seconds = retryDelays[Math.min(attempts, retryDelays.length) - 1]!;
  const jitter = 0.8 + 0.4 * Math.random();
  const again = pauseUntil ?? new Date(Date.now() + seconds * second * jitter);
  if (again.getTime() - createdAt.getTime() > maxDeliveryAgeMs) return { state: 'failed', error };
  return { state: 'pending', again, error, pauseUntil };
}

/** Seconds or a date (RFC 9110 §10.2.3), at most a day ahead; null when absent, past or unreadable. */
function parseRetryAfter(text: string | null): Date | null {
  const value = text?.trim().slice(0, 40) ?? '';
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * second : Date.parse(value);
  if (Number.isNaN(at) || at <= Date.now()) return null;
  return new Date(Math.min(at, Date.now() + maxRetryAfterMs));
}

// Loads deliveries and records their attempts; concurrent deliveries share one statement

/** Resolves to undefined for a delivery that has already ended. */
const loadDelivery = batched(
  async (ids: number[]) => {
    const rows = new Map((await selectPendingDeliveries(db, ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  },
  { parallel: 2 },
);

type AttemptResult = Pick<DeliveryAttempt, 'outcome' | 'attempts' | 'status'>;

const recordState = batched(async (results: (AttemptResult & { delivery: PendingDelivery })[]) => {
  await recordDeliveries(
    db,
    results.map(({ delivery }) => delivery.id),
    results.map(({ outcome }) => outcome.state),
    results.map(({ attempts }) => attempts),
    results.map(({ status }) => status),
    results.map(({ outcome }) => outcome.error?.slice(0, 500) ?? null),
  );
  for (const { outcome } of results) countDeliveryResult(outcome.state);
  return results;
});

async function recordAttempt(delivery: PendingDelivery, attempt: AttemptResult): Promise<void> {
  await recordState({ ...attempt, delivery });
}

/** Ends a delivery without another attempt. */
async function failDelivery(delivery: PendingDelivery, error: string): Promise<'done'> {
  const { attempts } = delivery;
  await recordState({ delivery, attempts, status: null, outcome: { state: 'failed', error } });
  return 'done';
}

/** Stops using an inbox that answered 410, and refetches its accounts, which finds the deleted ones. */
async function forgetInbox(inbox: string): Promise<void> {
  await transact(async (tx) => {
    for (const { id } of await clearInbox(tx, inbox)) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
}

// Posts an activity to an inbox, and once more with the other signature dialect when the first is refused

type Dialect = 'cavage' | 'rfc9421';

// Why not Fedify's signRequest: docs/decisions/0011-own-inbox-and-signatures.md.
const dialects = {
  cavage: { sign: signCavage, digest: (sha256: string) => ({ digest: `SHA-256=${sha256}` }) },
  rfc9421: { sign: signRfc9421, digest: (sha256: string) => ({ 'content-digest': `sha-256=:${sha256}:` }) },
};
const other: Record<Dialect, Dialect> = { cavage: 'rfc9421', rfc9421: 'cavage' };

/** Statuses of servers that do not understand a signature: mostly 401, sometimes 400 or 403. */
const refusedStatuses = new Set([400, 401, 403]);

interface DoubleKnockResult {
  response: Pick<PostResponse, 'status' | 'headers'>;
  /** The dialect that the server accepted, as far as its response shows. */
  dialect: Dialect;
}

interface Key {
  iri: string;
  privateKey: KeyObject;
}

/** Throws FetchError. */
async function postWithDoubleKnock(
  inbox: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  extraHeaders: Record<string, string> = {},
): Promise<DoubleKnockResult> {
  const first = await postOnce(inbox, body, key, dialect, extraHeaders);
  if (!refusedStatuses.has(first.status)) return { response: first, dialect };

  const second = await postOnce(inbox, body, key, other[dialect], extraHeaders);
  return refusedStatuses.has(second.status)
    ? { response: first, dialect }
    : { response: second, dialect: other[dialect] };
}

async function postOnce(
  url: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  extraHeaders: Record<string, string>,
): Promise<PostResponse> {
  const { sign, digest } = dialects[dialect];
  const headers = { 'content-type': 'application/activity+json', ...digest(body.sha256), ...extraHeaders };
  const signed = await sign({ method: 'POST', url, headers }, key);
  return post(url, { headers: { ...headers, ...signed }, body: body.bytes });
}

// Signs an activity, posts it to an inbox and decides what follows from the response

interface DeliveryAttempt {
  outcome: DeliveryOutcome;
  /** This attempt included. */
  attempts: number;
  status: number | null;
  /** An error that says the whole host is in trouble or refuses us; null when it responded like a healthy server. */
  hostError: string | null;
  /** The dialect of the accepted signature; null when the activity was not accepted. */
  dialect: Dialect | null;
  timedOut: boolean;
}

interface PreparedPost {
  body: ActivityBody;
  key: KeyPair;
  headers: Record<string, string>;
}

/** Reads everything that a post needs from the database. */
async function preparePost({ activity_id, account_id, host }: PendingDelivery): Promise<PreparedPost> {
  const [body, { rsa }] = await Promise.all([getActivityBody(activity_id), getKeyPairs(account_id)]);
  const headers = await followersSynchronizationHeader(account_id, host, body.addressees);
  return { body, key: rsa, headers };
}

async function postActivity(delivery: PendingDelivery, { body, key, headers }: PreparedPost): Promise<DeliveryAttempt> {
  const { inbox, created_at: createdAt } = delivery;
  const attempts = delivery.attempts + 1;
  try {
    const sent = await postWithDoubleKnock(inbox, body, key, delivery.dialect ?? 'cavage', headers);
    const { status } = sent.response;
    const isAccepted = status >= 200 && status < 300;
    const isInTrouble = status >= 500 && status !== 501;
    return {
      outcome: judgeResponse(sent.response, { attempts, createdAt }),
      attempts,
      status,
      // An actor may name an inbox of a host that knows nothing of it.
      hostError: isInTrouble || (!isAccepted && !hasAccepted(delivery)) ? `answered ${status}` : null,
      dialect: isAccepted ? sent.dialect : null,
      timedOut: false,
    };
  } catch (error) {
    const outcome = judgeError(error, { attempts, createdAt });
    const timedOut = error instanceof FetchError && error.reason === 'timeout';
    return { outcome, attempts, status: null, hostError: outcome.error, dialect: null, timedOut };
  }
}

// Opens and closes the circuit of each remote server, and remembers its health and signature dialect

const week = 7 * 24 * hour;

type KnownHost = Pick<
  PendingDelivery,
  'host' | 'failures' | 'open_until' | 'last_success_at' | 'slow_since' | 'dialect'
>;

function healthOf({ failures, last_success_at, slow_since }: KnownHost): HostHealth {
  if (slow_since) return 'slow';
  if (failures > 0) return 'failing';
  return hasAccepted({ last_success_at }) ? 'healthy' : 'untested';
}

/** Whether the host accepted anything in the last week. */
const hasAccepted = ({ last_success_at }: Pick<KnownHost, 'last_success_at'>): boolean =>
  last_success_at !== null && Date.now() - last_success_at.getTime() < week;

/** While the circuit is open nothing is sent to the host. */
function isCircuitOpen<Host extends KnownHost>(host: Host): host is Host & { open_until: Date } {
  return host.open_until !== null && host.open_until > new Date();
}

interface HostResult {
  host: string;
  error: string | null;
  dialect: DeliveryAttempt['dialect'];
  pauseUntil: Date | null;
  slow: boolean;
  /** A timeout of a host that is not known to be healthy opens the circuit at once. */
  opensCircuit: boolean;
}

/** Writes only what has changed, or what confirms an entry older than an hour. */
async function recordHostResult(
  known: KnownHost,
  { outcome, hostError, dialect, timedOut }: DeliveryAttempt,
  slow: boolean,
): Promise<void> {
  const pauseUntil = outcome.state === 'pending' ? outcome.pauseUntil : null;
  const isRecent = known.last_success_at && Date.now() - known.last_success_at.getTime() < hour;
  const wasHealthy = known.failures === 0 && known.slow_since === null && isRecent;
  const isHealthy = hostError === null && pauseUntil === null && !slow;
  const sameDialect = dialect === null || dialect === known.dialect;
  if (wasHealthy && isHealthy && sameDialect) return;

  const opensCircuit = timedOut && healthOf(known) !== 'healthy';
  await recordResult({ host: known.host, error: hostError, dialect, pauseUntil, slow, opensCircuit });
}

const recordResult = batched(async (results: HostResult[]) => {
  const byHost = [...Map.groupBy(results, ({ host }) => host)].map(([host, all]) => {
    const successes = all.filter(({ error }) => error === null);
    return {
      host,
      dialect: successes.findLast(({ dialect }) => dialect)?.dialect ?? null,
      failures: successes.length > 0 ? 0 : all.length,
      minFailures: all.some(({ opensCircuit }) => opensCircuit) ? failuresToOpen : 0,
      slow: all.at(-1)!.slow,
      pauseUntil: all.find(({ pauseUntil }) => pauseUntil)?.pauseUntil ?? null,
      error: successes.length > 0 ? null : all.at(-1)!.error,
    };
  });
  await upsertHosts(
    db,
    byHost.map(({ host }) => host),
    byHost.map(({ dialect }) => dialect),
    byHost.map(({ failures }) => failures),
    byHost.map(({ minFailures }) => minFailures),
    byHost.map(({ slow }) => slow),
    byHost.map(({ pauseUntil }) => pauseUntil),
    byHost.map(({ error }) => error),
    failuresToOpen,
  );
  return results;
});

const markSlow = batched(async (hosts: string[]) => {
  await markHostsSlow(db, [...new Set(hosts)]);
  return hosts;
});

/** Called while a request is still waiting, so that other processes know before it ends or is killed. Never throws. */
async function recordSlowHost(host: string): Promise<void> {
  await markSlow(host).catch((error: Error) =>
    log.warn({ host, error: error.message }, 'recording a slow host failed'),
  );
}

const close = batched(async (hosts: string[]) => {
  const closed = await closeCircuits(db, [...new Set(hosts)], failuresToOpen);
  if (closed.length > 0) {
    const names = closed.map(({ host }) => host);
    await dueDeliveriesNow(db, names, jobs.deliverActivity.name);
    wakeRelay();
  }
  return hosts;
});

const recentlyClosed = createCache<string, true>({ max: 5_000, ttl: 10_000 });

/**
 * Closes the circuit of a host that has just sent us an activity, and retries what waits for it. Cheap enough to be
 * called for every received activity, and never throws.
 */
export async function closeCircuit(host: string): Promise<void> {
  if (recentlyClosed.has(host)) return;
  recentlyClosed.set(host, true);
  await close(host).catch((error: Error) => {
    recentlyClosed.delete(host);
    log.warn({ host, error: error.message }, 'closing the circuit of a host failed');
  });
}

/**
 * Returns 'done' for a delivery that has succeeded, failed for good or no longer exists, else when to run the job
 * again. Waiting for a permit or a closed circuit is not counted as an attempt, but after 7 days the delivery fails.
 */
export async function deliver(deliveryId: number): Promise<'done' | { again: Date }> {
  const delivery = await loadDelivery(deliveryId);
  if (!delivery) return 'done';
  if (delivery.is_blocked) return failDelivery(delivery, 'the domain is blocked');
  if (isExpired(delivery.created_at)) return failDelivery(delivery, 'not accepted within 7 days');
  if (delivery.is_superseded) return failDelivery(delivery, 'superseded by a later activity');
  if (isCircuitOpen(delivery)) return { again: delivery.open_until };
  if (delivery.has_earlier) return { again: afterEarlier(delivery.created_at) };

  // Before the permit, because the time for which a permit is held counts as the response time of the host.
  const post = await preparePost(delivery);
  const permit = await acquireHostPermit({
    host: delivery.host,
    health: healthOf(delivery),
    onSlow: () => delivery.slow_since ?? void recordSlowHost(delivery.host),
  });
  if ('again' in permit) return permit;
  const attempt = await postActivity(delivery, post).finally(permit.release);
  failpoint('activity_posted');

  await Promise.all([recordAttempt(delivery, attempt), recordHostResult(delivery, attempt, permit.isSlow())]);
  if (attempt.status === 410) await forgetInbox(delivery.inbox);
  return attempt.outcome.state === 'pending' ? { again: attempt.outcome.again } : 'done';
}

const minWaitMs = 1_000;
const maxWaitMs = 3_600_000;

/** Activities about one object arrive in order. The waits grow with the age of the delivery. */
function afterEarlier(createdAt: Date): Date {
  const waitMs = (Date.now() - createdAt.getTime()) / 4;
  return new Date(Date.now() + Math.min(Math.max(minWaitMs, waitMs), maxWaitMs));
}
