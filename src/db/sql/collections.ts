/** Statements behind the collections that other servers read: outbox, followers, following. */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

/** As `visible` wants them: nobody in particular asks. */
type Anyone = [accountId: null, host: null];
/** Everybody, or who may see it on the server that signs. */
type Server = [accountId: null, host: string | null];

// Everybody's view: a boost is in it when both the item and the boost are for everybody.
const shown = `
  FROM event ev
  JOIN eventable e ON e.id = ev.eventable_id
  JOIN account a ON a.id = e.account_id
  LEFT JOIN boost b ON ev.action = 'boost' AND b.account_id = ev.account_id AND b.eventable_id = ev.eventable_id
  WHERE ev.account_id = $3 AND e.iri IS NOT NULL AND ${visible()}
    AND (ev.action <> 'boost' OR (b.iri IS NOT NULL AND b.visibility IN ('public', 'unlisted')))`;

export const countOutbox = statement<{ total: number }, [...Anyone, accountId: number]>(
  'count_outbox',
  `SELECT count(*) AS total ${shown}`,
);

export interface OutboxEntry {
  id: number;
  action: 'create' | 'boost' | 'reply';
  eventable_iri: string;
  version: number;
  boost_id: number | null;
  boost_iri: string | null;
}

/** Newest first, events below `before`. */
export const listOutbox = statement<
  OutboxEntry,
  [...Anyone, accountId: number, before: number, limit: number]
>(
  'list_outbox',
  `SELECT ev.id, ev.action, e.iri AS eventable_iri, e.version, b.id AS boost_id, b.iri AS boost_iri ${shown} AND ev.id < $4
   ORDER BY ev.id DESC LIMIT $5`,
);

interface Related {
  id: number;
  iri: string;
}

const related = (mine: string, theirs: string) => `
  SELECT f.id, a.iri FROM follow f JOIN account a ON a.id = f.${theirs}
  WHERE f.${mine} = $1 AND f.id < $2 AND a.iri IS NOT NULL AND a.deleted_at IS NULL AND a.suspended_at IS NULL
  ORDER BY f.id DESC LIMIT $3`;

export const listFollowerIris = statement<Related, [accountId: number, before: number, limit: number]>(
  'list_follower_iris',
  related('followee_id', 'follower_id'),
);

export const listFollowingIris = statement<Related, [accountId: number, before: number, limit: number]>(
  'list_following_iris',
  related('follower_id', 'followee_id'),
);

/** What serving an item needs before it is rendered, if everybody may see it. */
export const findServable = statement<{ version: number; url: string | null }, [...Anyone, iri: string]>(
  'find_servable',
  `SELECT e.version, e.url FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
);

/** The item behind a page's path, if everybody may see it. */
export const findIriOfPage = statement<{ iri: string }, [...Anyone, url: string]>(
  'find_iri_of_page',
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE a.handle = split_part(split_part($3, '/@', 2), '/', 1) AND e.url = $3 AND ${visible()}`,
);

/** A stored activity, if everybody may still see what it is about. */
export const findPublicActivity = statement<{ body: string }, [...Anyone, iri: string]>(
  'find_public_activity',
  `SELECT activity.body FROM activity JOIN account actor ON actor.id = activity.account_id
   WHERE activity.iri = $3 AND activity.public AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = activity.iri)
     AND (activity.type IN ('Delete', 'Undo') OR (
       NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = activity.object_iri)
       AND NOT EXISTS (
         SELECT 1 FROM eventable e JOIN account a ON a.id = e.account_id
         WHERE e.iri = activity.object_iri AND (${visible()}) IS NOT TRUE)))`,
);

export const findCounts = statement<
  { id: number; author_iri: string; likes: number; shares: number; replies: number },
  [...Server, iri: string]
>(
  'find_counts',
  `SELECT e.id, a.iri AS author_iri, e.likes_count AS likes, e.boosts_count AS shares, e.replies_count AS replies
   FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = $3 AND ${visible()}`,
);

/** Oldest first, above `after`. */
export const listReplyIris = statement<
  Related,
  [...Server, eventableId: number, after: number, limit: number]
>(
  'list_reply_iris',
  `SELECT e.id, e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.in_reply_to_id = $3 AND e.id > $4 AND e.iri IS NOT NULL AND ${visible()} ORDER BY e.id LIMIT $5`,
);

/** An item and what answers it, directly or through others, as they were written. */
export const listConversation = statement<{ iri: string }, [...Server, eventableId: number, limit: number]>(
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
