/** Accounts, and who views them. */
import { domainToASCII } from 'node:url';
import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import {
  type AccountRow,
  selectAccount,
  selectAccountByHandle,
  selectAccountByIri,
  selectAccounts,
  selectAccountsByIri,
  selectAuthorOfNew,
  selectSuccessors,
} from '../../db/sql/accounts.ts';
import { selectBlock } from '../../db/sql/blocks.ts';
import { db, type Executor } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { normalIri } from '../../lib/iris.ts';
import { type MeasurementSystem, readerWith, writeFor } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';

// Validates the usernames of local accounts

const pattern = /^[a-z0-9_]{1,30}$/;

/** Names that collide with pages and paths, or that readers would mistake for the server itself. */
const reserved = new Set(
  `about account accounts actor admin administrator api assets auth explore help home inbox info instance login logout me media
   moderator nodeinfo oauth outbox postmaster potluck public register root search security settings setup support system
   tags timeline trending users webmaster well_known www`.split(/\s+/),
);

/** Throws validation_failed on `name`. */
export function checkUsername(username: string): void {
  if (username === '') throw invalid('name', t('errors.blank'));
  if (!pattern.test(username)) throw invalid('name', t('errors.username-characters'));
  if (/^[0-9]+$/.test(username)) throw invalid('name', t('errors.username-all-digits'));
  if (reserved.has(username)) throw invalid('name', t('errors.username-reserved'));
}

// Identifies who reads: every query of items takes a viewer, and `db/sql/visibility.ts` decides what it sees

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

// Finds local and remote accounts by id, handle or IRI

export type Account = AccountRow;

/** The part of an account that is shown next to its posts. */
export type AccountCard = Pick<Account, keyof typeof accountCardSelect>;

export const isLocal = (account: { host: string }): boolean => account.host === '';

export async function findAccount(id: number, on: Executor = db): Promise<Account | null> {
  return on === db ? findBatched(id) : first(await selectAccount(on, id));
}

export async function getAccount(id: number, on: Executor = db): Promise<Account> {
  const account = await findAccount(id, on);
  if (!account || account.deletedAt) throw notFound();
  return account;
}

/**
 * A row that was created from a name may turn out to be an account with another id. Returns the ids of the accounts
 * that these are now.
 */
export async function currentIdsOf(ids: number[]): Promise<number[]> {
  const successors = new Map((await selectSuccessors(db, ids)).map((row) => [row.former_id, row.account_id]));
  return ids.map((id) => successors.get(id) ?? id);
}

export const currentIdOf = async (id: number): Promise<number> => (await currentIdsOf([id]))[0]!;

/** Accepts `ann`, `@ann` and `ann@host` in any case, with or without the local host. */
export async function findAccountByHandle(handle: string, on: Executor = db): Promise<Account | null> {
  // PostgreSQL refuses it in a text.
  if (handle.includes('\0')) return null;
  return first(await selectAccountByHandle(on, normaliseHandle(handle)));
}

export async function findAccountByIri(iri: string, on: Executor = db): Promise<Account | null> {
  const normal = normalIri(iri);
  return on === db ? findBatchedByIri(normal) : first(await selectAccountByIri(on, normal));
}

/** Receiving and delivering look up many accounts at a time, so concurrent reads share one query. */
const findBatched = batched(async (ids: number[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccounts(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id) ?? null);
});

const findBatchedByIri = batched(async (iris: string[]): Promise<(Account | null)[]> => {
  const rows = new Map((await selectAccountsByIri(db, iris)).map((row) => [row.iri, row]));
  return iris.map((iri) => rows.get(iri) ?? null);
});

/**
 * A host that is written in Unicode becomes what DNS knows it by. A dot at its end ends a sentence. An address may begin
 * as a URI (RFC 7565), or with the sign that Lemmy writes before a group.
 */
