/** Signs an activity, posts it to an inbox and decides what follows from the response. */
import type { PendingDelivery } from '../../db/sql/federation/deliveries.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { FetchError } from '../../lib/fetch/fetch.ts';
import { getActivityBody } from './activity-body.ts';
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

export async function postActivity(delivery: PendingDelivery): Promise<DeliveryAttempt> {
  const { inbox, host, account_id: accountId, created_at: createdAt } = delivery;
  const attempts = delivery.attempts + 1;
  const [body, { rsa }] = await Promise.all([getActivityBody(delivery.activity_id), getKeyPairs(accountId)]);
  const headers = await followersSynchronizationHeader(accountId, host, body.addressees);
  try {
    const sent = await postWithDoubleKnock(inbox, body, rsa, delivery.dialect ?? 'cavage', headers);
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
