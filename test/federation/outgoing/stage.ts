/** What Ann does here, and to which inboxes elsewhere it is sent. */
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { noteAccount } from '../../../src/domain/accounts/note.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import type { RecipeDraft } from '../../../src/domain/eventables/draft.ts';
import { follow } from '../../../src/domain/follows.ts';
import { send } from '../../../src/federation/send.ts';
import { type Happening, happening } from '../../../src/jobs/happening.ts';
import { useDatabase } from '../../support/database-connection.ts';
import { adopted, query } from '../../support/deliveries.ts';
import { pizzaDough } from '../../support/recipes.ts';

export let ann: Account;

/** The database, and a new Ann for each test. */
export function useSender(): void {
  useDatabase();
  beforeEach(async () => {
    cast += 1;
    ann = await register({ username: `ann${cast}` });
    await query('DELETE FROM outbox');
  });
}

let cast = 0;

export const draft: RecipeDraft = { ...pizzaDough, name: 'Soup' };

export const somebody = (name: string) => adopted(name, `${name}${cast}.example`);

export const fan = async (name: string) => {
  const account = await somebody(name);
  await follow(account.id, ann.id, { iri: `${account.iri}/follow` });
  return account;
};

/** Something of somebody elsewhere. */
export async function statusOf({ id, iri }: Account): Promise<{ id: number }> {
  const [item] = await query<{ id: number }>(
    `INSERT INTO eventable (type, account_id, iri, content, content_html) VALUES ('status', $1, $2, 'hi', 'hi') RETURNING id`,
    [id, `${iri}/1`],
  );
  return item!;
}

export async function takeHappenings(): Promise<Happening[]> {
  const rows = await query<{ payload: unknown }>(
    `DELETE FROM outbox WHERE job = 'send-activity' RETURNING payload, created_at`,
  );
  return rows.map(({ payload }) => happening.parse(payload));
}

/** Sends what happened since the last call; answers each activity with the inboxes listed for it. */
export async function sent(happenings?: Happening[]) {
  const activities = [];
  for (const each of happenings ?? (await takeHappenings())) {
    await send(each);
    const [stored] = await query<{ id: number; body: string; public: boolean }>(
      'SELECT id, body, public FROM activity WHERE iri = $1',
      [each.activity],
    );
    const deliveries = await query<{ inbox: string }>(
      'SELECT inbox FROM delivery WHERE activity_id = $1 ORDER BY inbox',
      [stored!.id],
    );
    activities.push({ ...JSON.parse(stored!.body), inboxes: deliveries.map(({ inbox }) => inbox) });
  }
  return activities;
}

export const updateOf = (account: Account): Happening => ({
  ...{ verb: 'UpdateActor', activity: `${account.iri}/activities/${randomUUID()}`, accountId: account.id },
});

/** Nora, of whom only her handle is known. */
export const noteNora = (): Promise<Account> => noteAccount({ handle: `nora@nora${cast}.example` });
