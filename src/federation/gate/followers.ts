/** Hears from other servers which of our members they take for followers of theirs (FEP-8fcf). */
import { transact } from '../../db/transaction.ts';
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { followerDigests } from '../../domain/follower-digests.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { originOf } from '../../lib/iris.ts';
import { log } from '../../lib/log.ts';
import { iriOf } from '../json.ts';

const maxLength = 4_000;
/** What was said once is not looked at again for a while, and an account's followers are not asked for all the time. */
const said = expiringMap<string, true>({ max: 5_000, ttl: 60_000 });
const asked = expiringMap<number, true>({ max: 5_000, ttl: 5 * 60_000 });

/** Of an actor whose signature was believed. Where it differs from what we know, a job asks for the whole; never throws. */
export async function hearFollowers(actorIri: string, headers: Headers): Promise<void> {
  const header = headers.get('collection-synchronization');
  if (!header || header.length > maxLength || said.get(`${actorIri} ${header}`)) return;
  said.set(`${actorIri} ${header}`, true);
  await compare(actorIri, header).catch((error: Error) =>
    log.warn({ actor: actorIri, error: error.message }, 'followers could not be compared'),
  );
}

async function compare(actorIri: string, header: string): Promise<void> {
  const url = iriOf(partOf(header, 'url'));
  const account = await findAccountByIri(actorIri);
  if (!account?.followersIri || partOf(header, 'collectionId') !== account.followersIri) return;
  if (!url || originOf(url) !== originOf(actorIri) || asked.get(account.id)) return;
  if ((await followerDigests(account.id))('') === partOf(header, 'digest')?.toLowerCase()) return;

  asked.set(account.id, true);
  await transact((tx) => enqueue(tx, jobs.synchroniseFollowers, { accountId: account.id, url }));
}

const partOf = (header: string, name: string): string | null =>
  new RegExp(`(?:^|[,\\s])${name}="([^"]*)"`).exec(header)?.[1] ?? null;

export function forgetHeard(): void {
  said.clear();
  asked.clear();
}
