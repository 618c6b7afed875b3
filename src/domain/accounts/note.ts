/** Accounts of other servers that somebody here named: a row at once, its profile as soon as it is fetched. */
import { isUniqueViolation } from '../../db/errors.ts';
import { selectIsBlocked } from '../../db/sql/blocked-hosts.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { isOurs, originOf } from '../../lib/iris.ts';
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
 * The account of an address or IRI on another server, as far as it is known; what is unknown or older than a day is
 * being fetched from now on. Throws not_found for names of ours and while nothing may be fetched.
 */
export async function noteAccount(who: Naming): Promise<Account> {
  try {
    return await note(who);
  } catch (error) {
    // Two who name an account for the first time at once get the row of the first.
    if (isUniqueViolation(error)) return note(who);
    throw error;
  }
}

type Naming = { handle: string } | { iri: string };

function note(who: Naming): Promise<Account> {
  return transactWithPrisma(async (tx) => {
    const existing =
      'iri' in who ? await findAccountByIri(who.iri, tx) : await findAccountByHandle(who.handle, tx);
    const account = existing ?? (await createUnknown(tx, who));
    if (account.suspendedAt) throw notFound();
    if (isLocal(account) || !config.federates) return account;

    const age = account.fetchedAt ? Date.now() - account.fetchedAt.getTime() : Number.POSITIVE_INFINITY;
    const resting = account.nextFetchAt !== null && account.nextFetchAt.getTime() > Date.now();
    if (resting) return account;
    if (age > refreshAfterMs) await enqueue(tx, jobs.loadAccount, { accountId: account.id });
    // A stranger who sent something was stored without its items.
    else if (account.state === 'loading') await enqueue(tx, jobs.readOutbox, { accountId: account.id });
    return account;
  });
}

async function createUnknown(tx: PrismaTx, who: Naming): Promise<Account> {
  if (!config.federates) throw notFound();
  const data = 'iri' in who ? fromIri(who.iri) : fromHandle(who.handle);
  const [named] = await selectIsBlocked(tx, data.host);
  if (named?.blocked) throw notFound();
  const { id } = await tx.prisma.account.create({ data, select: { id: true } });
  return getAccount(Number(id), tx);
}

function fromIri(iri: string) {
  const origin = originOf(iri);
  if (origin === null || isOurs(iri)) throw notFound();
  return { iri, host: new URL(origin).host };
}

function fromHandle(address: string) {
  const handle = normaliseHandle(address);
  const [username, host, ...rest] = handle.split('@');
  if (!username || !host || rest.length > 0 || !isHost(host)) throw notFound();
  return { handle, username, host };
}

const isHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host;
