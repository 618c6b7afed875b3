/** The columns that every edit by the author of an item changes. */
export function editColumns(): { updated_at: Date; edited_at: Date } {
  const now = new Date();
  return { updated_at: now, edited_at: now };
}
