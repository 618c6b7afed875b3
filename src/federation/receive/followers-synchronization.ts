/** Compares our follows of a remote account with the `Collection-Synchronization` header it sends (FEP-8fcf). */

import { LRUCache } from 'lru-cache';
import { transact } from '../../db/transaction.ts';
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { followerDigests } from '../../domain/interactions/follow.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { originOf } from '../../lib/iris.ts';
import { log } from '../../lib/log.ts';
import { iriOf } from '../json-ld/json.ts';

const maxHeaderLength = 4_000;
/** An unchanged header is compared once a minute, and an account is synchronised once in 5 minutes. */
const comparedHeaders = new LRUCache<string, true>({ max: 5_000, ttl: 60_000 });
const synchronisedAccounts = new LRUCache<number, true>({ max: 5_000, ttl: 5 * 60_000 });

/** Enqueues a synchronisation when the digests differ. The actor must be verified. Never throws. */
export async function compareFollowers(actorIri: string, headers: Headers): Promise<void> {
  const header = headers.get('collection-synchronization');
  if (!header || header.length > maxHeaderLength || comparedHeaders.get(`${actorIri} ${header}`)) return;
  comparedHeaders.set(`${actorIri} ${header}`, true);
  await compare(actorIri, header).catch((error: Error) =>
    log.warn({ actor: actorIri, error: error.message }, 'comparing followers failed'),
  );
}

async function compare(actorIri: string, header: string): Promise<void> {
  const url = iriOf(paramOf(header, 'url'));
  const account = await findAccountByIri(actorIri);
  if (!account?.followersIri || paramOf(header, 'collectionId') !== account.followersIri) return;
  if (!url || originOf(url) !== originOf(actorIri) || synchronisedAccounts.get(account.id)) return;
  if ((await followerDigests(account.id))('') === paramOf(header, 'digest')?.toLowerCase()) return;

  synchronisedAccounts.set(account.id, true);
  await transact((tx) => enqueue(tx, jobs.synchroniseFollowers, { accountId: account.id, url }));
}

const paramOf = (header: string, name: string): string | null =>
  new RegExp(`(?:^|[,\\s])${name}="([^"]*)"`).exec(header)?.[1] ?? null;

export function clearFollowersSynchronization(): void {
  comparedHeaders.clear();
  synchronisedAccounts.clear();
}
