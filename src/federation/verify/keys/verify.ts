/** Verifies which remote account signed a request. */
import type { KeyObject } from 'node:crypto';
import { ResolveError } from '../../resolve/error.ts';
import { isSignedBy } from '../signature/key.ts';
import { invalidSignature, type SignatureClaim } from '../signature/signature-claim.ts';
import { fetchKey } from './fetch-key.ts';
import { evictKey, findKey, type Signer } from './find-key.ts';

/** Throws like `verifyKey`. */
export function verifySigner(claim: SignatureClaim, requester: string): Promise<Signer> {
  return verifyKey(claim.keyId, (key) => isSignedBy(claim, key), requester);
}

/**
 * Fetches a key that is unknown, or that no longer verifies, and stores its actor once the signature has verified.
 * `requester` is the address that limits count by. Throws a Refusal when the signature is not valid or too many keys are
 * fetched, and ResolveError `gone` when the actor was deleted.
 */
export async function verifyKey(
  keyId: string,
  isSigned: (key: KeyObject) => boolean,
  requester: string,
): Promise<Signer> {
  const stored = await findKey(keyId);
  if (stored && isSigned(stored.key)) return stored;

  evictKey(keyId);
  const fetched = await fetchKey(keyId, stored?.actorIri ?? null, requester).catch((error: unknown) => {
    if (!(error instanceof ResolveError) || error.reason === 'gone') throw error;
    throw invalidSignature(`the key could not be fetched: ${error.message}`);
  });
  if (fetched && isSigned(fetched.key)) return fetched.store();

  // Another process may have just stored the actor.
  const current = await findKey(keyId);
  if (current && isSigned(current.key)) return current;
  if (fetched ?? current) throw invalidSignature('the signature does not verify with this key');
  throw invalidSignature('the key was not found in the document of its actor, or was fetched too often');
}
