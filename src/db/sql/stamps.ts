/**
 * Stamps: texts that change whenever what a viewer is shown of an item would change. Every UPDATE gives a row another
 * `xmin`, so the versions of all rows that are shown say it, without reading what they hold.
 */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

/** Of the item, its author, its pictures, and whether the viewer `$1` likes and boosts it. */
export const marks = (e: string, a: string): string => `
  ${e}.xmin, ${a}.xmin,
  $1::bigint IS NOT NULL AND EXISTS (SELECT 1 FROM "like" WHERE account_id = $1 AND eventable_id = ${e}.id),
  $1::bigint IS NOT NULL AND EXISTS (SELECT 1 FROM boost WHERE account_id = $1 AND eventable_id = ${e}.id),
  (SELECT string_agg(m.xmin::text, ',' ORDER BY m.id) FROM medium m WHERE m.eventable_id = ${e}.id)`;

/** The item's parts change only together with its own row; what its steps point at is looked at too. */
export const stampEventable = statement<
  { stamp: string },
  [viewer: number | null, host: string | null, id: number]
>(
  'stamp_eventable',
  `SELECT concat_ws(':', e.id, ${marks('e', 'a')},
     (SELECT string_agg(concat(t.id, '.', t.xmin), ',' ORDER BY l.id)
      FROM step_link l JOIN eventable t ON t.id = l.target_id JOIN account ta ON ta.id = t.account_id
      WHERE l.source_id = e.id AND ${visible('t', 'ta')})) AS stamp
   FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.id = $3 AND ${visible()}`,
);
