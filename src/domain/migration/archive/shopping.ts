/** Writes and restores the shopping list in an archive. */
import type { z } from 'zod';
import { listShoppingLines, selectShoppingList } from '../../../db/sql/shopping.ts';
import { db } from '../../../db/statement.ts';
import { restoreShoppingList } from '../../shopping/add.ts';
import { toLine } from '../../shopping/list.ts';
import type { archivedShoppingList } from './private-layout.ts';

export async function readShoppingList(accountId: number): Promise<z.input<typeof archivedShoppingList>> {
  const [list] = await selectShoppingList(db, accountId);
  const lines = list ? (await listShoppingLines(db, list.id)).map(toLine) : [];
  return {
    lines: lines.map(({ name, quantity, quantityMax, unit, optional, locale, checked }) => ({
      ...{ name, quantity, quantityMax, unit, optional, locale, checked },
    })),
  };
}

/** Only a member with an empty list gets the archived one. */
export const restoreArchivedList = (
  accountId: number,
  { lines }: z.output<typeof archivedShoppingList>,
): Promise<void> => restoreShoppingList(accountId, lines);
