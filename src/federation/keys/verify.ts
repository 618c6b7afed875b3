/** Settles whose signature a request bears. */
import type { KeyObject } from 'node:crypto';
import { ResolveError } from '../resolve/error.ts';
import { type SignatureClaim, unsigned } from '../signature/claim.ts';
import { isSignedBy } from '../signature/key.ts';
import { fetchKey } from './fetch-key.ts';
import { findKey, forgetKey, type Signer } from './known.ts';

/** Throws as `verifyKey` does. */
export function verifySigner(claim: SignatureClaim): Promise<Signer> {
  return verifyKey(claim.keyId, (key) => isSignedBy(claim, key));
}

/**
 * Unknown keys, and known ones that do not verify any more, are fetched. Throws a Refusal, and ResolveError with `gone`
 * when the actor is.
 */
export async function verifyKey(keyId: string, signs: (key: KeyObject) => boolean): Promise<Signer> {
  const known = await findKey(keyId);
  if (known && signs(known.key)) return known;

  forgetKey(keyId);
  const fetched = await fetchKey(keyId, known?.actorIri ?? null).catch((error: unknown) => {
    if (!(error instanceof ResolveError)) throw error;
    if (error.reason === 'gone') throw error;
    throw unsigned(`the key could not be fetched: ${error.message}`);
  });
  // Where it may not be fetched now, another request or process may have just done so.
  const current = fetched ?? (await findKey(keyId));
  if (!current) throw unsigned('the key is not to be had');
  if (!signs(current.key)) throw unsigned('the signature does not verify');
  return current;
}
