/** Reads all proofs in the body of an activity. */
import type { JsonObject } from '../../json-ld/json.ts';
import { readIntegrityProofs } from './integrity-proof.ts';
import { readLinkedDataSignatures } from './linked-data.ts';
import type { BodyProof } from './proof.ts';

/** Only well-formed proofs of an acceptable age. Integrity proofs come first because they are cheaper to verify. */
export const readProofs = (json: JsonObject): BodyProof[] => [
  ...readIntegrityProofs(json),
  ...readLinkedDataSignatures(json),
];
