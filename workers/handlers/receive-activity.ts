/** Processes a received activity. */
import { type InboundRow, markInboundHandled, selectInbound } from '../../src/db/sql/federation.ts';
import { db } from '../../src/db/statement.ts';
import { handle } from '../../src/federation/inbox/handle.ts';
import { batched } from '../../src/lib/batch.ts';
import type { Handlers } from '../handler.ts';

const find = batched(async (ids: number[]): Promise<(InboundRow | undefined)[]> => {
  const rows = new Map((await selectInbound(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
});

const markHandled = batched(async (handled: { id: number; outcome: string }[]) => {
  await markInboundHandled(
    db,
    handled.map(({ id }) => id),
    handled.map(({ outcome }) => outcome),
  );
  return handled;
});

export const receiveActivity: Handlers['receive-activity'] = async ({ inboundId }) => {
  const row = await find(inboundId);
  if (!row) return 'done';

  const outcome = await handle(row);
  if (typeof outcome !== 'string') return outcome;
  await markHandled({ id: row.id, outcome });
  return 'done';
};
