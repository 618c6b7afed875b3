/** A POST to an inbox: what is read from it once, what its activity claims, and how that activity is stored. */
import { hash } from 'node:crypto';
import { insertInbound } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { isRepeatable, readHead, standInIri } from '../activity.ts';
import { dateOf, idOf, iriOf, isAnonymous, type JsonObject, member } from '../json-ld/json.ts';
import { Refusal } from '../request.ts';
import type { Signer } from '../verify/keys.ts';
import type { BodyProof } from '../verify/proof.ts';
import type { SignatureClaim } from '../verify/signature/claim.ts';

/** Read once, and passed to every step that checks it. */
export interface InboxRequest {
  /** The address that limits on strangers count by. */
  requester: string;
  json: JsonObject;
  /** The body as it was sent. */
  text: string;
  claims: ActivityClaims;
  signature: SignatureClaim;
  /** Null while the signature has not been verified. */
  signer: Signer | null;
  /** How much it counts in limits. */
  units: number;
}

/**
 * Thrown to answer 202 for an activity that has no effect here. This is no Refusal, because the sender can do nothing
 * about it and would only try again.
 */
export class Ignored extends Error {
  override readonly name = 'Ignored';

  constructor(reason: string) {
    super(`ignored: ${reason}`);
  }
}

// Reads what an activity claims about itself

interface ActivityClaims {
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
  // Without an id it gets one from its content, so that a duplicate is recognised.
  const id = reading.value.id ?? (isAnonymous(json) ? standInIri(actor, idOf(json)?.trim() || body) : null);
  if (!id) throw new Refusal(400, 'the id of the activity is not an http(s) IRI of at most 1,024 bytes');
  // snac names its Undo after what it undoes, which may be ours. It cannot be corrected, so it is not tried again.
  if (isLocalIri(id) && !isLocalIri(actor)) throw new Ignored('the id of the activity is one of this server');
  if (originOf(id) !== originOf(actor)) {
    throw new Refusal(403, 'the id of the activity has another origin than its actor');
  }
  const inReplyToIri = iriOf(member(object, 'inReplyTo'));
  return { id, actor, type, objectIri, inReplyToIri, isDated: dateOf(member(json, 'published')) !== null };
}

// Stores verified activities in `inbound`, each with its job: concurrent requests share one statement

interface VerifiedActivity extends Pick<InboxRequest, 'claims' | 'text'> {
  signature: Pick<SignatureClaim, 'signedAt'>;
  /** What a forwarded activity was verified by; null when its actor signed the request. */
  proof: Pick<BodyProof, 'kind' | 'createdAt'> | null;
}

/** Resolves when the activity is committed. A duplicate changes nothing. */
export const storeActivity = batched(async (activities: VerifiedActivity[]) => {
  const inserted = await insertInbound(
    db,
    activities.map(({ claims }) => claims.actor),
    activities.map(({ claims }) => claims.id),
    activities.map(({ claims }) => claims.type),
    activities.map(({ text }) => text),
    activities.map(digestOf),
    activities.map(signedAtOf),
    // Such a signature may cover only part of the body: nothing else in it is read.
    activities.map(({ proof }) => proof?.kind === 'linked-data-signature'),
  );
  failpoint('inbound_committed');
  if (inserted.length > 0) wakeRelay();
  return activities;
});

const signedAtOf = ({ signature, proof }: VerifiedActivity): Date => proof?.createdAt ?? signature.signedAt;

/**
 * Equal for duplicates: the same id and body, and for a repeatable activity without `published` the same signing time.
 * What a forwarder adds to the body does not count. Rule: docs/decisions/0012-source-activities.md.
 */
function digestOf(activity: VerifiedActivity): Buffer {
  const { claims, text, proof } = activity;
  const isTimed = isRepeatable(claims.type) && (proof !== null || !claims.isDated);
  const signedAt = isTimed ? signedAtOf(activity).getTime() : null;
  return hash('sha256', JSON.stringify([claims.actor, claims.id, proof ? null : text, signedAt]), 'buffer');
}
