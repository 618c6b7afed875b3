/** Statements on what other servers sent us. */
import { statement } from '../statement.ts';
import { promiseBundles } from './outbox.ts';

/**
 * Keeps a batch of activities, each with the job that does what it says, in one statement; those that came before,
 * by actor and id, are passed over. Sorted, so that two batches never wait for one another; the jobs are in the order given.
 */
export const insertInbound = statement<
  { id: number },
  [actorIris: string[], activityIris: string[], types: string[], bodies: string[], signedPartOnly: boolean[]]
>(
  'insert_inbound',
  `WITH given AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bool[]) WITH ORDINALITY
       AS t (actor_iri, activity_iri, type, body, signed_part_only, place)
   ), kept AS (
     INSERT INTO inbound (actor_iri, activity_iri, type, body, signed_part_only)
     SELECT actor_iri, activity_iri, type, body, signed_part_only FROM given ORDER BY actor_iri, activity_iri
     ON CONFLICT DO NOTHING
     RETURNING id, actor_iri, activity_iri
   ), arrived AS (
     SELECT id, min(place) AS arrival FROM kept JOIN given USING (actor_iri, activity_iri) GROUP BY id
   ), promised AS (${promiseBundles(`'receive-activity'`, `jsonb_build_object('inboundId', id)`, 'arrived', 'arrival')}
   )
   SELECT id FROM kept`,
);

export interface InboundRow {
  id: number;
  actor_iri: string;
  activity_iri: string;
  type: string;
  body: string;
  received_at: Date;
  signed_part_only: boolean;
}

/** Those not handled yet. */
export const selectInbound = statement<InboundRow, [ids: number[]]>(
  'select_inbound',
  `SELECT id, actor_iri, activity_iri, type, body, received_at, signed_part_only FROM inbound
   WHERE id = ANY($1::bigint[]) AND handled_at IS NULL`,
);

export const settleInbound = statement<never, [ids: number[], outcomes: string[]]>(
  'settle_inbound',
  `UPDATE inbound SET handled_at = now(), outcome = ($2::text[])[array_position($1, id)] WHERE id = ANY($1::bigint[])`,
);
