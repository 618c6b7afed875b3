/** What arrives in the inbox of Ann, mostly from Bob, and what became of it. */
import { beforeEach, expect } from 'vitest';
import { pool } from '../../../src/db/client.ts';
import { type Account, anonymous } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow, getRelationships } from '../../../src/domain/interactions/follow.ts';
import { findEventableByIri } from '../../../src/domain/items/read.ts';
import { bob, remote, uniqueName, useBob } from '../../support/bob.ts';
import { enqueuedFollow, runFederationJobs } from '../../support/federation-jobs.ts';
import { publishStatus } from '../../support/own-status.ts';
import { outcomeOf, storedAccount, useReceiver } from '../../support/receiver.ts';
import type { Json } from '../../support/remote-server.ts';

export let ann: Account;

/** The gate, and before each test a new Ann here and a new Bob elsewhere. */
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
  await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, id]);
}

/** Sent, accepted and handled; answers what became of it. */
export async function deliver(activity: Json): Promise<string | null> {
  const response = await remote.send(activity);
  expect(response.status).toBe(202);
  await runFederationJobs();
  return outcomeOf(activity);
}

export const buildActivity = (type: string, object: unknown, changes: Json = {}, actor = bob) =>
  remote.activity(type, actor, object, changes);

/** Ann asks to follow Bob, who is known here by then; answers the follow's IRI too. */
export async function requestToFollowBob(): Promise<{ account: Account; followIri: string }> {
  await deliver(buildActivity('Follow', ann.iri));
  const account = await storedAccount(bob);
  await follow(ann.id, account.id);
  return { account, followIri: await enqueuedFollow() };
}

/** Makes bob known here, and followed by ann. */
export async function followBob(): Promise<Account> {
  const { account, followIri } = await requestToFollowBob();
  await deliver(buildActivity('Accept', followIri));
  return account;
}

export const find = (iri: unknown) => findEventableByIri(iri as string, anonymous);
export const relation = async (account: Account) => (await getRelationships(ann.id, [account.id]))[0]!;

export const statusOfAnn = (visibility?: 'public' | 'private') => publishStatus(ann, visibility);
