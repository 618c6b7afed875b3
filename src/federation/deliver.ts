/** Carries one activity to one inbox: a try, or none when its host must be left in peace. */

import { forgetInbox, loadDeliveries, type PendingDelivery, recordDeliveries } from '../db/sql/deliveries.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { getKeyPairs } from '../domain/accounts/keys.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { batched } from '../lib/batch.ts';
import { failpoint } from '../lib/failpoint.ts';
import { FetchError } from '../lib/fetch.ts';
import { isBlocked } from './blocked-hosts.ts';
import { getBody } from './delivery/bodies.ts';
import { followersHeader } from './delivery/followers.ts';
import { noteSlow, observe, standingOf } from './delivery/hosts.ts';
import { type Dialect, knock } from './delivery/knock.ts';
import { takeTurn } from './delivery/lanes.ts';
import { isExpired, judgeError, judgeReply, type Verdict } from './delivery/verdict.ts';

/** Of 256 places, how many may be taken before others must be thought of. */
const manyUnderWay = 128;
let underWay = 0;

/**
 * A delivery that is over or gone is done. Waiting for a turn or for the host to come back costs no try, but after 7
 * days it ends.
 */
export async function deliver(deliveryId: number): Promise<'done' | { again: Date }> {
  underWay += 1;
  try {
    return await deliverOne(deliveryId);
  } finally {
    underWay -= 1;
  }
}

async function deliverOne(deliveryId: number): Promise<'done' | { again: Date }> {
  const delivery = await load(deliveryId);
  if (!delivery) return 'done';
  if (await isBlocked(delivery.inbox)) return end(delivery, 'the domain is blocked');
  if (isExpired(delivery.created_at)) return end(delivery, 'nobody answered for 7 days');
  if (delivery.open_until && delivery.open_until > new Date()) return { again: delivery.open_until };

  const { host } = delivery;
  const turn = await takeTurn({
    ...{ host, standing: standingOf(delivery), busy: underWay > manyUnderWay },
    onSlow: () => delivery.slow_since ?? void noteSlow(host),
  });
  if ('again' in turn) return turn;
  const tried = await attempt(delivery).finally(turn.end);
  failpoint('activity_posted');

  await Promise.all([
    record({ ...tried, delivery }),
    observe(delivery, {
      ...{ host, trouble: tried.trouble, dialect: tried.dialect, hold: holdOf(tried.verdict) },
      ...{ slow: turn.isSlow(), hung: tried.hung },
    }),
  ]);
  if (tried.status === 410) await leave(delivery.inbox);
  return tried.verdict.state === 'pending' ? { again: tried.verdict.again } : 'done';
}

interface Tried {
  verdict: Verdict;
  attempts: number;
  status: number | null;
  /** Of the host, not of this delivery: null when it is alive and well. */
  trouble: string | null;
  dialect: Dialect | null;
  /** It did not answer in time. */
  hung: boolean;
}

async function attempt(delivery: PendingDelivery): Promise<Tried> {
  const attempts = delivery.attempts + 1;
  const tries = { attempts, createdAt: delivery.created_at };
  const [body, { rsa }] = await Promise.all([
    getBody(delivery.activity_id),
    getKeyPairs(delivery.account_id),
  ]);
  const also = await followersHeader(delivery.account_id, delivery.host, body.addressees);
  try {
    const { reply, dialect } = await knock(delivery.inbox, body, rsa, delivery.dialect ?? 'cavage', also);
    const { status } = reply;
    const understood = status >= 200 && status < 300;
    return {
      verdict: judgeReply(reply, tries),
      attempts,
      status,
      trouble: status >= 500 && status !== 501 ? `answered ${status}` : null,
      dialect: understood ? dialect : null,
      hung: false,
    };
  } catch (error) {
    const verdict = judgeError(error, tries);
    const hung = error instanceof FetchError && error.reason === 'timeout';
    return { verdict, attempts, status: null, trouble: verdict.error, dialect: null, hung };
  }
}

const holdOf = (verdict: Verdict) => (verdict.state === 'pending' ? verdict.hold : null);

async function end(delivery: PendingDelivery, error: string): Promise<'done'> {
  const { attempts } = delivery;
  await record({ delivery, attempts, status: null, verdict: { state: 'failed', error } });
  return 'done';
}

const load = batched(
  async (ids: number[]) => {
    const rows = new Map((await loadDeliveries(db, ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  },
  { parallel: 2 },
);

type Outcome = Pick<Tried, 'verdict' | 'attempts' | 'status'> & { delivery: PendingDelivery };

const record = batched(async (outcomes: Outcome[]) => {
  await recordDeliveries(
    db,
    outcomes.map(({ delivery }) => delivery.id),
    outcomes.map(({ verdict }) => verdict.state),
    outcomes.map(({ attempts }) => attempts),
    outcomes.map(({ status }) => status),
    outcomes.map(({ verdict }) => verdict.error?.slice(0, 500) ?? null),
  );
  return outcomes;
});

/** An inbox that is gone: the profiles that name it are read anew, and whoever is gone with it is found out by that. */
async function leave(inbox: string): Promise<void> {
  await transact(async (tx) => {
    for (const { id } of await forgetInbox(tx, inbox)) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
}
