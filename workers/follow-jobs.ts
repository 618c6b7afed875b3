/** Jobs that follow, move and compare followers across servers. */
import { type Account, findAccount, findAccountByIri, isLocal } from '../src/domain/accounts/account.ts';
import { lookUpAccount, upsertRemoteAccount } from '../src/domain/accounts/remote.ts';
import { hideBoosts } from '../src/domain/interactions/block.ts';
import { follow, membersFollowing, repairFollowers } from '../src/domain/interactions/follow.ts';
import { moveFollowers as move } from '../src/domain/migration/move.ts';
import { readLocalFollowers } from '../src/federation/resolve/collections.ts';
import { budgetOf, type FetchBudget, failureOf, newBudget } from '../src/federation/resolve/fetch.ts';
import { loadActor } from '../src/federation/resolve/resolve-actor.ts';
import { jobs, type Payload } from '../src/jobs/catalogue.ts';
import { ignoreRefusal } from '../src/lib/errors.ts';
import { isLocalIri } from '../src/lib/iris.ts';
import { fetchJob, retryLater } from './fetch-jobs.ts';
import type { Handlers } from './handler.ts';

// Follows `name@host` once that account is known

const followAddress: Handlers['follow-address'] = async (payload) => {
  const follower = await findAccount(payload.accountId);
  if (!follower || follower.deletedAt || follower.suspendedAt) return 'done';
  // The account does not exist, a block exists, or it is the follower itself.
  await followNamed(follower, payload).catch(ignoreRefusal);
  return 'done';
};

async function followNamed({ id }: Account, payload: Payload<typeof jobs.followAddress>): Promise<void> {
  const account = await lookUpAccount(payload.address);
  if (account.host !== '' && account.state === 'unknown') return retryLater(jobs.followAddress, payload);
  await follow(id, account.id);
  if (payload.hidesBoosts) await hideBoosts(id, account.id);
}

// Moves the local followers of an account to its new account, if that one lists the old one as an alias

type MovePayload = Parameters<Handlers['move-followers']>[0];

const moveFollowers: Handlers['move-followers'] = async (payload) => {
  const account = await findAccount(payload.accountId);
  if (!account?.iri || account.deletedAt || account.suspendedAt) return 'done';
  if (!isLocalIri(payload.targetIri)) {
    const again = () => retryLater(jobs.moveFollowers, payload);
    return fetchJob(payload.targetIri, () => moveToRemote(payload, account), { unreachable: again });
  }

  const target = await findAccountByIri(payload.targetIri);
  if (target && isLocal(target) && hasAlias(target, account) && !target.deletedAt)
    await move(account, target, moveIdOf(payload));
  return 'done';
};

/** Each Move has its own fetch budget. Jobs of an earlier version have none. */
const moveIdOf = ({ fetchBudgetId, targetIri }: MovePayload): string => fetchBudgetId ?? targetIri;

async function moveToRemote(payload: MovePayload, account: Account): Promise<void> {
  const budget = budgetOf(payload.fetchBudgetId);
  const profile = await loadActor(payload.targetIri, budget);
  const isConfirmed = !payload.isPull || (await confirmsMove(account, profile.iri, budget));
  if (isConfirmed && hasAlias(profile, account) && profile.iri !== account.iri) {
    const target = await upsertRemoteAccount(profile, { fetchBudgetId: payload.fetchBudgetId });
    await move(account, target, moveIdOf(payload));
  }
}

/**
 * Whether the old account says that it moved to the target. Its `alsoKnownAs` is not enough, because an account also
 * lists those that may move to it. Only for an account that is gone (410) does the last known list decide.
 */
async function confirmsMove(account: Account, targetIri: string, budget: FetchBudget): Promise<boolean> {
  try {
    return (await loadActor(account.iri!, budget)).movedToIri === targetIri;
  } catch (error) {
    if (failureOf(error) !== 'gone') throw error;
    return account.alsoKnownAs.includes(targetIri);
  }
}

const hasAlias = ({ alsoKnownAs }: { alsoKnownAs: string[] }, { iri }: Account) => alsoKnownAs.includes(iri!);

// Fetches the local followers of a remote account from its server and repairs differences (FEP-8fcf)

/** Failures are final: the next activity carries the digest again. */
const synchroniseFollowers: Handlers['synchronise-followers'] = async ({ accountId, url }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || account.deletedAt || account.suspendedAt) return 'done';
  return fetchJob(url, async () => {
    // The local list is read first, so that a follow made during the fetch does not count as missing.
    const localFollowers = await membersFollowing(accountId);
    await repairFollowers(accountId, localFollowers, await readLocalFollowers(url, newBudget()));
  });
};

export const followHandlers = {
  'follow-address': followAddress,
  'move-followers': moveFollowers,
  'synchronise-followers': synchroniseFollowers,
} satisfies Partial<Handlers>;
