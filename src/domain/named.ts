/** What an address or URL names, here or on another server. */
import { setTimeout } from 'node:timers/promises';
import { nest } from '../db/nest.ts';
import { selectIsUnderWay } from '../db/sql/outbox.ts';
import { selectAccountNamed, selectEventableIdByUrl } from '../db/sql/search.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { isOurs, originOf } from '../lib/iris.ts';
import { type AccountCard, normaliseHandle } from './accounts/account.ts';
import { lookUpAccount } from './accounts/look-up.ts';

/** How long an answer waits for another server; what comes later is found by the next search. */
const patienceMs = 3_000;
const pauseMs = 150;

const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
const isAddress = (text: string) => /^(?:@[^\s@]+|@?[^\s@]+@[^\s@]+)$/.test(text);

export const isName = (text: string): boolean => isUrl(text) || isAddress(text);

export interface Named {
  account: AccountCard | null;
  itemId: number | null;
}

const nothing: Named = { account: null, itemId: null };

/** `text` is a name as `isName` says. */
export async function findNamed(
  viewerId: number,
  text: string,
  { resolve }: { resolve: boolean },
): Promise<Named> {
  const look = () => (isUrl(text) ? findByUrl(viewerId, text) : findByAddress(viewerId, text));
  const known = await look();
  if (!resolve || isComplete(known)) return known ?? nothing;
  const asked = await askFor(text);
  if (!asked) return known ?? nothing;

  let found = known;
  let waiting = true;
  for (const end = Date.now() + patienceMs; waiting && !isComplete(found) && Date.now() < end; ) {
    await setTimeout(pauseMs);
    waiting = await asked.isUnderWay();
    found = await look();
  }
  return found ?? nothing;
}

const isComplete = (named: Named | null) => named !== null && named.account?.state !== 'unknown';

async function findByUrl(viewerId: number, url: string): Promise<Named | null> {
  const [item] = await selectEventableIdByUrl(db, viewerId, null, url);
  if (item) return { account: null, itemId: item.id };
  return toNamed(await selectAccountNamed(db, viewerId, null, url));
}

async function findByAddress(viewerId: number, address: string): Promise<Named | null> {
  return toNamed(await selectAccountNamed(db, viewerId, normaliseHandle(address), null));
}

function toNamed(rows: Record<string, unknown>[]): Named | null {
  const [account] = nest<AccountCard>(rows);
  return account ? { account, itemId: null } : null;
}

/** Null when there is nobody to ask. */
async function askFor(text: string): Promise<{ isUnderWay(): Promise<boolean> } | null> {
  if (!config.federates) return null;
  if (!isUrl(text)) return lookUpAccount(text).then(() => ({ isUnderWay: async () => true }), ignoreMissing);
  if (isOurs(text) || originOf(text) === null) return null;
  const id = await transact((tx) => enqueue(tx, jobs.loadObject, { iri: text }));
  return { isUnderWay: async () => (await selectIsUnderWay(db, id)).length > 0 };
}

function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}
