/** Describes the seeded database for the measurements. */
import type { Items } from './items.ts';

interface Member {
  id: number;
  token: string;
}

/** A remote actor with its signing key. */
export interface Peer {
  iri: string;
  keyIri: string;
  privatePem: string;
}

export interface Seeded {
  /** Followed by all cooks. */
  star: Member;
  /** Followed by accounts on as many other servers as `followerCount` says. */
  author: Member;
  /** Followed by the readers. */
  publisher: Member;
  readers: Member[];
  peers: Peer[];
  followerCount: number;
  /** First and last id of the local accounts. */
  cooks: { first: number; last: number };
  /** First and last id by kind. */
  items: Items;
  statusIris: string[];
}
