/** Opens, finds and shares shopping lists. */
import { statement } from '../../statement.ts';

/** Creates the account's list if it has none, and locks it, so that limits hold. */
export const openShoppingList = statement<{ id: number; share_token: string | null }, [accountId: number]>(
  'open_shopping_list',
  `INSERT INTO shopping_list (account_id) VALUES ($1)
   ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING id, share_token`,
);

export const selectShoppingList = statement<{ id: number; share_token: string | null }, [accountId: number]>(
  'select_shopping_list',
  `SELECT id, share_token FROM shopping_list WHERE account_id = $1`,
);

/** Null revokes the link. */
export const updateShareToken = statement<never, [listId: number, shareToken: string | null]>(
  'update_share_token',
  `UPDATE shopping_list SET share_token = $2 WHERE id = $1`,
);

/** Finds no list of a suspended or deleted account. */
export const selectSharedList = statement<{ id: number; owner: string }, [shareToken: string]>(
  'select_shared_list',
  `SELECT l.id, coalesce(nullif(a.name, ''), a.username) AS owner
   FROM shopping_list l JOIN account a ON a.id = l.account_id
   WHERE l.share_token = $1 AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
);
