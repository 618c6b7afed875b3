/** Checks that an item belongs to the account that changes it. */
import { type ItemHeader, lockItemOfOwner, selectItemHeader } from '../../db/sql/items.ts';
import type { Executor } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { EventableType } from './eventable.ts';

/** Locks the item until the transaction ends. Throws forbidden if it belongs to another account, not_found if it is invisible. */
export async function lockOwnItem(
  tx: Tx,
  accountId: number,
  type: EventableType,
  id: number,
): Promise<ItemHeader> {
  const [own] = await lockItemOfOwner(tx, accountId, id, type);
  if (own) return own;

  await getItemHeader(tx, accountId, id, type);
  throw new DomainError('forbidden', t('errors.belongs-to-another-account'));
}

/** Reads the fields that every operation checks first. Throws not_found, also for an item of another type. */
export async function getItemHeader(
  on: Executor,
  viewerId: number | null,
  id: number,
  type?: EventableType,
): Promise<ItemHeader> {
  const [header] = await selectItemHeader(on, viewerId, null, id);
  if (!header || (type && header.type !== type)) throw notFound();
  return header;
}
