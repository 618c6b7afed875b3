/** An account as its own server shows it at this moment, for decisions that must not rest on what was once seen. */
import { setTimeout } from 'node:timers/promises';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { originOf } from '../../lib/iris.ts';
import { type Account, findAccountByIri, getAccount, isLocal } from './account.ts';
import { lookUpAccount } from './look-up.ts';
import { noteAccount } from './note.ts';

const patienceMs = 5_000;
const pauseMs = 100;

/** Takes `name`, `name@host` or an IRI. Throws validation_failed on `field`. */
export async function fetchNow(name: string, field: string): Promise<Account> {
  const account = await find(name).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid(field, `${name} is not the address of an account`) : error;
  });
  if (isLocal(account)) return account;

  const before = account.fetchedAt?.getTime();
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: account.id }));
  for (const end = Date.now() + patienceMs; Date.now() < end; await setTimeout(pauseMs)) {
    const seen = await getAccount(account.id).catch(() => null);
    if (!seen) break;
    if (seen.iri && seen.fetchedAt && seen.fetchedAt.getTime() !== before) return seen;
  }
  throw invalid(field, `${name} cannot be reached now, or is not there`);
}

async function find(name: string): Promise<Account> {
  if (originOf(name) === null) return lookUpAccount(name);
  return (await findAccountByIri(name)) ?? noteAccount({ iri: name });
}
