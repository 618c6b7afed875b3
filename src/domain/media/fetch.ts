/** Fetches remote pictures on first view, each once for all its viewers. */
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { waitUntilProcessed } from './wait-until-processed.ts';

/** The longest wait for a remote picture. */
const fetchTimeoutMs = 4_000;
/** Anybody can ask for pictures that are not cached, so the number of them that are awaited is limited. */
const maxFetching = 50;
const fetching = new Map<number, Promise<boolean>>();

/** Returns false if the picture did not become ready within four seconds. Throws unavailable beyond 50 pictures. */
export function fetchMedium(id: number): Promise<boolean> {
  const current = fetching.get(id);
  if (current) return current;
  if (fetching.size >= maxFetching)
    throw new DomainError('unavailable', t('errors.too-many-pictures-being-fetched'));

  const fetched = enqueueAndWait(id).finally(() => fetching.delete(id));
  fetching.set(id, fetched);
  return fetched;
}

async function enqueueAndWait(mediumId: number): Promise<boolean> {
  await transact((tx) => enqueue(tx, jobs.fetchMedium, { mediumId }));
  return (await waitUntilProcessed(mediumId, fetchTimeoutMs)) === 'ready';
}
