/** Applies and undoes what moderators decide, in the transaction of the decision. */

import { deleteRemoteItems, lockIris } from '../../db/sql/item-removal.ts';
import { lockItemOfOwner } from '../../db/sql/items.ts';
import {
  limitAccount,
  type ModeratedAccount,
  type ModeratedItem,
  markItemsSensitive,
  suspendAccount,
  unlimitAccount,
  unsuspendAccount,
} from '../../db/sql/moderation.ts';
import type { PrismaTx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { isLocal } from '../accounts/account.ts';
import { enqueueActorUpdate } from '../accounts/enqueue-actor-update.ts';
import { settleSuspensions } from '../accounts/suspensions.ts';
import { announceChange, deleteItem } from '../items/publish.ts';

export const decisionActions = ['warn', 'remove_items', 'mark_sensitive', 'limit', 'suspend'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** An item as the row of a decision keeps it. */
export type DecidedItem = Omit<ModeratedItem, 'readable'>;

type Effect = (tx: PrismaTx, account: ModeratedAccount, items: DecidedItem[]) => Promise<void>;

export const effects: Record<DecisionAction, { apply: Effect; undo: Effect | null }> = {
  warn: { apply: async () => {}, undo: null },
  remove_items: { apply: removeItems, undo: null },
  mark_sensitive: {
    apply: (tx, account, items) => setSensitive(tx, account, items, true),
    undo: (tx, account, items) =>
      setSensitive(
        tx,
        account,
        items.filter(({ sensitive }) => !sensitive),
        false,
      ),
  },
  limit: {
    apply: async (tx, { id }) => void (await limitAccount(tx, id)),
    undo: async (tx, { id }) => void (await unlimitAccount(tx, id)),
  },
  suspend: { apply: suspendAndTell, undo: unsuspendAndTell },
};

/** A local item is deleted as by its author. The copy of a remote item is deleted and not fetched again. */
async function removeItems(tx: PrismaTx, account: ModeratedAccount, items: DecidedItem[]): Promise<void> {
  if (isLocal(account)) {
    for (const { id, type } of items) {
      const [header] = await lockItemOfOwner(tx, account.id, id, type);
      if (header) await deleteItem(tx, header);
    }
    return;
  }
  const iris = items.flatMap(({ iri }) => iri ?? []);
  await lockIris(tx, iris);
  const every = <Value>(value: Value) => iris.map(() => value);
  const [deleted] = await deleteRemoteItems(
    tx,
    iris,
    every(account.id),
    every(account.iri!),
    every<Date | null>(null),
  );
  await deleteFiles(tx, deleted?.media_keys ?? []);
}

async function setSensitive(
  tx: PrismaTx,
  account: ModeratedAccount,
  items: DecidedItem[],
  sensitive: boolean,
): Promise<void> {
  await markItemsSensitive(
    tx,
    items.map(({ id }) => id),
    sensitive,
  );
  if (!isLocal(account)) return;
  for (const { id, type } of items) {
    const [header] = await lockItemOfOwner(tx, account.id, id, type);
    if (header) await announceChange(tx, header);
  }
}

/** Other servers learn it of a local account. What a remote account left here is removed by a job. */
async function suspendAndTell(tx: PrismaTx, account: ModeratedAccount): Promise<void> {
  const [changed] = await suspendAccount(tx, account.id);
  await settleSuspensions(tx);
  if (!isLocal(account)) {
    await enqueue(tx, jobs.removeSuspended, { accountId: account.id });
    return;
  }
  await tx.prisma.session.deleteMany({ where: { accountId: account.id } });
  if (changed?.id != null) await enqueueActorUpdate(tx, account.id);
}

async function unsuspendAndTell(tx: PrismaTx, account: ModeratedAccount): Promise<void> {
  const [changed] = await unsuspendAccount(tx, account.id);
  await settleSuspensions(tx);
  if (!changed || !isLocal(account)) return;
  await tx.prisma.session.deleteMany({ where: { accountId: account.id } });
  await enqueueActorUpdate(tx, account.id);
}
