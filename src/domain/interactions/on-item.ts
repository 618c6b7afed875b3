/** Accounts' interactions with items, as the statements take them. */
import type { OnItemJson } from '../../db/sql/interactions.ts';
import { type Json, toJson } from '../../db/statement.ts';
import type { EventableType } from '../items/eventable.ts';

export interface OnItem {
  accountId: number;
  eventableId: number;
  /** The type that the item must have. */
  type?: EventableType;
  /** Defaults to now. */
  at?: Date;
}

export function toRows(all: OnItem[]): Json<OnItemJson[]> {
  const rows = all.map(({ accountId, eventableId, type, at = new Date() }, place) => ({
    ...{ place, account_id: accountId, eventable_id: eventableId, type, at },
  }));
  return toJson(rows);
}
