/** Verifies proofs with stored keys only. */
import type { JsonObject } from '../../json-ld/json.ts';
import { findKey } from '../keys/find-key.ts';
import { readProofs } from './proofs.ts';

/** Whether a proof in the body verifies with a stored key of the actor. Fetches nothing. */
export async function isProvenBy(actorIri: string, json: JsonObject): Promise<boolean> {
  for (const proof of readProofs(json)) {
    const signer = await findKey(proof.keyId);
    if (signer?.actorIri !== actorIri) continue;
    const prepared = await proof.prepare(actorIri);
    if (prepared?.isSignedBy(signer.key)) return true;
  }
  return false;
}
