/** Statements that load what an outgoing activity contains. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';
import { sourcesOf } from '../ledger/sources.ts';

/** Returns no row for a draft. */
export const findOutgoing = statement<
  {
    iri: string;
    author_id: number;
    visibility: 'public' | 'unlisted' | 'private' | 'direct';
    published_at: Date;
    updated_at: Date;
  },
  [eventableId: number]
>(
  'find_outgoing',
  `SELECT iri, account_id AS author_id, visibility, published_at, updated_at FROM eventable WHERE id = $1 AND publication = 'published' AND iri IS NOT NULL`,
);

/**
 * Returns a row if the item's Create is still to be sent: within a day of its publication, which an event records, there is no
 * Create whose deliveries are enqueued.
 */
export const selectUnsentPublication = statement<{ id: number }, [eventableId: number]>(
  'select_unsent_publication',
  `SELECT e.id FROM eventable e
   WHERE e.id = $1 AND e.published_at > now() - interval '1 day'
     AND EXISTS (SELECT FROM event v WHERE v.eventable_id = e.id AND v.account_id = e.account_id AND v.action <> 'boost')
     AND NOT EXISTS (
       SELECT FROM activity a
       WHERE a.account_id = e.account_id AND a.object_iri = e.iri AND a.type = 'Create' AND a.enqueued_at IS NOT NULL)`,
);

/**
 * Returns a row while `ownFact` about this activity is still to be sent, or any fact about an earlier one of the same account
 * about the same account or item. Quarantined facts do not count.
 */
export const selectUnsentFact = statement<{ id: string }, [sourceId: number, ownFact: string | null]>(
  'select_unsent_fact',
  `WITH earlier AS MATERIALIZED (
     SELECT t.id FROM source_activity s CROSS JOIN LATERAL ${sourcesOf(
       's',
       `(t.id < s.id OR (t.id = s.id AND $2::text IS NOT NULL))
         AND greatest(t.received_at, t.undone_at) > now() - interval '1 day'`,
     )} t WHERE s.id = $1
   )
   SELECT o.id FROM outbox o CROSS JOIN LATERAL jsonb_array_elements(
     CASE jsonb_typeof(o.payload) WHEN 'array' THEN o.payload ELSE jsonb_build_array(o.payload) END) AS unsent
   WHERE EXISTS (SELECT FROM earlier) AND o.job = 'send-activity' AND o.quarantined_at IS NULL
     AND (unsent ->> 'sourceId')::bigint IN (SELECT id FROM earlier)
     AND ((unsent ->> 'sourceId')::bigint < $1 OR unsent ->> 'fact' = $2) LIMIT 1`,
);

/**
 * Of these items, returns those that a followers-only item of the author may link to: public items, and items that the
 * same followers may see.
 */
export const selectNameable = statement<
  { id: number },
  [accountId: null, host: null, authorId: number, ids: number[]]
>(
  'select_nameable',
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = ANY($4::bigint[]) AND (${visible()}
     OR (e.account_id = $3 AND e.visibility = 'private' AND e.publication = 'published'))`,
);

export interface SourceOnItem {
  iri: string;
  account_id: number;
  undone: boolean;
  eventable_iri: string;
  author_id: number;
  author_iri: string;
  /** Of the boost, as long as there is one. */
  boost_visibility: 'public' | 'unlisted' | 'private' | 'direct';
  boosted_at: Date | null;
}

/** The activity by which a local account liked or boosted an item, and the item. */
export const findSourceOnItem = statement<SourceOnItem, [sourceId: number]>(
  'find_source_on_item',
  `SELECT s.iri, s.account_id, s.undone_at IS NOT NULL AS undone, e.iri AS eventable_iri, e.account_id AS author_id,
     a.iri AS author_iri, b.visibility AS boost_visibility, b.created_at AS boosted_at
   FROM source_activity s JOIN eventable e ON e.id = s.eventable_id JOIN account a ON a.id = e.account_id
     LEFT JOIN boost b ON s.type = 'boost' AND b.account_id = s.account_id AND b.eventable_id = s.eventable_id
   WHERE s.id = $1 AND e.iri IS NOT NULL AND a.iri IS NOT NULL`,
);
