/** Rejects statuses that have neither text nor a picture. */
import { selectContentAndMediaCount } from '../../db/sql/media.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

/** Call after changing the text or the media of a locked status. Throws validation_failed when both are empty. */
export async function requireContent(tx: Tx, statusId: number): Promise<void> {
  const [status] = await selectContentAndMediaCount(tx, statusId);
  if (status && status.content.trim() === '' && status.pictures === 0)
    throw invalid('content', t('errors.blank'));
}
