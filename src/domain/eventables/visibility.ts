/** Who asks: every read of items names its viewer, and one predicate (`db/sql/visibility`) decides what they see. */

export interface Viewer {
  accountId: number | null;
  /** Of a server whose signed request this is. */
  host: string | null;
}

export const anyone: Viewer = { accountId: null, host: null };

export const viewerOf = (accountId: number): Viewer => ({ accountId, host: null });
