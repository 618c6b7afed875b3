/** Publishes a post that nobody ever sees, so that the first one after a start is as quick as the others. */
import { selectTokens } from '../db/sql/access.ts';
import { selectEventable } from '../db/sql/items.ts';
import { db } from '../db/statement.ts';
import { ensureInstanceActor } from '../domain/accounts/register.ts';
import { createStatus } from '../domain/statuses/statuses.ts';
import { log } from '../lib/log.ts';

class RolledBack extends Error {}

/** All of it is rolled back. Plans and compiled code remain. Never throws. */
export async function warmUp(): Promise<void> {
  try {
    await selectTokens(db, []);
    const { id } = await ensureInstanceActor();
    await publishAndRollBack(id);
    await selectEventable(db, id, null, 0);
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'statements could not be planned in advance');
  }
}

async function publishAndRollBack(accountId: number): Promise<void> {
  const draft = {
    content: 'Hello',
    visibility: null,
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  };
  const rollBack = async () => {
    throw new RolledBack();
  };
  await createStatus(accountId, draft, rollBack).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
