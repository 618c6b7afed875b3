/** Defines what a proof in the body of an activity is, and which proofs are recent enough. */
import type { KeyObject } from 'node:crypto';
import { dateOf } from '../../json-ld/json.ts';

export interface BodyProof {
  /** An integrity proof covers the whole document, a Linked Data Signature only its known JSON-LD terms. */
  kind: 'integrity-proof' | 'linked-data-signature';
  keyId: string;
  createdAt: Date;
  /**
   * Computes the signed bytes, which is slow. Returns null when that is impossible, and throws like `processJsonLd`.
   * `sender` is a URL of the server that sent the document.
   */
  prepare(sender: string): Promise<PreparedProof | null>;
}

export interface PreparedProof {
  isSignedBy(key: KeyObject): boolean;
  /** The signed part, when that is not the whole document. */
  covered?: unknown;
}

/** Follow, Block and Move concern two accounts, so only the actor itself may send them. */
export const forwardableTypes = new Set([
  'Create',
  'Update',
  'Delete',
  'Announce',
  'Like',
  'EmojiReact',
  'Undo',
]);

const day = 24 * 3_600_000;
/** Must be shorter than `inbound` rows are stored, or a replay would not be recognised. */
export const maxProofAgeMs = 6 * day;
const maxClockSkewMs = 5 * 60_000;

/** When a proof with these dates was created, or null when it is not valid at `now` (Unix ms). */
export function readProofTime(created: unknown, expires: unknown, now = Date.now()): Date | null {
  const createdAt = dateOf(created);
  const at = createdAt?.getTime();
  if (!createdAt || at === undefined || at < now - maxProofAgeMs || at > now + maxClockSkewMs) return null;
  return expires === undefined || (dateOf(expires)?.getTime() ?? 0) > now ? createdAt : null;
}
