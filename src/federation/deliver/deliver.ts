/** Delivers one activity to one inbox. */
import { isBlockedUrl } from '../../domain/moderation/domain-rules.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { healthOf, isCircuitOpen, recordHostResult, recordSlowHost } from './circuit-breaker.ts';
import { failDelivery, forgetInbox, loadDelivery, recordAttempt } from './delivery-state.ts';
import { acquireHostPermit } from './host-concurrency.ts';
import { postActivity, preparePost } from './post-activity.ts';
import { isExpired } from './retry-policy.ts';

/**
 * Returns 'done' for a delivery that has succeeded, failed for good or no longer exists, else when to run the job again.
 * Waiting for a permit or a closed circuit is not counted as an attempt, but after 7 days the delivery fails.
 */
export async function deliver(deliveryId: number): Promise<'done' | { again: Date }> {
  const delivery = await loadDelivery(deliveryId);
  if (!delivery) return 'done';
  if (await isBlockedUrl(delivery.inbox)) return failDelivery(delivery, 'the domain is blocked');
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
