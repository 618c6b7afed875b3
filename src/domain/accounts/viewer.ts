/** Identifies who reads: every query of items takes a viewer, and `db/sql/items/visibility.ts` decides what it sees. */

export interface Viewer {
  accountId: number | null;
  /** The remote server whose instance actor signed the request. */
  host: string | null;
}

export const anonymous: Viewer = { accountId: null, host: null };

export const viewerOf = (accountId: number): Viewer => ({ accountId, host: null });
