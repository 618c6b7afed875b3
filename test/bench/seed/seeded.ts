/** What the measures must know of the seeded database. */

import type { Items } from './items.ts';

interface Member {
  id: number;
  token: string;
}

/** An actor of another server, with the key it signs with. */
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
  /** Local accounts: the ids from … to. */
  cooks: { first: number; last: number };
  /** The ids from … to, by kind. */
  items: Items;
  statusIris: string[];
}
