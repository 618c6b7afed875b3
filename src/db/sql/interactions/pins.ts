/** Statements on pinned items. */
import { statement } from '../../statement.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns } from '../items/columns.ts';
import { visible } from '../items/visibility.ts';

type Viewer = [accountId: number | null, host: string | null];

/** Serialises the pins of an account, so that the limit holds. */
export const lockPins = statement<never, [accountId: number]>(
  'lock_pins',
  `SELECT pg_advisory_xact_lock(hashtextextended('pins', $1::bigint))`,
);

export const countOtherPins = statement<{ count: number }, [accountId: number, eventableId: number]>(
  'count_other_pins',
  `SELECT count(*) AS count FROM pin WHERE account_id = $1 AND eventable_id <> $2`,
);

export const insertPin = statement<{ id: number }, [accountId: number, eventableId: number]>(
  'insert_pin',
  `INSERT INTO pin (account_id, eventable_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`,
);

export const deletePin = statement<{ id: number }, [accountId: number, eventableId: number]>(
  'delete_pin',
  `DELETE FROM pin WHERE account_id = $1 AND eventable_id = $2 RETURNING id`,
);

/** Replaces the pins of an account by its own items among these IRIs, the first one newest. */
export const replacePins = statement<never, [accountId: number, iris: string[]]>(
  'replace_pins',
  `WITH wanted AS (
     SELECT e.id, asked.place FROM unnest($2::text[]) WITH ORDINALITY AS asked (iri, place)
       JOIN eventable e ON e.iri = asked.iri
     WHERE e.account_id = $1 AND e.visibility IN ('public', 'unlisted')
   ), gone AS (
     DELETE FROM pin WHERE account_id = $1 AND eventable_id NOT IN (SELECT id FROM wanted)
   )
   INSERT INTO pin (account_id, eventable_id) SELECT $1, id FROM wanted ORDER BY place DESC ON CONFLICT DO NOTHING`,
);

const pinned = `
  FROM pin p JOIN eventable e ON e.id = p.eventable_id JOIN account a ON a.id = e.account_id
  WHERE p.account_id = $3 AND e.visibility IN ('public', 'unlisted') AND ${visible()} ORDER BY p.id DESC`;

/** Newest first. */
export const listPins = statement<Record<string, unknown>, [...Viewer, accountId: number]>(
  'list_pins',
  `SELECT ${summaryColumns('e')}, ${cardColumns('a', 'account.')}, ${viewerColumns('e')}, ${mediaColumn('e', 4)} ${pinned}`,
);

/** Pins of the account itself, whatever their visibility. */
export const selectPinnedIds = statement<{ id: number }, [accountId: number]>(
  'select_pinned_ids',
  `SELECT eventable_id AS id FROM pin WHERE account_id = $1 ORDER BY id DESC`,
);

export const listPinIris = statement<{ iri: string }, [...Viewer, accountId: number]>(
  'list_pin_iris',
  `SELECT e.iri ${pinned}`,
);
