/** An activity ready to go out, with those who get it. */
import type { Account } from '../../domain/accounts/account.ts';
import type { Visibility } from '../../domain/eventables/draft.ts';
import type { Happening } from '../../jobs/happening.ts';
import type { JsonObject } from '../json.ts';

export interface Recipients {
  toFollowers: boolean;
  addressedIds: number[];
  /** An object or activity whose earlier recipients get this as well. */
  formerly: string | null;
  /** To the account's own inbox, whatever stands between the two. */
  personally: boolean;
  /** Whose servers do not get it, even so. */
  spared?: { followers: boolean; ids: number[] };
}

export interface Outgoing {
  author: Account;
  json: JsonObject;
  objectIri: string;
  /** Whether anybody may fetch it by its IRI. */
  isPublic: boolean;
  recipients: Recipients;
}

/** Null when there is nothing left to tell; `unnamed` while the account addressed is not known by its IRI yet. */
export type Composed = Outgoing | 'unnamed' | null;

/** What the catalogue has under a verb, entries that several verbs share included. */
export type Happened<Verb extends Happening['verb'], H = Happening> = H extends { verb: infer Verbs }
  ? Verb extends Verbs
    ? H
    : never
  : never;

export const isForAll = (visibility: Visibility): boolean =>
  visibility === 'public' || visibility === 'unlisted';
