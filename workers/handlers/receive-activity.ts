/** Does what an accepted activity says. */
import { type InboundRow, selectInbound, settleInbound } from '../../src/db/sql/inbound.ts';
import { db } from '../../src/db/statement.ts';
import { handle } from '../../src/federation/inbox/handle.ts';
import { batched } from '../../src/lib/batch.ts';
import type { Handlers } from '../handler.ts';

const find = batched(async (ids: number[]): Promise<(InboundRow | undefined)[]> => {
  const rows = new Map((await selectInbound(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
});

const settle = batched(async (settled: { id: number; outcome: string }[]) => {
  await settleInbound(
    db,
    settled.map(({ id }) => id),
    settled.map(({ outcome }) => outcome),
  );
  return settled;
});

export const receiveActivity: Handlers['receive-activity'] = async ({ inboundId }) => {
  const row = await find(inboundId);
  if (!row) return 'done';

  const outcome = await handle(row);
  if (typeof outcome !== 'string') return outcome;
  await settle({ id: row.id, outcome });
  return 'done';
};
