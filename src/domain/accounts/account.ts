/** Finds local and remote accounts by id, handle or IRI. */
import {
  selectAccount,
  selectAccountByHandle,
  selectAccountByIri,
  selectAccounts,
  selectAccountsByIri,
} from '../../db/sql/accounts.ts';
import { db, type Executor } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';

/** The part of an account that is shown next to its posts. */
export interface AccountCard {
  id: number;
  /** `ann` for local, `ann@host` for remote accounts; null until WebFinger and the actor agree. */
  handle: string | null;
  username: string;
  /** Empty for local accounts. */
  host: string;
  iri: string | null;
  url: string | null;
  state: 'unknown' | 'loading' | 'loaded';
  name: string;
  summary: string;
  summaryHtml: string;
  avatarKey: string | null;
  avatarUrl: string | null;
  avatarDescription: string | null;
  avatarBlurhash: string | null;
  followersCount: number;
  followingCount: number;
}

/** Whose quotes of the account's items are approved. */
export type QuotePolicy = 'everyone' | 'followers' | 'nobody';

export type ActorType = 'Person' | 'Service' | 'Application' | 'Group' | 'Organization';

export interface Account extends AccountCard {
  actorType: ActorType;
  /** The wide picture above the profile. */
  headerKey: string | null;
  locale: string;
  inbox: string | null;
  sharedInbox: string | null;
  outbox: string | null;
  followersIri: string | null;
  followingIri: string | null;
  featuredIri: string | null;
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  recipesAsArticles: boolean;
  quotePolicy: QuotePolicy;
  alsoKnownAs: string[];
  movedToId: number | null;
  createdAt: Date;
  updatedAt: Date;
  suspendedAt: Date | null;
  /** Moderators limited it: only followers see it in public lists. */
  limitedAt: Date | null;
  /** Suspended by its own server, which may lift the suspension. */
  suspendedByHost: boolean;
  deletedAt: Date | null;
  fetchedAt: Date | null;
  fetchFailures: number;
  nextFetchAt: Date | null;
  outboxReadAt: Date | null;
}

export const isLocal = (account: { host: string }): boolean => account.host === '';

export async function findAccount(id: number, on: Executor = db): Promise<Account | null> {
  return on === db ? findBatched(id) : first(await selectAccount(on, id));
}

export async function getAccount(id: number, on: Executor = db): Promise<Account> {
  const account = await findAccount(id, on);
  if (!account || account.deletedAt) throw notFound();
  return account;
}

/** Accepts `ann`, `@ann` and `ann@host` in any case, with or without the local host. */
export async function findAccountByHandle(handle: string, on: Executor = db): Promise<Account | null> {
  return first(await selectAccountByHandle(on, normaliseHandle(handle)));
}

export async function findAccountByIri(iri: string, on: Executor = db): Promise<Account | null> {
  return on === db ? findBatchedByIri(iri) : first(await selectAccountByIri(on, iri));
}

/** Receiving and delivering look up many accounts at a time, so concurrent reads share one query. */
const findBatched = batched(async (ids: number[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccounts(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => (rows.get(id) as Account | undefined) ?? null);
});

const findBatchedByIri = batched(async (iris: string[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccountsByIri(db, iris)).map((row) => [row.iri, row]));
  return iris.map((iri) => (rows.get(iri) as Account | undefined) ?? null);
});

export function normaliseHandle(handle: string): string {
  const lower = handle.replace(/^@/, '').toLowerCase();
  const localSuffix = `@${config.host}`;
  return lower.endsWith(localSuffix) ? lower.slice(0, -localSuffix.length) : lower;
}

const first = (rows: Record<string, unknown>[]) => (rows[0] as Account | undefined) ?? null;
