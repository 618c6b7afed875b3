/** Verifies the proof in the body of a forwarded activity. */

import { LRUCache } from 'lru-cache';
import { selectIsKnownItem } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { originOf } from '../../lib/iris.ts';
import { type JsonObject, member } from '../json-ld/json.ts';
import { Refusal } from '../refusal.ts';
import { failureOf } from '../resolve/error.ts';
import { findKey } from '../verify/keys/find-key.ts';
import { verifyKey } from '../verify/keys/verify.ts';
import { type BodyProof, forwardableTypes } from '../verify/proof/proof.ts';
import { readProofs } from '../verify/proof/proofs.ts';
import { isKeyId } from '../verify/signature/read-signature.ts';
import { type ActivityClaims, readClaims } from './activity-claims.ts';

/** Verifying a proof is slow: after this many failures a forwarder's proofs are ignored for 5 minutes. */
const maxFailures = 20;
const failuresByHost = new LRUCache<string, number>({ max: 5_000, ttl: 5 * 60_000 });

/** Returns the first proof by the actor that verifies, or null. */
export async function verifyProof(
  json: JsonObject,
  claims: ActivityClaims,
  { forwarderKeyId, requester }: { forwarderKeyId: string; requester: string },
): Promise<BodyProof | null> {
  const { host } = new URL(forwarderKeyId);
  const failures = failuresByHost.get(host) ?? 0;
  if (!forwardableTypes.has(claims.type) || failures >= maxFailures) return null;
  // Without an id a replay could not be recognised.
  if (member(json, 'id') === undefined) return null;

  const proofs = readProofs(json).filter(
    ({ keyId }) => isKeyId(keyId) && originOf(keyId) === originOf(claims.actor),
  );
  for (const proof of proofs) if (await isValid(proof, claims, { forwarderKeyId, requester })) return proof;
  if (proofs.length > 0) failuresByHost.set(host, failures + 1);
  return null;
}

async function isValid(
  proof: BodyProof,
  claims: ActivityClaims,
  { forwarderKeyId, requester }: { forwarderKeyId: string; requester: string },
): Promise<boolean> {
  if (!(await findKey(proof.keyId)) && !(await isAboutKnownItem(claims))) return false;
  const prepared = await proof.prepare(forwarderKeyId);
  if (!prepared) return false;
  try {
    const { actorIri } = await verifyKey(proof.keyId, prepared.isSignedBy, requester);
    if (actorIri !== claims.actor) return false;
    return !('covered' in prepared) || isSameActivity(readClaims(prepared.covered, new Uint8Array()), claims);
  } catch (error) {
    if (error instanceof Refusal && error.retryAfterSeconds === null) return false;
    if (failureOf(error) !== null) return false;
    throw error;
  }
}

/** An unknown actor's key is fetched only when the activity is about an item that is stored here. */
async function isAboutKnownItem({ objectIri, inReplyToIri }: ActivityClaims): Promise<boolean> {
  const iris = [objectIri, inReplyToIri].filter((iri) => iri !== null);
  return (await selectIsKnownItem(db, iris))[0]?.known ?? false;
}

/** The signed part must make the same claims as the body, because the earlier checks used the body. */
function isSameActivity(covered: ActivityClaims, claims: ActivityClaims): boolean {
  return (['id', 'actor', 'type', 'objectIri'] as const).every((name) => covered[name] === claims[name]);
}

export function clearForwarderFailures(): void {
  failuresByHost.clear();
}
