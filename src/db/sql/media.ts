/** Statements on pictures. */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

type State = 'pending' | 'ready' | 'failed';

/** A place behind the item's other pictures. */
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

/** What is left of an item to read and to look at; pictures that could not be made do not count. */
export const selectSubstance = statement<{ content: string; pictures: number }, [id: number]>(
  'select_substance',
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
  /** Whether it is somebody's portrait. */
  avatar: boolean;
}

const isAvatar = (m: string) =>
  `EXISTS (SELECT 1 FROM account p WHERE p.id = ${m}.account_id AND p.avatar_key = ${m}.key)`;

export const selectMedium = statement<MediumRow, [id: number]>(
  'select_medium',
  `SELECT m.id, m.account_id, m.eventable_id, m.key, m.state, m.remote_url, ${isAvatar('m')} AS avatar
   FROM medium m WHERE m.id = $1`,
);

export const selectMediumState = statement<{ state: State }, [id: number]>(
  'select_medium_state',
  `SELECT state FROM medium WHERE id = $1`,
);

const shown = `m.id, m.key, m.state, m.description, m.content_type AS "contentType", m.width, m.height, m.blurhash,
  m.remote_url AS "remoteUrl", m.created_at AS "createdAt"`;

export const selectOwnMedium = statement<Record<string, unknown>, [accountId: number, id: number]>(
  'select_own_medium',
  `SELECT ${shown} FROM medium m WHERE m.account_id = $1 AND m.id = $2`,
);

/** Nothing comes back when it is gone or was made before. A description that was given stays. */
export const markMediumReady = statement<
  { account_id: number; eventable_id: number | null; description: string },
  [id: number, description: string, width: number, height: number, blurhash: string, bytes: number]
>(
  'mark_medium_ready',
  `UPDATE medium SET state = 'ready', content_type = 'image/webp', width = $3, height = $4, blurhash = $5, bytes = $6,
     used_at = now(), description = CASE WHEN description = '' THEN $2 ELSE description END
   WHERE id = $1 AND state <> 'ready' RETURNING account_id, eventable_id, description`,
);

export const markMediumFailed = statement<never, [id: number]>(
  'mark_medium_failed',
  `UPDATE medium SET state = 'failed', used_at = now() WHERE id = $1 AND state = 'pending'`,
);

/** Of a picture that was not made; nothing comes back when it was after all. */
export const dropUnmade = statement<{ key: string }, [id: number]>(
  'drop_unmade_medium',
  `DELETE FROM medium WHERE id = $1 AND state <> 'ready' RETURNING key`,
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

/** Pictures of the item that are not listed. */
export const deleteOtherMedia = statement<{ key: string }, [eventableId: number, kept: number[]]>(
  'delete_other_media',
  `DELETE FROM medium WHERE eventable_id = $1 AND id <> ALL($2::bigint[]) RETURNING key`,
);

/** In the order listed: the author's own that are ready and belong to this item or to none. */
export const attachMedia = statement<{ id: number }, [accountId: number, eventableId: number, ids: number[]]>(
  'attach_media',
  `UPDATE medium m SET eventable_id = $2, position = wanted.place
   FROM unnest($3::bigint[]) WITH ORDINALITY AS wanted(id, place)
   WHERE m.id = wanted.id AND m.account_id = $1 AND m.state = 'ready'
     AND (m.eventable_id IS NULL OR m.eventable_id = $2) AND NOT ${isAvatar('m')}
   RETURNING m.id`,
);

export interface Servable {
  id: number;
  state: State;
  remote_url: string | null;
  /** Whether anybody may see it and caches may keep it. */
  public: boolean;
}

/** What belongs to no item is its owner's alone, except portraits. */
export const selectServable = statement<
  Servable,
  [accountId: number | null, host: string | null, key: string]
>(
  'select_servable_medium',
  `SELECT m.id, m.state, m.remote_url,
     coalesce(e.publication = 'published' AND e.visibility IN ('public', 'unlisted'), a.avatar_key = m.key, false) AS public
   FROM medium m JOIN account a ON a.id = m.account_id LEFT JOIN eventable e ON e.id = m.eventable_id
   WHERE m.key = $3 AND CASE WHEN m.eventable_id IS NULL
     THEN a.suspended_at IS NULL AND a.deleted_at IS NULL AND (a.avatar_key = m.key OR m.account_id = $1)
     ELSE ${visible()} END`,
);

/** Once an hour is exact enough to know what was looked at longest ago. */
export const touchMedium = statement<never, [id: number]>(
  'touch_medium',
  `UPDATE medium SET used_at = now() WHERE id = $1 AND used_at < now() - interval '1 hour'`,
);

/** Its files are not there: it must be fetched again. */
export const markMediumLost = statement<never, [id: number]>(
  'mark_medium_lost',
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id = $1 AND state = 'ready' AND remote_url IS NOT NULL`,
);
