/** The columns that every edit by the author of an item changes. A draft is not marked as edited. */
import type { ItemHeader } from '../../db/sql/items.ts';

export function editColumns({ publication }: Pick<ItemHeader, 'publication'>): {
  updated_at: Date;
  edited_at?: Date;
} {
  const now = new Date();
  return { updated_at: now, ...(publication === 'published' && { edited_at: now }) };
}
