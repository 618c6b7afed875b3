/** Takes back an action from the log. */
import { prisma } from '../../db/client.ts';
import { markActionUndone } from '../../db/sql/moderation.ts';
import { withBeforeCommit } from '../../db/transaction.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { authorize, type Moderator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';
import { undoDecision } from './decide.ts';
import { unblockDomain } from './domain-blocks.ts';

/** Throws not_found, forbidden, and conflict for an action that was undone before or cannot be. */
export async function undoAction(moderator: Moderator, id: number): Promise<void> {
  authorize(moderator, 'moderate');
  const found = await prisma().adminAction.findUnique({ where: { id } });
  if (!found) throw notFound();
  const { decisionId, action, subject, undoneAt } = found;
  if (decisionId !== null && action !== 'undo') {
    await undoDecision(moderator, Number(decisionId));
    return;
  }
  if (action !== 'block-domain' || undoneAt) throw new DomainError('conflict', t('errors.cannot-be-undone'));
  authorize(moderator, 'manage-domains');
  const [host = ''] = subject.split(',');
  await withBeforeCommit(
    async (tx) => {
      await markActionUndone(tx, id);
      await recordAdminAction(tx, moderator, { action: 'unblock-domain', subject: host });
    },
    () => unblockDomain(host),
  );
}
