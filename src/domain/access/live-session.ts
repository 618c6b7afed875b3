/** Keeps a session from ending while it adds a way to log in, so that nothing is added after the end of all access. */
import { lockActiveMember, selectLiveSession } from '../../db/sql/access.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

export interface SessionOfMember {
  accountId: number;
  sessionId: number;
}

/** A step, which waits for a concurrent change of the password. Throws forbidden if the session has ended. */
export async function holdSession(tx: Tx, { accountId, sessionId }: SessionOfMember): Promise<void> {
  const [member] = await lockActiveMember(tx, accountId);
  const [session] = member ? await selectLiveSession(tx, accountId, sessionId) : [];
  if (!session) throw new DomainError('forbidden', t('errors.log-in-again'));
}