export function normaliseHandle(handle: string): string {
  const written = handle.replaceAll('＠', '@').replace(/^(?:acct:(?:\/\/)?)?[@!]?/i, '');
  const text = written.normalize('NFC').toLowerCase();
  const at = text.indexOf('@');
  const host = at < 0 ? '' : text.slice(at + 1).replace(/\.$/, '');
  const ascii = /\P{ASCII}/u.test(host) ? domainToASCII(host) || host : host;
  const lower = at < 0 ? text : `${text.slice(0, at)}@${ascii}`;
  const localSuffix = `@${config.host}`;
  return lower.endsWith(localSuffix) ? lower.slice(0, -localSuffix.length) : lower;
}

const first = (rows: Account[]) => rows[0] ?? null;

// Loads the author of a new post: an existing account that has not moved away

/** Throws not_found, and forbidden for a local account that has moved to another server. */
export async function getAuthor(accountId: number, on: Executor): Promise<Account> {
  const account = await getAccount(accountId, on);
  await refuseMoved(account, on);
  return account;
}

/** The same, with the id of the new item. */
export async function getAuthorOfNew(accountId: number, on: Executor): Promise<{ author: Account; id: number }> {
  const [row] = await selectAuthorOfNew(on, accountId);
  if (!row) throw notFound();
  const { item_id: id, ...author } = row;
  if (author.deletedAt) throw notFound();
  await refuseMoved(author, on);
  return { author, id };
}

async function refuseMoved(account: Account, on: Executor): Promise<void> {
  if (!isLocal(account) || account.movedToId === null) return;
  const target = await findAccount(account.movedToId, on);
  throw new DomainError('forbidden', t('errors.account-moved', { iri: target?.iri ?? '' }));
}

// Loads account cards with Prisma, for lists that are read too seldom to need prepared SQL

export const accountCardSelect = {
  id: true,
  /** `ann` for local, `ann@host` for remote accounts; null until WebFinger and the actor agree. */
  handle: true,
  username: true,
  /** Empty for local accounts. */
  host: true,
  iri: true,
  url: true,
  state: true,
  name: true,
  summary: true,
  summaryHtml: true,
  avatarKey: true,
  avatarUrl: true,
  avatarDescription: true,
  avatarBlurhash: true,
  followersCount: true,
  followingCount: true,
} as const satisfies Prisma.AccountSelect;

export const toAccountCard = (row: Prisma.AccountGetPayload<{ select: typeof accountCardSelect }>): AccountCard => ({
  ...row,
  id: Number(row.id),
});

// Checks whether a viewer may see an account and its lists

/**
 * Throws not_found if the account is missing, or suspended and not the viewer's own, or if a block exists between it
 * and the viewer.
 */
export async function checkAccountVisible(accountId: number, viewer: Viewer): Promise<void> {
  const account = await getAccount(accountId);
  if (account.suspendedAt && accountId !== viewer.accountId) throw notFound();
  await checkNotBlocked(account, viewer);
}

/** Throws not_found like `checkAccountVisible`, and gone for a deleted account. */
export async function getVisibleAccount(handle: string, viewer: Viewer): Promise<Account> {
  const account = await findAccountByHandle(handle);
  if (!account || account.state === 'unknown' || account.suspendedAt) throw notFound();
  if (account.deletedAt) throw new DomainError('gone', t('errors.gone'));
  await checkNotBlocked(account, viewer);
  return account;
}

async function checkNotBlocked({ id }: Account, { accountId }: Viewer): Promise<void> {
  if (accountId === null) return;
  if ((await selectBlock(db, accountId, id)).length > 0) throw notFound();
}

// Stores the language and the time zone in which a member reads

/** Null follows the browser. */
export async function updateLanguage(
  accountId: number,
  { language, timeZone }: { language: string | null; timeZone: string | null },
): Promise<void> {
  await prisma().member.update({ where: { accountId }, data: { language, timeZone } });
}

/** Null leaves recipes as they are written. */
export async function updateUnits(accountId: number, units: MeasurementSystem | null): Promise<void> {
  await prisma().member.update({ where: { accountId }, data: { units } });
}

/** For jobs: everything that `write` and what it awaits write is for the member. */
export async function writeForMember<Result>(accountId: number, write: () => Promise<Result>): Promise<Result> {
  const select = { language: true, timeZone: true };
  const member = await prisma().member.findUnique({ where: { accountId }, select });
  return writeFor(readerWith(member ?? {}), write);
}
