/** Whether lists of an account are for a viewer. */
import { selectBlock } from '../../db/sql/relations.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Viewer } from '../eventables/visibility.ts';
import { getAccount } from './account.ts';

/** Throws not_found for an account that is not there, is suspended, or has a block between itself and the viewer. */
export async function checkShown(accountId: number, viewer: Viewer): Promise<void> {
  const account = await getAccount(accountId);
  if (account.suspendedAt) throw notFound();
  if (viewer.accountId === null) return;
  if ((await selectBlock(db, viewer.accountId, accountId)).length > 0) throw notFound();
}
