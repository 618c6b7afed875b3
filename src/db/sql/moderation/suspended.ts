/** Removes what a suspended remote account left here. */
import { statement } from '../../statement.ts';

/** Ends its requests and collection follows, and deletes its notifications and its home and source rows. */
export const deleteTracesOfSuspended = statement<never, [accountId: number]>(
  'delete_traces_of_suspended',
  `WITH suspended AS MATERIALIZED (SELECT id FROM account WHERE id = $1 AND suspended_at IS NOT NULL AND host <> ''),
     requests AS (DELETE FROM follow_request r USING suspended s WHERE r.requester_id = s.id OR r.target_id = s.id),
     followed AS (
       DELETE FROM collection_follow f USING collection c, suspended s
       WHERE c.id = f.collection_id AND (f.account_id = s.id OR c.account_id = s.id)),
     homes AS (
       DELETE FROM home_entry h USING event e, suspended s
       WHERE e.account_id = s.id AND h.event_id = e.id AND h.eventable_id = e.eventable_id),
     sources AS (DELETE FROM source_activity f USING suspended s WHERE f.account_id = s.id OR f.target_id = s.id)
   DELETE FROM notification n USING suspended s WHERE n.actor_id = s.id`,
);
