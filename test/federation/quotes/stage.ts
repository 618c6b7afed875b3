/** Ann here and Bob elsewhere, who quote each other. */
import { beforeEach, expect } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { follow } from '../../../src/domain/interactions/follow.ts';
import { as, theApp } from '../../support/as.ts';
import { bob, newName, remote, useBob } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { known, outcomeOf, tellFrom, useReceiver } from '../../support/receiver.ts';
import type { Json, PeerActor } from '../../support/remote-server.ts';

export let ann: Account;

export function useQuotes(): void {
  useReceiver();
  useBob();
  beforeEach(async () => {
    ann = await register({ username: newName('ann') });
  });
}

export const tell = (type: string, object: unknown, changes: Json = {}, actor: PeerActor = bob) =>
  tellFrom(remote, type, actor, object, changes);

/** Returns what became of the activity. */
export const outcome = async (type: string, object: unknown, changes: Json = {}, actor: PeerActor = bob) =>
  outcomeOf(await tell(type, object, changes, actor));

export const post = async (author: Account, changes: Json = {}) => {
  const { status, body } = await as(author).post('/statuses', { content: 'Soup is ready', ...changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

/** A quote by Bob, whose `updated` rises. */
export const quoting = (uri: string, changes: Json = {}) => remote.note(bob, { quote: uri, ...changes });

/** Returns and forgets what the remote server has received. */
export function received(server = remote): Json[] {
  return server.inbox.splice(0);
}

/** A GET by another server. */
export const fetched = async (iri: string) => {
  const response = await theApp().request(iri, { headers: { accept: 'application/activity+json' } });
  return { status: response.status, body: (await response.json()) as Json };
};

/** The account follows an actor elsewhere, who accepts. */
export async function followAs(account: Account, actor: PeerActor, server = remote): Promise<void> {
  await tellFrom(server, 'Follow', actor, account.iri);
  await follow(account.id, (await known(actor)).id);
  await drain();
  const request = received(server).find(({ type }) => type === 'Follow')!;
  await tellFrom(server, 'Accept', actor, request.id);
  received(server);
}

/** The status at `iri`, as the account reads it. */
export async function seen(account: Account, iri: unknown) {
  const found = await as(account).get(`/search?q=${encodeURIComponent(String(iri))}`);
  return found.body.statuses[0];
}
