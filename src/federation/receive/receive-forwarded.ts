/** Receives activities that another server forwards: believes a proof by the actor, or fetches the object. */
import { selectIsKnownItem } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { windowCounter } from '../../lib/window-counter.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import { type ActivityClaims, storeActivity, verifyProof } from './verify.ts';

interface ForwardedActivity {
  json: JsonObject;
  text: string;
  claims: ActivityClaims;
  /** The key that signed the request. */
  forwarderKeyId: string;
  requester: string;
}

/** Returns the text of the 202 response. Throws a Refusal for an unproven activity of the forwarder's own server. */
export async function receiveForwarded({
  json,
  text,
  claims,
  forwarderKeyId,
  requester,
}: ForwardedActivity): Promise<string> {
  const proof = await verifyProof(json, claims, { forwarderKeyId, requester });
  if (proof !== null) {
    await storeActivity({
      ...claims,
      body: text,
      signedAt: proof.createdAt,
      isForwarded: true,
      verifiedByLdSignature: proof.kind === 'linked-data-signature',
    });
    return 'accepted';
  }
  if (await refetch(claims, forwarderKeyId)) return 'ignored: the object is fetched from its own server instead';
  const reason = 'the request was not signed by the actor of the activity, and the body has no proof';
  if (originOf(claims.actor) === originOf(forwarderKeyId)) throw new Refusal(401, reason);
  return `ignored: ${reason}`;
}

const typesWithObject = new Set(['Create', 'Update', 'Delete']);

/** An object is fetched at once for the first hint, and once more for all further hints in 5 minutes. */
const windowMs = 5 * 60_000;
const hintsAboutObject = windowCounter({ quota: 1, windowMs });
export const maxHintsPerHost = 300;
const hintsByHost = windowCounter({ quota: maxHintsPerHost, windowMs });

/**
 * Enqueues a fetch of the object if it, or the item it replies to, is known here; returns whether it did.
 * The activity itself is not stored: a forged copy must not count as a duplicate of the real one. Throws a Refusal with
 * 429 when the forwarder's server causes too many fetches.
 */
async function refetch(
  { type, actor, objectIri, inReplyToIri }: ActivityClaims,
  forwarderKeyId: string,
): Promise<boolean> {
  if (!typesWithObject.has(type) || !objectIri || objectIri === actor) return false;
  if (originOf(objectIri) !== originOf(actor) || isLocalIri(objectIri)) return false;

  const [found] = await selectIsKnownItem(db, inReplyToIri ? [objectIri, inReplyToIri] : [objectIri]);
  if (!found?.known) return false;

  const { host } = new URL(forwarderKeyId);
  if (!hintsByHost.take(host))
    throw new Refusal(429, 'your server forwards too much without a proof', hintsByHost.secondsLeft(host));
  const dueAt = hintsAboutObject.take(objectIri)
    ? null
    : new Date(Date.now() + hintsAboutObject.secondsLeft(objectIri) * 1_000);
  await transact((tx) => enqueue(tx, jobs.loadObject, { iri: objectIri }, { dueAt }));
  return true;
}
