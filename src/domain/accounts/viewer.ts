/** Identifies who reads: every query of items takes a viewer, and `db/sql/items/visibility.ts` decides what it sees. */

export interface Viewer {
  accountId: number | null;
  /** The remote server whose instance actor signed the request. */
  host: string | null;
  /** Of the filters that lists apply for the viewer. Null or absent without filters. */
  filtersVersion?: number | null;
}

export type MemberViewer = Viewer & { accountId: number };

export const anonymous: Viewer = { accountId: null, host: null };

export const unfiltered = (viewer: Viewer): Viewer => ({ ...viewer, filtersVersion: null });

export const viewerOf = (accountId: number): MemberViewer => ({ accountId, host: null });
