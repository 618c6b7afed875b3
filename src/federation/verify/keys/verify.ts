/** Verifies which remote account signed a request. */
import type { KeyObject } from 'node:crypto';
import { ResolveError } from '../../resolve/error.ts';
import { isSignedBy } from '../signature/key.ts';
import { invalidSignature, type SignatureClaim } from '../signature/signature-claim.ts';
import { fetchKey } from './fetch-key.ts';
import { evictKey, findKey, type Signer } from './find-key.ts';

/** Throws like `verifyKey`. */
export function verifySigner(claim: SignatureClaim): Promise<Signer> {
  return verifyKey(claim.keyId, (key) => isSignedBy(claim, key));
}

/**
 * Fetches a key that is unknown, or that no longer verifies. Throws a Refusal when the signature is not valid, and
 * ResolveError `gone` when the actor was deleted.
 */
export async function verifyKey(keyId: string, isSigned: (key: KeyObject) => boolean): Promise<Signer> {
  const stored = await findKey(keyId);
  if (stored && isSigned(stored.key)) return stored;

  evictKey(keyId);
  const fetched = await fetchKey(keyId, stored?.actorIri ?? null).catch((error: unknown) => {
    if (!(error instanceof ResolveError) || error.reason === 'gone') throw error;
    throw invalidSignature(`the key could not be fetched: ${error.message}`);
  });
  // Another request or process may have just fetched the actor.
  const current = fetched ?? (await findKey(keyId));
  if (!current)
    throw invalidSignature('the key was not found in the document of its actor, or was fetched too often');
  if (!isSigned(current.key)) throw invalidSignature('the signature does not verify with this key');
  return current;
}
