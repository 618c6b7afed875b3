/** Writes and deletes private notes. */
import { statement } from '../../statement.ts';

export const upsertPrivateNote = statement<never, [accountId: number, recipeId: number, content: string]>(
  'upsert_private_note',
  `INSERT INTO private_note (account_id, eventable_id, content) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, eventable_id) DO UPDATE SET content = excluded.content, updated_at = now()`,
);

/** Leaves an existing note as it is. */
export const insertPrivateNote = statement<never, [accountId: number, recipeId: number, content: string]>(
  'insert_private_note',
  `INSERT INTO private_note (account_id, eventable_id, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
);

export const deletePrivateNote = statement<never, [accountId: number, recipeId: number]>(
  'delete_private_note',
  `DELETE FROM private_note WHERE account_id = $1 AND eventable_id = $2`,
);
