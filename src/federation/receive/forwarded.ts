/** Verifies activities that another server forwards: by a proof of the actor, or by fetching the object. */
import { selectIsKnownItem } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { createCache } from '../../lib/cache.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { windowCounter } from '../../lib/window-counter.ts';
import { isForwardable } from '../activity.ts';
import { isAnonymous } from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import { findKey, verifySigner } from '../verify/keys.ts';
import { type BodyProof, readProofs } from '../verify/proof.ts';
import { isKeyId } from '../verify/signature/read-signature.ts';
import { Ignored, type InboxRequest, readClaims } from './inbox-request.ts';

/**
 * Returns the proof by which the activity is believed. Throws Ignored when there is none, and a Refusal when the
 * activity is of the forwarder's own server.
 */
export async function verifyForwarded(request: InboxRequest): Promise<BodyProof> {
  const proof = await findValidProof(request);
  if (proof) return proof;
  if (await refetch(request)) throw new Ignored('the object is fetched from its own server instead');
  const reason = 'the request was not signed by the actor of the activity, and the body has no proof';
  if (originOf(request.claims.actor) === originOf(request.signature.keyId)) throw new Refusal(401, reason);
  throw new Ignored(reason);
}

// Verifies the proof in the body

/** Verifying a proof is slow: after this many failures a forwarder's proofs are ignored for 5 minutes. */
const maxFailures = 20;
const failuresByHost = createCache<string, number>({ max: 5_000, ttl: 5 * 60_000 });

/** Returns the first proof by the actor that verifies, or null. */
async function findValidProof(request: InboxRequest): Promise<BodyProof | null> {
  const { json, claims, signature } = request;
  const { host } = new URL(signature.keyId);
  const failures = failuresByHost.get(host) ?? 0;
  if (!isForwardable(claims.type) || failures >= maxFailures) return null;
  // Without an id a replay could not be recognised.
  if (isAnonymous(json)) return null;

  const proofs = readProofs(json).filter(({ keyId }) => isKeyId(keyId) && originOf(keyId) === originOf(claims.actor));
  for (const proof of proofs) if (await isValid(proof, request)) return proof;
  if (proofs.length > 0) failuresByHost.set(host, failures + 1);
  return null;
}

async function isValid(proof: BodyProof, { claims, signature, requester }: InboxRequest): Promise<boolean> {
  const { keyId } = proof;
  // An unknown actor's key is fetched only when the activity is about an item that is stored here.
  if (!(await findKey(keyId)) && !(await isKnownItem(claims.objectIri, claims.inReplyToIri))) return false;
  const prepared = await proof.prepare(signature.keyId);
  if (!prepared) return false;
  try {
    const { actorIri } = await verifySigner({ keyId, isSignedBy: prepared.isSignedBy }, requester);
    if (actorIri !== claims.actor) return false;
    if (!('covered' in prepared)) return true;
    // The signed part must make the same claims as the body, because the earlier checks used the body.
    const covered = readClaims(prepared.covered, new Uint8Array());
    return (['id', 'actor', 'type', 'objectIri'] as const).every((name) => covered[name] === claims[name]);
  } catch (error) {
    if (error instanceof Refusal && error.retryAfterSeconds === null) return false;
    throw error;
  }
}

async function isKnownItem(...iris: (string | null)[]): Promise<boolean> {
  const [found] = await selectIsKnownItem(
    db,
    iris.filter((iri) => iri !== null),
  );
  return found?.known ?? false;
}

// Fetches the object when there is no proof

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
async function refetch({ claims, signature }: InboxRequest): Promise<boolean> {
  const { type, actor, objectIri, inReplyToIri } = claims;
  if (!typesWithObject.has(type) || !objectIri || objectIri === actor) return false;
  if (originOf(objectIri) !== originOf(actor) || isLocalIri(objectIri)) return false;
  if (!(await isKnownItem(objectIri, inReplyToIri))) return false;

  const { host } = new URL(signature.keyId);
  if (!hintsByHost.take(host))
    throw new Refusal(429, 'your server forwards too much without a proof', hintsByHost.secondsLeft(host));
  const dueAt = hintsAboutObject.take(objectIri)
    ? null
    : new Date(Date.now() + hintsAboutObject.secondsLeft(objectIri) * 1_000);
  await transact((tx) => enqueue(tx, jobs.loadObject, { iri: objectIri }, { dueAt }));
  return true;
}
