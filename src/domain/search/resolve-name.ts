/** Resolves an address or URL to an account, item or collection, here or on another server. */
import { setTimeout } from 'node:timers/promises';
import { nest } from '../../db/nest-columns.ts';
import { selectIsFirstAttempt } from '../../db/sql/jobs.ts';
import { selectAccountNamed, selectEventableIdByUrl } from '../../db/sql/search.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { type Account, type AccountCard, normaliseHandle } from '../accounts/account.ts';
import { findCurrent, isFetching } from '../accounts/first-fetch.ts';
import { lookUpAccount } from '../accounts/lookup.ts';
import { findRecentLookUp } from '../accounts/recent-look-up.ts';
import { viewerOf } from '../accounts/viewer.ts';
import { type Collection, findCollectionAt } from '../collections/collections.ts';

/** How long a search waits for another server; a later result is found by the next search. */
const timeoutMs = 3_000;
const pollIntervalMs = 150;

const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
const isAddress = (text: string) => /^(?:@[^\s@]+|@?[^\s@]+@[^\s@]+)$/.test(text);

export const isName = (text: string): boolean => isUrl(text) || isAddress(text);

export interface NameMatch {
  account: AccountCard | null;
  itemId: number | null;
  collection?: Collection | null;
}

const noMatch: NameMatch = { account: null, itemId: null };

/** Requires a text that `isName` accepts. With `resolve`, an unknown name is fetched from its server. */
export async function resolveName(
  viewerId: number,
  text: string,
  { resolve }: { resolve: boolean },
): Promise<NameMatch> {
  const find = () => (isUrl(text) ? findByUrl(viewerId, text) : findByAddress(viewerId, text));
  const known = await find();
  if (!resolve || isComplete(known)) return known ?? noMatch;
  const fetching = await startFetch(text);
  if (!fetching) return known ?? noMatch;

  let found = known;
  let isPending = true;
  for (const end = Date.now() + timeoutMs; isPending && !isComplete(found) && Date.now() < end; ) {
    await setTimeout(pollIntervalMs);
    isPending = await fetching.isPending();
    found = await find();
  }
  return found ?? noMatch;
}

const isComplete = (match: NameMatch | null) => match !== null && match.account?.state !== 'unknown';

async function findByUrl(viewerId: number, url: string): Promise<NameMatch | null> {
  const [item] = await selectEventableIdByUrl(db, viewerId, null, url);
  if (item) return { account: null, itemId: item.id };
  const collection = await findCollectionAt(url, viewerOf(viewerId));
  if (collection) return { account: null, itemId: null, collection };
  return toMatch(await selectAccountNamed(db, viewerId, null, url));
}

async function findByAddress(viewerId: number, address: string): Promise<NameMatch | null> {
  const handle = normaliseHandle(address);
  const known = toMatch(await selectAccountNamed(db, viewerId, handle, null));
  const other = known ? null : await findRecentLookUp(handle);
  if (other === null || other === 'missing') return known;
  return toMatch(await selectAccountNamed(db, viewerId, other.handle, other.iri));
}

function toMatch(rows: Record<string, unknown>[]): NameMatch | null {
  const [account] = nest<AccountCard>(rows);
  return account ? { account, itemId: null } : null;
}

/** Enqueues a fetch. Returns null when no other server can know the name. */
async function startFetch(text: string): Promise<{ isPending(): Promise<boolean> } | null> {
  if (!config.federates) return null;
  if (!isUrl(text)) return lookUpAccount(text).then(fetchOf, ignoreMissing);
  if (isLocalIri(text) || originOf(text) === null) return null;
  const id = await transact((tx) => enqueue(tx, jobs.loadObject, { iri: text }));
  return { isPending: async () => (await selectIsFirstAttempt(db, id)).length > 0 };
}

const fetchOf = (account: Account) => ({
  isPending: async () => isFetching(await findCurrent(account), account),
});

function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}
