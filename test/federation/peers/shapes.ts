/** Defines the documents and activities that each peer software is imitated by. */
import type { Json } from '../../support/remote-server.ts';

export type Document = Json & { id: string };

export interface Draft {
  html: string;
  published: Date;
  mention?: { iri: string; address: string };
  /** Content warning. */
  warning?: string;
  inReplyTo?: string;
  updated?: Date;
}

/** One actor on a server of some software. A missing function means that the software cannot do it. */
export interface Peer {
  username: string;
  iri: string;
  keyIri: string;
  /** The signature its server tries first; draft-cavage by default. */
  dialect?: 'rfc9421';
  actor(publicKeyPem: string): Document;
  /** Actors that post in a group. */
  members?(publicKeyPem: string): Document[];
  note?(draft: Draft): Document;
  create?(note: Document): Json;
  update?(note: Document): Json;
  delete?(note: Document): Json;
  /** A group's Announce of a post by one of its members, with the documents that it refers to. */
  groupPost?(text: string): { announce: Json; documents: Document[] };
  /** Accepts a Follow of ours. */
  accept?(follow: Json): Json;
  /** The collection, then its pages. */
  outbox?(notes: Document[]): Document[];
  /** The collection, then its pages. */
  featured?(notes: Document[]): Document[];
  /** The value of `replies` in a note, and the documents that it refers to. */
  replies?(note: Document, replies: Document[]): { value: unknown; documents: Document[] };
  follow?(target: string): Document;
  like?(object: string): Json;
  announce?(object: string): Json;
  undo?(activity: Json): Json;
}

/** Builds the peer on a host. */
export type Software = (host: string) => Peer;

export const as = 'https://www.w3.org/ns/activitystreams';
export const PUBLIC = `${as}#Public`;
const security = 'https://w3id.org/security/v1';
export const context: unknown[] = [as, security];

let last = 0;
/** Returns a number that was not returned before. */
export const serial = (): number => ++last;

let time = Date.now() - 30 * 60_000;
/** The clock of all peers. */
export const now = (): Date => new Date(time);
/** People do not undo a thing within the second in which they did it. */
export const waitASecond = (): void => {
  time += 1_000;
};

/** As most software writes it: without milliseconds. */
export const seconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

export const mentionTag = ({ iri, address }: NonNullable<Draft['mention']>, at = '@') => ({
  type: 'Mention',
  href: iri,
  name: `${at}${address}`,
});

/** The addresses of a note or activity. */
export const audienceOf = ({ to, cc }: Json): Json => ({
  ...(to !== undefined && { to }),
  ...(cc !== undefined && { cc }),
});

export const without = (json: Json, ...keys: string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)));
