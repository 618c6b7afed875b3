/** Statements on likes: the unique constraint is their idempotence. */
import { statement } from '../statement.ts';

/** What says that somebody likes an item: the `iri` of a Like, or the `reaction_iri` of an EmojiReact. */
type Saying = 'iri' | 'reaction_iri';
const otherThan: Record<Saying, Saying> = { iri: 'reaction_iri', reaction_iri: 'iri' };

const inserting = (saying: Saying) => `
  WITH item AS (
     SELECT id FROM eventable WHERE id = $2 AND publication = 'published' FOR KEY SHARE
   ), won AS (
     INSERT INTO "like" (account_id, eventable_id, ${saying}) SELECT $1, id, $3 FROM item
     ON CONFLICT DO NOTHING RETURNING id
   ), said_too AS (
     UPDATE "like" SET ${saying} = $3
     WHERE account_id = $1 AND eventable_id = $2 AND ${saying} IS NULL
       AND NOT EXISTS (SELECT 1 FROM "like" WHERE ${saying} = $3)
   ), counted AS (
     UPDATE eventable SET likes_count = likes_count + 1 WHERE id = $2 AND EXISTS (SELECT 1 FROM won)
   ) SELECT id FROM won`;

type Liked = [accountId: number, eventableId: number, iri: string];

/** The counter changes only with the row that won; nothing happens to an item that is gone or a draft by now. */
export const insertLike = statement<{ id: number }, Liked>('insert_like', inserting('iri'));
export const insertReaction = statement<{ id: number }, Liked>('insert_reaction', inserting('reaction_iri'));

const keeping = (saying: Saying) => `
  UPDATE "like" SET ${saying} = NULL
  WHERE account_id = $1 AND eventable_id = $2 AND ${otherThan[saying]} IS NOT NULL RETURNING id`;

type Kept = [accountId: number, eventableId: number];

/** One of the two was taken back; answers the like if it rests on the other still. */
export const keepWithoutLike = statement<{ id: number }, Kept>('keep_without_like', keeping('iri'));
export const keepWithoutReaction = statement<{ id: number }, Kept>(
  'keep_without_reaction',
  keeping('reaction_iri'),
);

export const deleteLike = statement<{ iri: string | null }, [accountId: number, eventableId: number]>(
  'delete_like',
  `WITH gone AS (
     DELETE FROM "like" WHERE account_id = $1 AND eventable_id = $2 RETURNING iri
   ), counted AS (
     UPDATE eventable SET likes_count = greatest(0, likes_count - 1) WHERE id = $2 AND EXISTS (SELECT 1 FROM gone)
   ) SELECT iri FROM gone`,
);

const selecting = (saying: Saying) => `
  (SELECT account_id, eventable_id, ${saying} AS said FROM "like" WHERE ${saying} = $1)
   UNION ALL
   (SELECT l.account_id, l.eventable_id, l.${saying} FROM "like" l JOIN eventable e ON e.id = l.eventable_id
    WHERE l.account_id = $2 AND e.iri = $3 AND l.${saying} IS NOT NULL)
   LIMIT 1`;

type Undone = [iri: string, accountId: number, objectIri: string | null];

interface Said {
  account_id: number;
  eventable_id: number;
  /** The IRI on which it rests. */
  said: string;
}

/** Which like an Undo means: that of the IRI, else that of the account for the item named. */
export const selectLike = statement<Said, Undone>('select_like', selecting('iri'));
export const selectReaction = statement<Said, Undone>('select_reaction', selecting('reaction_iri'));

export const selectSayings = statement<{ iri: string | null; reaction_iri: string | null }, Kept>(
  'select_sayings',
  `SELECT iri, reaction_iri FROM "like" WHERE account_id = $1 AND eventable_id = $2`,
);

const rebasing = (saying: Saying) => `
  UPDATE "like" SET ${saying} = $3 WHERE account_id = $1 AND eventable_id = $2`;

/** It rests on another activity from now on. */
export const rebaseLike = statement<never, Liked>('rebase_like', rebasing('iri'));
export const rebaseReaction = statement<never, Liked>('rebase_reaction', rebasing('reaction_iri'));

export interface LikeRow {
  iri: string;
  account_id: number;
  eventable_iri: string;
  author_id: number;
  author_iri: string;
}

/** What another server is told of a like. */
export const findLike = statement<LikeRow, [id: number]>(
  'find_like',
  `SELECT l.iri, l.account_id, e.iri AS eventable_iri, e.account_id AS author_id, a.iri AS author_iri
   FROM "like" l JOIN eventable e ON e.id = l.eventable_id JOIN account a ON a.id = e.account_id
   WHERE l.id = $1 AND l.iri IS NOT NULL AND e.iri IS NOT NULL AND a.iri IS NOT NULL`,
);
