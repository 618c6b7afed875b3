/** An activity to send, with its recipients. */
import type { Visibility } from '../../db/vocabulary.ts';
import type { Account } from '../../domain/accounts/account.ts';
import type { Fact } from '../../jobs/fact.ts';
import { iris } from '../../lib/iris.ts';
import type { JsonObject } from '../json-ld/json.ts';

export interface Recipients {
  toFollowers?: boolean;
  addressedIds?: number[];
  /** Also sent to earlier recipients of this object or activity. */
  formerly?: string | null;
  /** To the account's own inbox, also across a block. */
  personally?: boolean;
  /** Accounts whose servers are excluded. */
  spared?: { followers: boolean; ids: number[] };
}

export interface Outgoing {
  author: Account;
  json: JsonObject;
  /**
   * What it is about. An Undo is about the same as the activity that it undoes, an answer to a Follow about the
   * follower.
   */
  objectIri: string;
  /** Whether anybody may fetch it by its IRI. */
  isPublic: boolean;
  recipients: Recipients;
}

/** Null when there is nothing to send; a time to try again while the recipient's IRI is unknown. */
export type Composed = Outgoing | { again: Date } | null;

/** The IRI of the activity for a fact, the same at every retry. */
export const activityOf = (account: Account, fact: Fact): string => iris.activity(account.id, fact.id);

export const isForAll = (visibility: Visibility): boolean => visibility === 'public' || visibility === 'unlisted';
