/** Activities of Ann, and the remote inboxes that they are sent to. */
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { discoverAccount } from '../../../src/domain/accounts/discover.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { send } from '../../../src/federation/deliver/send.ts';
import { type Fact, fact } from '../../../src/jobs/fact.ts';
import type { RecipeDraft } from '../../../src/recipe-import/draft.ts';
import { useDatabase } from '../../support/database-connection.ts';
import { query, upsertAccount } from '../../support/deliveries.ts';
import { pizzaDough } from '../../support/recipes.ts';
import { remoteFollow } from '../../support/remote-source.ts';

export let ann: Account;

/** Connects the database. Each test gets a new Ann. */
export function useSender(): void {
  useDatabase();
  beforeEach(async () => {
    serial += 1;
    ann = await register({ username: `ann${serial}` });
    await query('DELETE FROM outbox');
  });
}

let serial = 0;

export const draft: RecipeDraft = { ...pizzaDough, name: 'Soup' };

export const remoteAccount = (name: string) => upsertAccount(name, `${name}${serial}.example`);

export const remoteFollower = async (name: string) => {
  const account = await remoteAccount(name);
  await remoteFollow(account.id, ann.id, `${account.iri}/follow`);
  return account;
};

/** Inserts a status of a remote account. */
export async function insertRemoteStatus({ id, iri }: Account): Promise<{ id: number }> {
  const [item] = await query<{ id: number }>(
    `INSERT INTO eventable (type, account_id, iri, content, content_html) VALUES ('status', $1, $2, 'hi', 'hi') RETURNING id`,
    [id, `${iri}/1`],
  );
  return item!;
}

export async function takeFacts(): Promise<Fact[]> {
  // In the order in which they were recorded, which is not the order of the rows on disk.
  const rows = await query<{ payload: unknown }>(
    `WITH taken AS (DELETE FROM outbox WHERE job = 'send-activity' RETURNING ctid AS place, due_at, payload)
     SELECT payload FROM taken ORDER BY due_at, place`,
  );
  return rows.flatMap(({ payload }) => [payload].flat()).map((payload) => fact.parse(payload));
}

/** Sends the facts recorded since the last call. Returns each activity with its inboxes. */
export async function sent(facts?: Fact[]) {
  const activities = [];
  for (const each of facts ?? (await takeFacts())) {
    await send(each);
    const [stored] = await query<{ id: number; body: string; public: boolean }>(
      'SELECT id, body, public FROM activity ORDER BY id DESC LIMIT 1',
    );
    const deliveries = await query<{ inbox: string }>(
      'SELECT inbox FROM delivery WHERE activity_id = $1 ORDER BY inbox',
      [stored!.id],
    );
    activities.push({ ...JSON.parse(stored!.body), inboxes: deliveries.map(({ inbox }) => inbox) });
  }
  return activities;
}

export const updateOf = (account: Account): Fact => ({
  fact: 'account.updated',
  id: randomUUID(),
  accountId: account.id,
});

/** Starts the discovery of Nora, of whom only the handle is known. */
export const discoverNora = (): Promise<Account> => discoverAccount({ handle: `nora@nora${serial}.example` });
