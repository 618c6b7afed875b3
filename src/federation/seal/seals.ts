/** All the seals of a document. */
import type { JsonObject } from '../json.ts';
import { readSignatures } from './linked-data.ts';
import { readProofs } from './proof.ts';
import type { Seal } from './seal.ts';

/** Those of a form and age that can be checked; proofs first, which cost less. */
export const sealsOf = (json: JsonObject): Seal[] => [...readProofs(json), ...readSignatures(json)];
