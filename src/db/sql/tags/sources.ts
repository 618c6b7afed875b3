/** Reads what the hashtags of an item are derived from. */
import { statement } from '../../statement.ts';

export const selectTagSources = statement<{ tags: string[]; content: string }, [id: number]>(
  'select_tag_sources',
  `SELECT coalesce(tags, '{}') AS tags, content FROM eventable WHERE id = $1`,
);
