/** What a body's own signature claims, whichever form it has. */
import type { KeyObject } from 'node:crypto';
import { dateOf } from '../json.ts';

export interface Seal {
  /** A proof covers the document as it stands, a signature the statements that it makes as linked data. */
  by: 'proof' | 'signature';
  keyId: string;
  /** Works out what must have been signed, which costs time; null when that cannot be done. */
  open(): Promise<Opened | null>;
}

export interface Opened {
  isSignedBy(key: KeyObject): boolean;
  /** What it covers, where that is not the whole document as it stands. */
  covered?: unknown;
}

/** What is told to many. A follow, a block or a move is between two, and comes from the one. */
export const forMany = new Set(['Create', 'Update', 'Delete', 'Announce', 'Like', 'EmojiReact', 'Undo']);

const day = 24 * 3_600_000;
/** Shorter than activities are remembered, so that none is taken a second time. */
export const maxSealAge = 6 * day;
const maxAhead = 5 * 60_000;

/** Whether a seal made then may still be taken. */
export function isTimely(created: unknown, expires: unknown, now = Date.now()): boolean {
  const at = dateOf(created)?.getTime();
  if (at === undefined || at < now - maxSealAge || at > now + maxAhead) return false;
  return expires === undefined || (dateOf(expires)?.getTime() ?? 0) > now;
}
