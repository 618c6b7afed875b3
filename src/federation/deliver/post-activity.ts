/** Signs an activity, posts it to an inbox and decides what follows from the response. */
import type { PendingDelivery } from '../../db/sql/deliveries.ts';
import { getKeyPairs, type KeyPair } from '../../domain/accounts/keys.ts';
import { FetchError } from '../../lib/fetch/fetch.ts';
import { type ActivityBody, getActivityBody } from './activity-body.ts';
import { type Dialect, postWithDoubleKnock } from './double-knock.ts';
import { followersSynchronizationHeader } from './followers-synchronization.ts';
import { type DeliveryOutcome, judgeError, judgeResponse } from './retry-policy.ts';

export interface DeliveryAttempt {
  outcome: DeliveryOutcome;
  /** This attempt included. */
  attempts: number;
  status: number | null;
  /** An error that says the whole host is in trouble; null when it responded like a healthy server. */
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
export async function preparePost({ activity_id, account_id, host }: PendingDelivery): Promise<PreparedPost> {
  const [body, { rsa }] = await Promise.all([getActivityBody(activity_id), getKeyPairs(account_id)]);
  const headers = await followersSynchronizationHeader(account_id, host, body.addressees);
  return { body, key: rsa, headers };
}

export async function postActivity(
  delivery: PendingDelivery,
  { body, key, headers }: PreparedPost,
): Promise<DeliveryAttempt> {
  const { inbox, created_at: createdAt } = delivery;
  const attempts = delivery.attempts + 1;
  try {
    const sent = await postWithDoubleKnock(inbox, body, key, delivery.dialect ?? 'cavage', headers);
    const { status } = sent.response;
    return {
      outcome: judgeResponse(sent.response, { attempts, createdAt }),
      attempts,
      status,
      hostError: status >= 500 && status !== 501 ? `answered ${status}` : null,
      dialect: status >= 200 && status < 300 ? sent.dialect : null,
      timedOut: false,
    };
  } catch (error) {
    const outcome = judgeError(error, { attempts, createdAt });
    const timedOut = error instanceof FetchError && error.reason === 'timeout';
    return { outcome, attempts, status: null, hostError: outcome.error, dialect: null, timedOut };
  }
}
