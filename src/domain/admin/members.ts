/** Members as those see them who govern the server. */
import { changeRole, type GovernedRow, listGoverned } from '../../db/sql/admin.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { normaliseHandle } from '../accounts/account.ts';

/** Newest first, those whose name begins with the word. */
export const findMembers = (word: string, below: number, limit: number): Promise<GovernedRow[]> =>
  listGoverned(db, normaliseHandle(word.trim()), below, limit);

/** Throws conflict for the last administrator. */
export async function setRole(accountId: number, role: 'member' | 'admin'): Promise<void> {
  const changed = await transact((tx) => changeRole(tx, accountId, role));
  if (changed.length === 0) throw new DomainError('conflict', 'somebody must govern this server');
}
