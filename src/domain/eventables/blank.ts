/** A status says or shows something: words, or at least one picture. */
import { selectSubstance } from '../../db/sql/media.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';

/** After words or pictures of a locked status changed. Throws validation_failed when nothing is left of it. */
export async function refuseBlank(tx: Tx, statusId: number): Promise<void> {
  const [left] = await selectSubstance(tx, statusId);
  if (left && left.content.trim() === '' && left.pictures === 0) throw invalid('content', "can't be blank");
}
