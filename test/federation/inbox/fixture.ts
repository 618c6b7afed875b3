/** Activities for the inbox of Ann, mostly from Bob, and their outcomes. */
import { beforeEach, expect } from 'vitest';
import { type Account, anonymous } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow, getRelationships } from '../../../src/domain/interactions/follow.ts';
import { findEventableByIri } from '../../../src/domain/items/read.ts';
import { bob, remote, uniqueName, useBob } from '../../support/bob.ts';
import { enqueuedFollow, runFederationJobs } from '../../support/federation-jobs.ts';
import { publishStatus } from '../../support/own-status.ts';
import { outcomeOf, storedAccount, useReceiver } from '../../support/receiver.ts';
import { insertBlock } from '../../support/relations.ts';
import type { Json, SendOptions } from '../../support/remote-server.ts';

export let ann: Account;

/** Starts the inbox receiver. Each test gets a new local Ann and a new remote Bob. */
export function useInbox(): void {
  useReceiver();
  useBob();
  beforeEach(async () => {
    ann = await register({ username: uniqueName('ann') });
  });
}

/** Ann blocks Bob. */
export async function blockBob(): Promise<void> {
  const { id } = await storedAccount(bob);
  await insertBlock(ann.id, id);
}

/** Sends an activity, expects 202 and runs its jobs. Returns the outcome. */
export async function deliver(activity: Json, options: SendOptions = {}): Promise<string | null> {
  const response = await remote.send(activity, options);
  expect(response.status).toBe(202);
  await runFederationJobs();
  return outcomeOf(activity);
}

export const buildActivity = (type: string, object: unknown, changes: Json = {}, actor = bob) =>
  remote.activity(type, actor, object, changes);

/** Makes Bob known and lets Ann request to follow him. Returns his account and the IRI of the Follow. */
export async function requestToFollowBob(): Promise<{ account: Account; followIri: string }> {
  await deliver(buildActivity('Follow', ann.iri));
  const account = await storedAccount(bob);
  await follow(ann.id, account.id);
  return { account, followIri: await enqueuedFollow() };
}

/** Makes Bob known and lets Ann follow him. */
export async function followBob(): Promise<Account> {
  const { account, followIri } = await requestToFollowBob();
  await deliver(buildActivity('Accept', followIri));
  return account;
}

export const find = (iri: unknown) => findEventableByIri(iri as string, anonymous);
export const relation = async (account: Account) => (await getRelationships(ann.id, [account.id]))[0]!;

export const statusOfAnn = (visibility?: 'public' | 'private') => publishStatus(ann, visibility);
