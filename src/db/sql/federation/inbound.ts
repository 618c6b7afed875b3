/** Statements on received activities. */
import { statement } from '../../statement.ts';
import { enqueueInSql } from '../jobs/outbox.ts';

/**
 * Inserts a batch of activities and enqueues their jobs in the same order. Duplicates, by digest, are skipped. Rows are
 * inserted in sorted order, so that concurrent batches cannot deadlock.
 */
export const insertInbound = statement<
  { id: number },
  [
    actorIris: string[],
    activityIris: string[],
    types: string[],
    bodies: string[],
    digests: Buffer[],
    signedAt: Date[],
    verifiedByLdSignature: boolean[],
  ]
>(
  'insert_inbound',
  `WITH input AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[], $7::bool[])
       WITH ORDINALITY AS t (actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature, ordinal)
   ), inserted AS (
     INSERT INTO inbound (actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature)
     SELECT actor_iri, activity_iri, type, body, digest, signed_at, verified_by_ld_signature FROM input ORDER BY digest
     ON CONFLICT DO NOTHING
     RETURNING id, digest
   ), ordered AS (
     SELECT id, min(ordinal) AS position FROM inserted JOIN input USING (digest) GROUP BY id
   ), enqueued AS (${enqueueInSql(`'receive-activity'`, `jsonb_build_object('inboundId', id)`, 'ordered', 'position')}
   )
   SELECT id FROM inserted`,
);

export interface InboundRow {
  id: number;
  actor_iri: string;
  activity_iri: string;
  type: string;
  body: string;
  /** The time in the signature of the request, or in the proof of a forwarded activity. */
  signed_at: Date;
  received_at: Date;
  verified_by_ld_signature: boolean;
}

/** Returns the activities that have not been handled yet. */
export const selectInbound = statement<InboundRow, [ids: number[]]>(
  'select_inbound',
  `SELECT id, actor_iri, activity_iri, type, body, signed_at, received_at, verified_by_ld_signature FROM inbound
   WHERE id = ANY($1::bigint[]) AND handled_at IS NULL`,
);

/** Drops the bodies too: the rows stay only to recognise duplicates. */
export const markInboundHandled = statement<never, [ids: number[], outcomes: string[]]>(
  'mark_inbound_handled',
  `UPDATE inbound SET handled_at = now(), body = '', outcome = ($2::text[])[array_position($1, id)] WHERE id = ANY($1::bigint[])`,
);
