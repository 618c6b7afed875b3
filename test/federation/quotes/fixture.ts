/** A local Ann and a remote Bob, who quote each other. */
import { beforeEach, expect } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { as, testApp } from '../../support/as.ts';
import { bob, remote, uniqueName, useBob } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { deliverFrom, outcomeOf, storedAccount, useReceiver } from '../../support/receiver.ts';
import type { Json, PeerActor } from '../../support/remote-server.ts';

export let ann: Account;

export function useQuotes(): void {
  useReceiver();
  useBob();
  beforeEach(async () => {
    ann = await register({ username: uniqueName('ann') });
  });
}

export const deliver = (type: string, object: unknown, changes: Json = {}, actor: PeerActor = bob) =>
  deliverFrom(remote, type, actor, object, changes);

/** Delivers an activity and returns its outcome. */
export const deliverAndGetOutcome = async (type: string, object: unknown, changes: Json = {}, actor: PeerActor = bob) =>
  outcomeOf(await deliver(type, object, changes, actor));

export const post = async (author: Account, changes: Json = {}) => {
  const { status, body } = await as(author).post('/statuses', { content: 'Soup is ready', ...changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

/** Returns a post by Bob that quotes the item. */
export const quoting = (uri: string, changes: Json = {}) => remote.note(bob, { quote: uri, ...changes });

/** Returns what the remote server received since the last call. */
export function received(server = remote): Json[] {
  return server.inbox.splice(0);
}

/** Fetches an object as another server does. */
export const fetched = async (iri: string) => {
  const response = await testApp().request(iri, { headers: { accept: 'application/activity+json' } });
  return { status: response.status, body: (await response.json()) as Json };
};

/** Lets a local account follow a remote actor, who accepts. */
export async function followAs(account: Account, actor: PeerActor, server = remote): Promise<void> {
  await deliverFrom(server, 'Follow', actor, account.iri);
  await follow(account.id, (await storedAccount(actor)).id);
  await drain();
  const request = received(server).find(({ type }) => type === 'Follow')!;
  await deliverFrom(server, 'Accept', actor, request.id);
  received(server);
}

/** The status at `iri`, as the account reads it. */
export async function statusSeenBy(account: Account, iri: unknown) {
  const found = await as(account).get(`/search?q=${encodeURIComponent(String(iri))}`);
  return found.body.statuses[0];
}
