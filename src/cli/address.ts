/** Accounts as an operator names them: `name`, `name@host` or the IRI of an actor. */
import { type Account, findAccountByIri } from '../domain/accounts/account.ts';
import { lookUpAccount } from '../domain/accounts/look-up.ts';
import { noteAccount } from '../domain/accounts/note.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { originOf } from '../lib/iris.ts';

/** As far as it is known; a stranger is being fetched from now on. Throws not_found with a line that says why. */
export async function findAddress(address: string): Promise<Account> {
  try {
    if (originOf(address) === null) return await lookUpAccount(address);
    return (await findAccountByIri(address)) ?? (await noteAccount({ iri: address }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw new DomainError('not_found', whyNot(address));
  }
}

function whyNot(address: string): string {
  const isElsewhere = originOf(address) !== null || /.@./.test(address);
  return isElsewhere && !config.federates
    ? `${address} cannot be looked up: nothing is fetched from other servers while BASE_URL is ${config.baseUrl}`
    : `there is no account ${address}`;
}
