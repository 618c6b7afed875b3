/** Tells one account what another asks of it, or answers. */
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import type { JsonObject } from '../json.ts';
import type { Composed, Happened } from './outgoing.ts';

/** An account whose profile could not be fetched this often is not waited for. */
const enoughFailures = 3;

export async function composeBetweenTwo(
  { accountId, targetId, followIri }: Happened<'Follow' | 'Accept'>,
  build: (author: Account, targetIri: string) => JsonObject,
): Promise<Composed> {
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target) return null;
  if (target.iri === null) return target.fetchFailures < enoughFailures ? 'unnamed' : null;
  return {
    author,
    json: build(author, target.iri),
    objectIri: followIri,
    isPublic: false,
    recipients: { toFollowers: false, addressedIds: [target.id], formerly: null, personally: true },
  };
}
