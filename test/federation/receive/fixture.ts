/** Follow requests of Bob to Ann at the inbox receiver, and their outcomes. */
import { beforeAll } from 'vitest';
import { pool } from '../../../src/db/client.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { bob, remote, useBob } from '../../support/bob.ts';
import { useReceiver } from '../../support/receiver.ts';
import type { Json } from '../../support/remote-server.ts';

export let ann: Account;

/** Starts the inbox receiver and registers Ann. Each test gets a new Bob. */
export function useInboxOfAnn(): void {
  useReceiver();
  useBob();
  beforeAll(async () => {
    ann = await register({ username: 'ann' });
  });
}

export const follow = (changes: Json = {}) => remote.activity('Follow', bob, ann.iri, changes);

export async function storedActivities(host = remote.host): Promise<{ activity_iri: string; body: string }[]> {
  const actors = `https://${host}/%`;
  return (await pool().query('SELECT activity_iri, body FROM inbound WHERE actor_iri LIKE $1', [actors])).rows;
}

export async function statusAndError(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as { error: string };
  return [response.status, error];
}
