/** Finds accounts by name or address, here or on their servers. */
import { insertUnknownAccount, selectLookUp, storeLookUp } from '../../db/sql/accounts.ts';
import { selectIsBlocked } from '../../db/sql/domain-rules.ts';
import { db, type Executor, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { isLocalIri, normalIri, originOf } from '../../lib/iris.ts';
import {
  type Account,
  findAccount,
  findAccountByHandle,
  findAccountByIri,
  getAccount,
  isLocal,
  normaliseHandle,
} from './account.ts';

// Remembers for 15 minutes that a handle or IRI names no account, or an account that has another handle or IRI

const keyOf = (name: string) => JSON.stringify(['look-up', name]);

/** `name` is a handle or an IRI. A null `accountId` means that there is no such account. */
export async function rememberLookUp(on: Executor, name: string, accountId: number | null): Promise<void> {
  await storeLookUp(on, keyOf(name), toJson({ accountId }));
}

/** Returns `missing` if the last look-up found no such account, and null if nothing is remembered. */
export async function findRecentLookUp(name: string, on: Executor = db): Promise<Account | 'missing' | null> {
  const [lookUp] = await selectLookUp(on, keyOf(name));
  if (!lookUp) return null;
  return lookUp.account_id === null ? 'missing' : findAccount(lookUp.account_id, on);
}

const addressKey = (url: string) => JSON.stringify(['address', url]);

/** Remembers for 15 minutes that a URL, of a page or with a tracking query, leads to the document with this id. */
export async function rememberAddress(url: string, iri: string): Promise<void> {
  await storeLookUp(db, addressKey(url), toJson({ iri }));
}

export async function findIriAt(url: string): Promise<string | null> {
  return (await selectLookUp(db, addressKey(url)))[0]?.iri ?? null;
}

// Creates rows for remote accounts that somebody here named; a job fetches their profiles

const refreshAfterMs = 24 * 3_600_000;

type AccountName = { handle: string } | { iri: string };

/**
 * Finds or creates a remote account, and enqueues a fetch if its profile is missing or older than a day.
 * Throws not_found for local names, for accounts that a recent look-up did not find, and while federation is off.
 */
export const discoverAccount = (who: AccountName): Promise<Account> => transact((tx) => discover(tx, who));

/** The step of `discoverAccount`. */
export async function discover(tx: Tx, who: AccountName): Promise<Account> {
  const name = 'iri' in who ? fromIri(who.iri) : fromHandle(who.handle);
  const account = (await find(tx, name)) ?? (await createUnknown(tx, name));
  if (account.suspendedAt) throw notFound();
  if (isLocal(account) || !config.federates || isBackingOff(account)) return account;

  const ageMs = account.fetchedAt ? Date.now() - account.fetchedAt.getTime() : Number.POSITIVE_INFINITY;
  if (ageMs > refreshAfterMs) await enqueue(tx, jobs.loadAccount, { accountId: account.id });
  // Accounts that were stored because they sent an activity have no posts yet.
  else if (account.state === 'loading') await enqueue(tx, jobs.readOutbox, { accountId: account.id });
  return account;
}

/** Whether the last fetch failed and the next one is not due. */
export const isBackingOff = ({ nextFetchAt }: Account): boolean =>
  nextFetchAt !== null && nextFetchAt.getTime() > Date.now();

type ParsedName = ReturnType<typeof fromIri | typeof fromHandle>;

const find = (tx: Tx, { handle, iri }: ParsedName) =>
  iri === null ? findAccountByHandle(handle, tx) : findAccountByIri(iri, tx);

async function createUnknown(tx: Tx, name: ParsedName): Promise<Account> {
  if (!config.federates) throw notFound();
  const { handle, username, host, iri } = name;
  const [blocking] = await selectIsBlocked(tx, host);
  const recent = await findRecentLookUp(iri ?? handle, tx);
  if (blocking?.blocked || recent === 'missing') throw notFound();
  if (recent) return recent;

  const [created] = await insertUnknownAccount(tx, handle, username, host, iri);
  const account = created ? await getAccount(created.id, tx) : await find(tx, name);
  if (!account) throw notFound();
  return account;
}

function fromIri(iri: string) {
  const origin = originOf(iri);
  if (origin === null || isLocalIri(iri)) throw notFound();
  return { handle: null, username: '', host: new URL(origin).host, iri: normalIri(iri) };
}

/**
 * Of a remote account: letters of any script, and what Loops, Libervia and others allow. Latin letters do not stand
 * beside Cyrillic or Greek ones, which look the same.
 */
export const isUsername = (name: string): boolean =>
  /^[\p{L}\p{N}_~][\p{L}\p{M}\p{N}_~.-]{0,99}$/u.test(name) &&
  !(/\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name));

function fromHandle(address: string) {
  const handle = normaliseHandle(address);
  const [username = '', host = '', ...rest] = handle.split('@');
  if (!isUsername(username) || !isHost(host) || rest.length > 0) throw notFound();
  return { handle, username, host, iri: null };
}

/** Requires a dot or a port, because not every word is a server. */
function isHost(host: string): boolean {
  if (host.length > 255 || host === config.host || !/[.:]/.test(host)) return false;
  return URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host;
}
