/** Statements for the documents and collections that remote servers read. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';
import { isLive } from '../ledger/sources.ts';

/** Parameters of `visible` for an anonymous viewer. */
type Anyone = [accountId: null, host: null];
/** Parameters of `visible` for an anonymous viewer, a signing account or a signing server. */
type Signer = [accountId: number | null, host: string | null];

// A boost is listed when both the boost and its item are public or unlisted.
const publicEvents = `
  FROM event ev
  JOIN eventable e ON e.id = ev.eventable_id
  JOIN account a ON a.id = e.account_id
  LEFT JOIN (boost b JOIN source_activity s
    ON s.account_id = b.account_id AND s.eventable_id = b.eventable_id AND s.type = 'boost' AND ${isLive('s')}
  ) ON ev.action = 'boost' AND b.account_id = ev.account_id AND b.eventable_id = ev.eventable_id
  WHERE ev.account_id = $3 AND e.iri IS NOT NULL AND ${visible()}
    AND (ev.action <> 'boost' OR b.visibility IN ('public', 'unlisted'))`;

export const countOutbox = statement<{ total: number }, [...Anyone, accountId: number]>(
  'count_outbox',
  `SELECT count(*) AS total ${publicEvents}`,
);

export interface OutboxEntry {
  id: number;
  action: 'create' | 'boost' | 'reply';
  eventable_iri: string;
  version: number;
  source_id: number | null;
  boost_iri: string | null;
}

/** Newest first, with event ids below `before`. */
export const listOutbox = statement<
  OutboxEntry,
  [...Anyone, accountId: number, before: number, limit: number]
>(
  'list_outbox',
  `SELECT ev.id, ev.action, e.iri AS eventable_iri, e.version, s.id AS source_id, s.iri AS boost_iri ${publicEvents} AND ev.id < $4
   ORDER BY ev.id DESC LIMIT $5`,
);

interface IriRow {
  id: number;
  iri: string;
}

const followList = (own: string, other: string) => `
  SELECT f.id, a.iri FROM follow f JOIN account a ON a.id = f.${other}
  WHERE f.${own} = $1 AND f.id < $2 AND a.iri IS NOT NULL AND a.deleted_at IS NULL AND a.suspended_at IS NULL
  ORDER BY f.id DESC LIMIT $3`;

export const listFollowerIris = statement<IriRow, [accountId: number, before: number, limit: number]>(
  'list_follower_iris',
  followList('followee_id', 'follower_id'),
);

export const listFollowingIris = statement<IriRow, [accountId: number, before: number, limit: number]>(
  'list_following_iris',
  followList('follower_id', 'followee_id'),
);

/** Version and page of a public item. */
export const findServable = statement<{ version: number; url: string | null }, [...Anyone, iri: string]>(
  'find_servable',
  `SELECT e.version, e.url FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
);

/** The public item with this page URL. */
export const findIriOfPage = statement<{ iri: string }, [...Anyone, url: string]>(
  'find_iri_of_page',
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE a.handle = split_part(split_part($3, '/@', 2), '/', 1) AND e.url = $3 AND ${visible()}`,
);

/** A stored activity whose object is still public. */
export const findPublicActivity = statement<{ body: string }, [...Anyone, iri: string]>(
  'find_public_activity',
  `SELECT activity.body FROM activity JOIN account actor ON actor.id = activity.account_id
   WHERE activity.iri = $3 AND activity.public AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
     AND NOT EXISTS (
       SELECT 1 FROM source_activity s
       WHERE s.account_id = activity.account_id AND s.iri = activity.iri AND s.undone_at IS NOT NULL)
     AND (activity.type IN ('Delete', 'Undo') OR (
       NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = activity.object_iri)
       AND NOT EXISTS (
         SELECT 1 FROM eventable e JOIN account a ON a.id = e.account_id
         WHERE e.iri = activity.object_iri AND (${visible()}) IS NOT TRUE)))`,
);

export const findCounts = statement<
  { id: number; author_iri: string; likes: number; shares: number; replies: number },
  [...Signer, iri: string]
>(
  'find_counts',
  `SELECT e.id, a.iri AS author_iri, e.likes_count AS likes, e.boosts_count AS shares, e.replies_count AS replies
   FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
);

/** Oldest first, with ids above `after`. */
export const listReplyIris = statement<
  IriRow,
  [...Signer, eventableId: number, after: number, limit: number]
>(
  'list_reply_iris',
  `SELECT e.id, e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.in_reply_to_id = $3 AND e.id > $4 AND e.iri IS NOT NULL AND ${visible()} ORDER BY e.id LIMIT $5`,
);

/** An item and its replies at every depth, oldest first. */
export const listConversation = statement<{ iri: string }, [...Signer, eventableId: number, limit: number]>(
  'list_conversation',
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path
     UNION ALL
     SELECT reply.id, below.path || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.in_reply_to_id = below.id AND e.id <> ALL(below.path) AND ${visible()}
       ORDER BY e.published_at, e.id LIMIT $4
     ) reply
     WHERE cardinality(below.path) <= 20
   ), nearest AS MATERIALIZED (SELECT id FROM below LIMIT $4)
   SELECT e.iri FROM nearest JOIN eventable e ON e.id = nearest.id WHERE e.iri IS NOT NULL ORDER BY e.published_at, e.id`,
);
