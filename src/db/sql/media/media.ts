/** Reads and writes the rows of pictures. */
import { statement } from '../../statement.ts';
import { unblocked, visible } from '../items/visibility.ts';

type State = 'pending' | 'ready' | 'failed';

/** Appends the picture to those of the item. */
export const insertMedium = statement<
  { id: number },
  [accountId: number, eventableId: number | null, key: string, description: string]
>(
  'insert_medium',
  `INSERT INTO medium (account_id, eventable_id, key, description, position)
   VALUES ($1, $2, $3, $4, coalesce((SELECT max(position) + 1 FROM medium WHERE eventable_id = $2), 0))
   RETURNING id`,
);

export const countMedia = statement<{ count: number }, [eventableId: number]>(
  'count_media',
  `SELECT count(*) FROM medium WHERE eventable_id = $1 AND state <> 'failed'`,
);

/** Failed pictures are not counted. */
export const selectContentAndMediaCount = statement<{ content: string; pictures: number }, [id: number]>(
  'select_content_and_media_count',
  `SELECT e.content, (SELECT count(*) FROM medium m WHERE m.eventable_id = e.id AND m.state <> 'failed') AS pictures
   FROM eventable e WHERE e.id = $1`,
);

export interface MediumRow {
  id: number;
  account_id: number;
  eventable_id: number | null;
  key: string;
  state: State;
  remote_url: string | null;
  /** Of the account that it is a picture of. */
  slot: 'avatar' | 'header' | null;
}

const slotOf = (m: string) =>
  `(SELECT CASE ${m}.key WHEN p.avatar_key THEN 'avatar' WHEN p.header_key THEN 'header' END FROM account p WHERE p.id = ${m}.account_id)`;

export const selectMedium = statement<MediumRow, [id: number]>(
  'select_medium',
  `SELECT m.id, m.account_id, m.eventable_id, m.key, m.state, m.remote_url, ${slotOf('m')} AS slot
   FROM medium m WHERE m.id = $1`,
);

/** Returns no row if it was deleted or is ready already. An existing description stays. */
export const markMediumReady = statement<
  { account_id: number; eventable_id: number | null; description: string },
  [id: number, description: string, width: number, height: number, blurhash: string, bytes: number]
>(
  'mark_medium_ready',
  `UPDATE medium SET state = 'ready', content_type = 'image/webp', width = $3, height = $4, blurhash = $5, bytes = $6,
     used_at = now(), description = CASE WHEN description = '' THEN $2 ELSE description END
   WHERE id = $1 AND state <> 'ready' RETURNING account_id, eventable_id, description`,
);

export const describeOwnMedium = statement<
  { id: number },
  [accountId: number, eventableId: number, id: number, description: string | null]
>(
  'describe_own_medium',
  `UPDATE medium SET description = coalesce($4, description) WHERE id = $3 AND eventable_id = $2 AND account_id = $1 RETURNING id`,
);

export const deleteOwnMedium = statement<
  { key: string },
  [accountId: number, eventableId: number, id: number]
>(
  'delete_own_medium',
  `DELETE FROM medium WHERE id = $3 AND eventable_id = $2 AND account_id = $1 RETURNING key`,
);

/** Deletes the item's pictures that are not listed. */
export const deleteOtherMedia = statement<{ key: string }, [eventableId: number, listedIds: number[]]>(
  'delete_other_media',
  `DELETE FROM medium WHERE eventable_id = $1 AND id <> ALL($2::bigint[]) RETURNING key`,
);

/** Attaches, in this order, those that are the author's own, ready, and belong to this item or to none. */
export const attachMedia = statement<{ id: number }, [accountId: number, eventableId: number, ids: number[]]>(
  'attach_media',
  `UPDATE medium m SET eventable_id = $2, position = wanted.place
   FROM unnest($3::bigint[]) WITH ORDINALITY AS wanted(id, place)
   WHERE m.id = wanted.id AND m.account_id = $1 AND m.state = 'ready'
     AND (m.eventable_id IS NULL OR m.eventable_id = $2) AND ${slotOf('m')} IS NULL
   RETURNING m.id`,
);

export interface ServableMedium {
  id: number;
  state: State;
  remote_url: string | null;
  /** True if everybody may see it, so shared caches may store it. */
  public: boolean;
}

/** A cover is as visible as its collection. */
const isSharedCover = `EXISTS (
  SELECT 1 FROM collection c WHERE c.cover_id = m.id AND c.visibility IN ('public', 'unlisted'))`;

/** Pictures without an item are visible to their owner only, except those of profiles and collections. */
export const selectServableMedium = statement<
  ServableMedium,
  [accountId: number | null, host: string | null, key: string]
>(
  'select_servable_medium',
  `SELECT m.id, m.state, m.remote_url,
     coalesce(e.publication = 'published' AND e.visibility IN ('public', 'unlisted'), m.key IN (a.avatar_key, a.header_key) OR ${isSharedCover}, ${isSharedCover}) AS public
   FROM medium m JOIN account a ON a.id = m.account_id LEFT JOIN eventable e ON e.id = m.eventable_id
   WHERE m.key = $3 AND CASE WHEN m.eventable_id IS NULL
     THEN a.suspended_at IS NULL AND a.deleted_at IS NULL AND (m.key IN (a.avatar_key, a.header_key) OR m.account_id = $1
       OR (${isSharedCover} AND ${unblocked('m.account_id')}))
     ELSE ${visible()} END`,
);

/** One write per hour is exact enough for least-recently-used eviction. */
export const touchMedium = statement<never, [id: number]>(
  'touch_medium',
  `UPDATE medium SET used_at = now() WHERE id = $1 AND used_at < now() - interval '1 hour'`,
);

/** Its files are missing, so it must be fetched again. */
export const markMediumMissing = statement<never, [id: number]>(
  'mark_medium_missing',
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id = $1 AND state = 'ready' AND remote_url IS NOT NULL`,
);
