/** Activities of Ann, and the remote inboxes that they are sent to. */
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { discoverAccount } from '../../../src/domain/accounts/discover.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { send } from '../../../src/federation/deliver/send.ts';
import type { Fact } from '../../../src/jobs/fact.ts';
import type { RecipeDraft } from '../../../src/recipe-import/draft.ts';
import { useDatabase } from '../../support/database-connection.ts';
import { deleteAll } from '../../support/delete-all.ts';
import { upsertAccount } from '../../support/deliveries.ts';
import { takeFacts } from '../../support/enqueued.ts';
import { pizzaDough } from '../../support/recipes.ts';
import { remoteFollow } from '../../support/remote-source.ts';
import { inboxesOf } from '../../support/sent-activities.ts';

export let ann: Account;

/** Connects the database. Each test gets a new Ann. */
export function useSender(): void {
  useDatabase();
  beforeEach(async () => {
    serial += 1;
    ann = await register({ username: `ann${serial}` });
    await deleteAll('jobs');
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
  const status = { type: 'status', accountId: id, iri: `${iri}/1`, content: 'hi', contentHtml: 'hi' } as const;
  return { id: Number((await prisma().eventable.create({ data: status })).id) };
}

/** Sends the facts recorded since the last call. Returns each activity with its inboxes. */
export async function sent(facts?: Fact[]) {
  const activities = [];
  for (const each of facts ?? (await takeFacts())) {
    await send(each);
    const { id, body } = await prisma().activity.findFirstOrThrow({ orderBy: { id: 'desc' } });
    activities.push({ ...JSON.parse(body), inboxes: await inboxesOf(id) });
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
