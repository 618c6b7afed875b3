/** Reads the claims of an activity, verifies its signer, and stores it. */
import { hash } from 'node:crypto';
import { selectIsKnownItem } from '../../db/sql/discovery.ts';
import { insertInbound } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { hasRemoteKey } from '../../domain/accounts/keys.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { createCache } from '../../lib/cache.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { originOf } from '../../lib/iris.ts';
import { readHead } from '../activity.ts';
import { compacted } from '../json-ld/compact.ts';
import { dateOf, iriOf, type JsonObject, member } from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import { failureOf } from '../resolve/fetch.ts';
import { findKey, verifyKey, verifySigner } from '../verify/keys.ts';
import { type BodyProof, forwardableTypes, readProofs } from '../verify/proof.ts';
import type { SignatureClaim } from '../verify/signature/claim.ts';
import { isKeyId } from '../verify/signature/read-signature.ts';

// Reads what an activity claims about itself, before its sender is verified

export interface ActivityClaims {
  id: string;
  actor: string;
  type: string;
  objectIri: string | null;
  /** `inReplyTo` of the object, when the object is embedded. */
  inReplyToIri: string | null;
  /** Whether it says when it was published. */
  isDated: boolean;
}

/** Throws a Refusal for an activity without actor or type, or whose id has another origin than its actor. */
export function readClaims(json: unknown, body: Uint8Array): ActivityClaims {
  const reading = readHead(json);
  if (!reading.ok) throw new Refusal(400, `the activity ${reading.reason}`);

  const { type, actorIri: actor, object, objectIri } = reading.value;
  const id = reading.value.id ?? (member(json, 'id') === undefined ? anonymousIri(actor, body) : null);
  if (!id) throw new Refusal(400, 'the id of the activity is not an http(s) IRI of at most 1,024 bytes');
  if (originOf(id) !== originOf(actor)) {
    throw new Refusal(403, 'the id of the activity has another origin than its actor');
  }
  const inReplyToIri = iriOf(member(object, 'inReplyTo'));
  return { id, actor, type, objectIri, inReplyToIri, isDated: dateOf(member(json, 'published')) !== null };
}

/** An activity without an id gets one from its content, so that a duplicate is recognised. */
function anonymousIri(actor: string, body: Uint8Array): string {
  return `${actor.replace(/#.*$/, '')}#sha256-${hash('sha256', body, 'hex')}`;
}

// Tells duplicates of a received activity from a new one under the same id

/** Activities that real servers send again under the same id after they were undone, sometimes with the same bytes. */
const repeatableTypes = new Set([
  'Accept',
  'Add',
  'Announce',
  'Block',
  'EmojiReact',
  'Follow',
  'Like',
  'Reject',
  'Remove',
  'Undo',
]);

interface Received extends ActivityClaims {
  body: string;
  signedAt: Date;
  isForwarded: boolean;
}

/**
 * Equal for duplicates: the same id and body, and for a repeatable activity without `published` the same signing time.
 * What a forwarder adds to the body does not count. Rule: docs/decisions/0012-source-activities.md.
 */
function digestOf({ actor, id, type, body, isDated, signedAt, isForwarded }: Received): Buffer {
  const isTimed = repeatableTypes.has(type) && (isForwarded || !isDated);
  const parts = [actor, id, isForwarded ? null : body, isTimed ? signedAt.getTime() : null];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

// Verifies whether an activity was signed by its actor

const signerGone = () => new Refusal(401, 'the account that signed the request is gone');

/** Reads the claims of an expanded or aliased document, once its signature has verified. Throws a Refusal. */
export async function verifyAndCompact(
  json: JsonObject,
  body: Uint8Array,
  signature: SignatureClaim,
  requester: string,
): Promise<ActivityClaims> {
  await verifySigner(signature, requester).catch((error: unknown) => {
    throw failureOf(error) === 'gone' ? signerGone() : error;
  });
  return readClaims(await compacted(json, signature.keyId), body);
}

/** Whether a key of the actor is stored here. */
export async function isKnownActor(actor: string, keyId: string): Promise<boolean> {
  if ((await findKey(keyId))?.actorIri === actor) return true;
  return hasRemoteKey(actor);
}

/** False when another account signed the request. Throws a Refusal when the signature does not verify. */
export async function isSignedByActor(
  claims: ActivityClaims,
  signature: SignatureClaim,
  requester: string,
): Promise<boolean> {
  try {
    return (await verifySigner(signature, requester)).actorIri === claims.actor;
  } catch (error) {
    if (failureOf(error) !== 'gone') throw error;
    if (isOwnDeletion(claims, signature)) return true;
    throw signerGone();
  }
}

/** A deleted account has no key left. Its server has just answered 410 for it, which confirms the Delete. */
function isOwnDeletion({ type, actor, objectIri }: ActivityClaims, { keyId }: SignatureClaim): boolean {
  return type === 'Delete' && objectIri === actor && keyId.replace(/#.*$/, '') === actor;
}

// Verifies the proof in the body of a forwarded activity

/** Verifying a proof is slow: after this many failures a forwarder's proofs are ignored for 5 minutes. */
const maxFailures = 20;
const failuresByHost = createCache<string, number>({ max: 5_000, ttl: 5 * 60_000 });

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

  const proofs = readProofs(json).filter(({ keyId }) => isKeyId(keyId) && originOf(keyId) === originOf(claims.actor));
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

// Stores verified activities in `inbound`: concurrent requests share one statement

interface VerifiedActivity extends ActivityClaims {
  body: string;
  /** The time in the signature of the request, or in the proof of a forwarded activity. */
  signedAt: Date;
  isForwarded: boolean;
  /** A Linked Data Signature may cover only part of the body: nothing else in it is read. */
  verifiedByLdSignature: boolean;
}

/** Resolves when the activity is committed. A duplicate changes nothing. */
export const storeActivity = batched(async (activities: VerifiedActivity[]) => {
  const inserted = await insertInbound(
    db,
    activities.map(({ actor }) => actor),
    activities.map(({ id }) => id),
    activities.map(({ type }) => type),
    activities.map(({ body }) => body),
    activities.map(digestOf),
    activities.map(({ signedAt }) => signedAt),
    activities.map(({ verifiedByLdSignature }) => verifiedByLdSignature),
  );
  failpoint('inbound_committed');
  if (inserted.length > 0) wakeRelay();
  return activities;
});
