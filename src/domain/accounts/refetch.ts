/** Refetches a remote account at once, for decisions that must not rest on a cached profile. */
import { setTimeout } from 'node:timers/promises';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { originOf } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, findAccountByIri, isLocal } from './account.ts';
import { discoverAccount } from './discover.ts';
import { findCurrent } from './first-fetch.ts';
import { lookUpAccount } from './lookup.ts';

const timeoutMs = 5_000;
const pollIntervalMs = 100;

/** Accepts `name`, `name@host` or an IRI. Throws validation_failed on `field`. */
export async function refetchAccount(name: string, field: string): Promise<Account> {
  const account = await find(name).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid(field, t('errors.not-an-account-address', { name })) : error;
  });
  if (isLocal(account)) return account;

  const previousFetch = account.fetchedAt?.getTime();
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: account.id }));
  for (const end = Date.now() + timeoutMs; Date.now() < end; await setTimeout(pollIntervalMs)) {
    const current = await findCurrent(account);
    if (!current || current.deletedAt) break;
    if (current.iri && current.fetchedAt && current.fetchedAt.getTime() !== previousFetch) return current;
  }
  throw invalid(field, t('errors.account-missing-or-unreachable', { name }));
}

async function find(name: string): Promise<Account> {
  if (originOf(name) === null) return lookUpAccount(name);
  return (await findAccountByIri(name)) ?? discoverAccount({ iri: name });
}
