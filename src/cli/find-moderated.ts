/** Finds the account that a moderation command names: a member, or a known account on another server. */
import { findAccountByHandle } from '../domain/accounts/account.ts';
import { DomainError } from '../lib/errors.ts';

/** Accepts `name` and `name@host`. Throws not_found. */
export async function findModerated(name: string): Promise<{ id: number; name: string }> {
  const account = await findAccountByHandle(name);
  if (!account || account.deletedAt || account.actorType === 'Application')
    throw new DomainError('not_found', `there is no account ${name} on this server`);
  return { id: account.id, name: account.handle ?? account.username };
}
