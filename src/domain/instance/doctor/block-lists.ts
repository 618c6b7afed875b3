/** Checks that the followed block lists can be read, and that none of them waits for a decision. */
import { prisma } from '../../../db/client.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

export async function checkBlockLists(): Promise<CheckResult> {
  const [followed, failed, waiting] = await Promise.all([
    prisma().blockList.count(),
    prisma().blockList.count({ where: { error: { not: null } } }),
    prisma().blockList.count({ where: { pending: { not: null }, refused: false } }),
  ]);
  const remedy = toMessage('doctor-checks.block-lists-remedy');
  if (failed > 0)
    return warning('block-lists', toMessage('doctor-checks.block-lists-failed', { count: failed }), remedy);
  if (waiting > 0)
    return warning('block-lists', toMessage('doctor-checks.block-lists-waiting', { count: waiting }), remedy);
  return ok('block-lists', toMessage('doctor-checks.block-lists-fine', { count: followed }));
}
