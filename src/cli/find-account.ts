/** Finds accounts that the operator names by `name`, `name@host` or the IRI of an actor. */
import { type Account, findAccountByIri } from '../domain/accounts/account.ts';
import { discoverAccount } from '../domain/accounts/discover.ts';
import { lookUpAccount } from '../domain/accounts/lookup.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { originOf } from '../lib/iris.ts';

/** An unknown remote account is returned in state `unknown` while a job fetches it. Throws not_found with the reason. */
export async function findAddress(address: string): Promise<Account> {
  try {
    if (originOf(address) === null) return await lookUpAccount(address);
    return (await findAccountByIri(address)) ?? (await discoverAccount({ iri: address }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw new DomainError('not_found', reasonFor(address));
  }
}

function reasonFor(address: string): string {
  const isRemote = originOf(address) !== null || /.@./.test(address);
  return isRemote && !config.federates
    ? `${address} cannot be looked up: federation is off while BASE_URL is ${config.baseUrl}`
    : `there is no account ${address}`;
}
