-- Ends boosts and collections with many followers by one row each. What follows is done by jobs, in batches.

-- A collection without an account is deleted, and nobody sees it. A job ends its follows and deletes the row.
ALTER TABLE "collection" ALTER COLUMN "account_id" DROP NOT NULL;

-- Which followers of a collection are told of its changes. Only Follows of other servers state when they were sent.
CREATE INDEX collection_follow_from_elsewhere ON collection_follow (collection_id) WHERE sent_at IS NOT NULL;

-- Home timelines show no entry without its event, so the entries of an event may outlive it until a job deletes them.
CREATE OR REPLACE FUNCTION delete_home_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('potluck.home_entries', true), '') = 'kept' THEN
    RETURN NULL;
  END IF;
  DELETE FROM home_entry WHERE eventable_id = OLD.eventable_id AND event_id + 0 = OLD.id;
  RETURN NULL;
END $$;
