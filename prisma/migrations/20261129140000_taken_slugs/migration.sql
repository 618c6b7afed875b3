-- Locks the slugs of an account until the end of the transaction, and returns those that a new one could collide with.
-- Each statement of a volatile function sees what was committed before it, so the second one sees what the lock waited
-- for, which a single statement with both would not.
CREATE FUNCTION taken_slugs(account bigint, wanted text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('slug', account));
  RETURN QUERY SELECT e.slug FROM eventable e WHERE e.account_id = account AND (e.slug = wanted OR e.slug LIKE wanted || '-%');
END $$;
