/** Defines a trial and its failure. */
import type { Network } from '../support/network.ts';

/** The assertion that failed. */
export class Broken extends Error {}

export interface Trial {
  name: string;
  /** The result for people; null when the trial cannot run here. */
  run(start: Network['start']): Promise<string | null>;
}

export function demand(expected: string, holds: boolean, seen: string): void {
  if (!holds) throw new Broken(`expected ${expected}, seen ${seen}`);
}
