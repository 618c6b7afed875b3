/** Finds accounts that the operator names by `name`, `name@host` or the IRI of an actor. */
import { type Account, findAccountByIri } from '../domain/accounts/account.ts';
import { discoverAccount } from '../domain/accounts/discover.ts';
import { lookUpAccount, waitForFirstFetch } from '../domain/accounts/remote.ts';
import { config } from '../lib/config.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import { originOf } from '../lib/iris.ts';

/**
 * Waits until a worker of the running server has fetched the account. An account that could not be fetched in time is returned
 * in state `unknown`. Throws not_found with the reason.
 */
export async function findAddress(address: string, timeoutMs = 3_000): Promise<Account> {
  try {
    const found = await waitForFirstFetch(await find(address), timeoutMs);
    if (!found) throw notFound();
    return found;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw new DomainError('not_found', reasonFor(address));
  }
}

async function find(address: string): Promise<Account> {
  if (originOf(address) === null) return lookUpAccount(address);
  return (await findAccountByIri(address)) ?? discoverAccount({ iri: address });
}

function reasonFor(address: string): string {
  const isRemote = originOf(address) !== null || /.@./.test(address);
  return isRemote && !config.federates
    ? `${address} cannot be looked up: federation is off while BASE_URL is ${config.baseUrl}`
    : `there is no account ${address}`;
}
