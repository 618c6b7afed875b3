/** Keeps ingredients and steps that were copied from somebody else's recipe from being shown to more people than the recipe. */
import { selectVisibilityCeiling } from '../../db/sql/statuses.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { Visibility } from '../../recipe-import/draft.ts';

const ranks: Record<Visibility, number> = { direct: 0, private: 1, unlisted: 2, public: 3 };

export const isWider = (one: Visibility, other: Visibility): boolean => ranks[one] > ranks[other];

/** The visibility that an item of the recipe has if nobody chooses one. Only statuses can be direct. */
export const defaultVisibility = (source: { visibility: Visibility } | null): Visibility =>
  source?.visibility === 'direct' ? 'private' : (source?.visibility ?? 'public');

/** What the source allows now, or null if there is no source or nothing was copied. */
export const findCeiling = async (tx: Tx, id: number): Promise<Visibility | null> =>
  (await selectVisibilityCeiling(tx, id))[0]?.visibility ?? null;

/** Call it after the item was written. Throws validation_failed on `visibility`. */
export async function requireBelowCeiling(tx: Tx, id: number, visibility: Visibility): Promise<void> {
  const ceiling = await findCeiling(tx, id);
  if (ceiling !== null && isWider(visibility, ceiling))
    throw invalid('visibility', t('errors.wider-than-source'));
}

/**
 * The same after a change of the item that had this ceiling and visibility. What was as wide before may stay: the source was
 * restricted later.
 */
export async function requireNotWidened(
  tx: Tx,
  id: number,
  before: { ceiling: Visibility | null; visibility: Visibility },
  visibility: Visibility,
): Promise<void> {
  const wasAbove = before.ceiling !== null && isWider(before.visibility, before.ceiling);
  if (!wasAbove || isWider(visibility, before.visibility)) await requireBelowCeiling(tx, id, visibility);
}
