/** What a trial is, and how it fails. */
import type { Network } from '../support/network.ts';

/** What did not hold. */
export class Broken extends Error {}

export interface Trial {
  name: string;
  /** What was seen, for people; null when it could not be tried here. */
  run(start: Network['start']): Promise<string | null>;
}

export function demand(expected: string, holds: boolean, seen: string): void {
  if (!holds) throw new Broken(`expected ${expected}, seen ${seen}`);
}
