/** Inserts and updates plain remote statuses, many in one statement. */

import { type Json, statement } from '../../statement.ts';
import { enqueueInSql } from '../jobs/outbox.ts';
import { assignmentsFrom, writtenColumns } from './eventables.ts';
import { nextEventIdSql } from './events.ts';
import { hasLocalFollowerSql } from './relevance.ts';
import {
  insertMediaSql,
  mediaFromJson,
  type RemoteMediumJson,
  replaceMediaSql,
  storedKeysSql,
} from './remote-media.ts';
import { hasTagFollowerSql } from './tag-followers.ts';
import { notDeletedSql } from './tombstones.ts';

interface IncomingJson {
  place: number;
  /** Columns of `eventable`. */
  item: object;
  media: RemoteMediumJson[];
}

/** SQL that expands a JSON array of items to rows with their `place` in the batch and their `media`. */
const incomingRows = `jsonb_to_recordset($1::jsonb) AS g (place int, item jsonb, media jsonb),
  jsonb_populate_record(NULL::eventable, g.item) r`;

const notDeleted = notDeletedSql('r.iri', '(SELECT iri FROM account WHERE id = r.account_id)');

/**
 * Inserts the statuses that are new, were not deleted before and are not the target of a known pointer, and records their
 * events. Returns the places of these; the others must be ingested alone.
 */
export const insertStatuses = statement<
  { place: number; id: number; pending_events: number },
  [statuses: Json<IncomingJson[]>, fanOutJob: string]
>(
  'insert_statuses',
  `WITH fresh AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) g.place, g.media, r.*
     FROM ${incomingRows}
     WHERE ${notDeleted}
       AND (SELECT 1 FROM step_link l WHERE l.target_iri = r.iri LIMIT 1) IS NULL
       AND (SELECT 1 FROM eventable w
            WHERE w.recipe_iri = r.iri OR w.forked_from_iri = r.iri OR w.in_reply_to_iri = r.iri OR w.quote_iri = r.iri
            LIMIT 1) IS NULL
     ORDER BY r.iri, g.place
   ), inserted AS (
     INSERT INTO eventable (${writtenColumns.join(', ')})
     SELECT ${writtenColumns.join(', ')} FROM fresh ORDER BY place
     ON CONFLICT (iri) DO NOTHING
     RETURNING id, iri, account_id, visibility, hashtags
   ), wanted AS (
     SELECT inserted.account_id, inserted.id, p.* FROM inserted JOIN fresh USING (iri), ${mediaFromJson('fresh.media')}
   ), pictures AS (${insertMediaSql('wanted')}
   ), events AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${nextEventIdSql}, 'create', inserted.account_id, inserted.id, false, now(),
       CASE WHEN NOT (${hasLocalFollowerSql('inserted.account_id')} OR ${hasTagFollowerSql('inserted')}) THEN now() END
     FROM inserted
     RETURNING id, fanned_out_at
   ), pending AS (SELECT id FROM events WHERE fanned_out_at IS NULL
   ), enqueued AS (${enqueueInSql('$2', `jsonb_build_object('eventId', id)`, 'pending')}
   )
   SELECT fresh.place, inserted.id, (SELECT count(*) FROM pending) AS pending_events FROM inserted JOIN fresh USING (iri)`,
);

/**
 * Updates the statuses of which an older version is stored that is no reply, quotes and mentions nobody and notified nobody. Returns
 * the places of these and the keys of the files to delete.
 */
export const updateStatuses = statement<
  { place: number; id: number; media_keys: string[] },
  [statuses: Json<IncomingJson[]>]
>(
  'update_statuses',
  `WITH newer AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) g.place, g.item, g.media, r.* FROM ${incomingRows}
     WHERE ${notDeleted}
     ORDER BY r.iri, r.updated_at DESC
   ), locked AS MATERIALIZED (
     SELECT e.id, e.iri FROM newer r JOIN eventable e ON e.iri = r.iri
     WHERE e.account_id = r.account_id AND e.type = 'status' AND e.updated_at < r.updated_at
       AND e.in_reply_to_id IS NULL AND e.in_reply_to_iri IS NULL AND e.quote_iri IS NULL
       AND (SELECT 1 FROM mention WHERE eventable_id = e.id LIMIT 1) IS NULL
       AND (SELECT 1 FROM notification WHERE eventable_id = e.id AND type IN ('cooked', 'reply', 'mention') LIMIT 1) IS NULL
     ORDER BY e.id FOR NO KEY UPDATE OF e
   ), changed AS (
     UPDATE eventable e SET ${assignmentsFrom('r.item')}
     FROM locked JOIN newer r USING (iri) WHERE e.id = locked.id
     RETURNING e.id, e.account_id, r.place, r.media
   ), ${replaceMediaSql('changed')}
   SELECT place, id, ARRAY(${storedKeysSql('removed')}) AS media_keys FROM changed`,
);
