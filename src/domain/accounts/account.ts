/** Accounts, ours and theirs, and how to find one. */
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

/** What is shown of an account beside its items. */
export interface AccountCard {
  id: number;
  /** `ann` for ours, `ann@host` for theirs; null until WebFinger and the actor agree. */
  handle: string | null;
  username: string;
  /** Empty for ours. */
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

export type ActorType = 'Person' | 'Service' | 'Application' | 'Group' | 'Organization';

export interface Account extends AccountCard {
  actorType: ActorType;
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
  recipesAsNotes: boolean;
  alsoKnownAs: string[];
  movedToId: number | null;
  createdAt: Date;
  updatedAt: Date;
  suspendedAt: Date | null;
  /** By its own server, which may show it again. */
  suspendedThere: boolean;
  deletedAt: Date | null;
  fetchedAt: Date | null;
  fetchFailures: number;
  nextFetchAt: Date | null;
  outboxReadAt: Date | null;
}

export const isLocal = (account: { host: string }): boolean => account.host === '';

type Found = Promise<Account | null>;

export async function findAccount(id: number, on: Executor = db): Found {
  return on === db ? findTogether(id) : first(await selectAccount(on, id));
}

export async function getAccount(id: number, on: Executor = db): Promise<Account> {
  const account = await findAccount(id, on);
  if (!account || account.deletedAt) throw notFound();
  return account;
}

/** Takes `ann`, `@ann`, `ann@host` in any case; our own host may be named or left out. */
export async function findAccountByHandle(handle: string, on: Executor = db): Found {
  return first(await selectAccountByHandle(on, normaliseHandle(handle)));
}

export async function findAccountByIri(iri: string, on: Executor = db): Found {
  return on === db ? findTogetherByIri(iri) : first(await selectAccountByIri(on, iri));
}

/** Other servers' messages, and ours to them, ask for many at a time. */
const findTogether = batched(async (asked: number[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccounts(db, asked)).map((row) => [row.id, row]));
  return asked.map((id) => (rows.get(id) as Account | undefined) ?? null);
});

const findTogetherByIri = batched(async (asked: string[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccountsByIri(db, asked)).map((row) => [row.iri, row]));
  return asked.map((iri) => (rows.get(iri) as Account | undefined) ?? null);
});

export function normaliseHandle(handle: string): string {
  const lower = handle.replace(/^@/, '').toLowerCase();
  const ours = `@${config.host}`;
  return lower.endsWith(ours) ? lower.slice(0, -ours.length) : lower;
}

const first = (rows: Record<string, unknown>[]) => (rows[0] as Account | undefined) ?? null;
