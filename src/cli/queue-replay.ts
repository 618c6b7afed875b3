/** Tries a job once more that was set aside. */
import { notifyOutbox, replayOutbox } from '../db/sql/outbox.ts';
import { db } from '../db/statement.ts';
import { DomainError } from '../lib/errors.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const run: Run = async ({ args: [id = ''], say }) => {
  const replayed = uuid.test(id) && (await withDatabase(() => replay(id)));
  if (!replayed) throw new DomainError('not_found', `no job ${id} was set aside`);
  say(`${id} is tried again`);
  return { id };
};

async function replay(id: string): Promise<boolean> {
  const [row] = await replayOutbox(db, id);
  await notifyOutbox(db);
  return row !== undefined;
}
