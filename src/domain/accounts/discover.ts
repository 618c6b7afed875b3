/** Creates rows for remote accounts that somebody here named; a job fetches their profiles. */
import { isUniqueViolation } from '../../db/errors.ts';
import { selectIsBlocked } from '../../db/sql/moderation/blocked-hosts.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import {
  type Account,
  findAccountByHandle,
  findAccountByIri,
  getAccount,
  isLocal,
  normaliseHandle,
} from './account.ts';

const refreshAfterMs = 24 * 3_600_000;

/**
 * Finds or creates a remote account, and enqueues a fetch if its profile is missing or older than a day.
 * Throws not_found for local names and while federation is off.
 */
export async function discoverAccount(who: AccountName): Promise<Account> {
  try {
    return await findOrCreate(who);
  } catch (error) {
    // Of two concurrent first lookups, the second uses the row of the first.
    if (isUniqueViolation(error)) return findOrCreate(who);
    throw error;
  }
}

type AccountName = { handle: string } | { iri: string };

function findOrCreate(who: AccountName): Promise<Account> {
  return transactWithPrisma(async (tx) => {
    const existing =
      'iri' in who ? await findAccountByIri(who.iri, tx) : await findAccountByHandle(who.handle, tx);
    const account = existing ?? (await createUnknown(tx, who));
    if (account.suspendedAt) throw notFound();
    if (isLocal(account) || !config.federates) return account;

    const ageMs = account.fetchedAt ? Date.now() - account.fetchedAt.getTime() : Number.POSITIVE_INFINITY;
    const isBackingOff = account.nextFetchAt !== null && account.nextFetchAt.getTime() > Date.now();
    if (isBackingOff) return account;
    if (ageMs > refreshAfterMs) await enqueue(tx, jobs.loadAccount, { accountId: account.id });
    // Accounts that were stored because they sent an activity have no posts yet.
    else if (account.state === 'loading') await enqueue(tx, jobs.readOutbox, { accountId: account.id });
    return account;
  });
}

async function createUnknown(tx: PrismaTx, who: AccountName): Promise<Account> {
  if (!config.federates) throw notFound();
  const data = 'iri' in who ? fromIri(who.iri) : fromHandle(who.handle);
  const [host] = await selectIsBlocked(tx, data.host);
  if (host?.blocked) throw notFound();
  const { id } = await tx.prisma.account.create({ data, select: { id: true } });
  return getAccount(Number(id), tx);
}

function fromIri(iri: string) {
  const origin = originOf(iri);
  if (origin === null || isLocalIri(iri)) throw notFound();
  return { iri, host: new URL(origin).host };
}

function fromHandle(address: string) {
  const handle = normaliseHandle(address);
  const [username, host, ...rest] = handle.split('@');
  if (!username || !host || rest.length > 0 || !isHost(host)) throw notFound();
  return { handle, username, host };
}

const isHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host;
