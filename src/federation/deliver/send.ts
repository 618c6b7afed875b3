/** Builds an activity, stores its bytes and enqueues a delivery for each inbox. */
import { discardOutdated, insertActivity } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import type { Fact } from '../../jobs/fact.ts';
import { config } from '../../lib/config.ts';
import { failpoint } from '../../lib/failpoint.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { compose } from '../outgoing/compose.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { addIntegrityProof } from '../sign/proof.ts';
import { forwardableTypes } from '../verify/proof/proof.ts';
import { hasUnsentEarlier } from './earlier-facts.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { publishedNow } from './published-now.ts';

/** While an addressed account has no known inbox, the job runs again, at growing intervals. */
const minRetryMs = 5_000;
const maxRetryAgeMs = 24 * 3_600_000;
/** How long a fact waits for an earlier one, which a crash or another process may have delayed. */
const afterEarlierMs = 2_000;

/** Idempotent: a later run keeps the stored bytes and the deliveries that already exist. */
export async function send(fact: Fact): Promise<'done' | { again: Date }> {
  if (config.federates && (await hasUnsentEarlier(fact)))
    return { again: new Date(Date.now() + afterEarlierMs) };
  const composed = await compose(fact);
  if (composed === null) return 'done';
  if ('again' in composed) return composed;

  const { author, objectIri, json, isPublic, recipients } = composed;
  const body = JSON.stringify(await withProof(composed));
  const [activity] = await insertActivity(
    db,
    String(json.id),
    author.id,
    String(json.type),
    objectIri,
    body,
    isPublic,
  );
  failpoint('activity_stored');
  const { id, created_at: createdAt } = activity!;
  const published = await publishedNow(fact);
  if (published !== undefined && (await discardOutdated(db, id, published)).length > 0)
    return { again: new Date() };
  if (!config.federates) return 'done';

  const unreachable = await enqueueDeliveries(id, author.id, recipients);
  return unreachable === 0 ? 'done' : retryUnlessOld(createdAt);
}

/** Only public activities get a proof, so that private ones stay deniable (FEP-8b32, privacy considerations). */
async function withProof({ author, json, isPublic }: Outgoing): Promise<JsonObject> {
  if (!isPublic || !forwardableTypes.has(String(json.type))) return json;
  const { ed25519 } = await getKeyPairs(author.id);
  return addIntegrityProof(json, ed25519);
}

function retryUnlessOld(createdAt: Date): 'done' | { again: Date } {
  const age = Date.now() - createdAt.getTime();
  return age > maxRetryAgeMs ? 'done' : { again: new Date(Date.now() + Math.max(minRetryMs, age / 2)) };
}
