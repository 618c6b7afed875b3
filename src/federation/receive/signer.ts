/** Verifies whether an activity was signed by its actor. */
import { hasRemoteKey } from '../../domain/accounts/keys.ts';
import { compacted } from '../json-ld/compact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { Refusal } from '../refusal.ts';
import { failureOf } from '../resolve/error.ts';
import { findKey } from '../verify/keys/find-key.ts';
import { verifySigner } from '../verify/keys/verify.ts';
import type { SignatureClaim } from '../verify/signature/signature-claim.ts';
import { type ActivityClaims, readClaims } from './activity-claims.ts';

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
