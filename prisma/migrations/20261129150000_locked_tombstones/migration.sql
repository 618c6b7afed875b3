-- Locks IRIs until the end of the transaction, in one order, and returns their tombstones. Each statement of a volatile
-- function sees what was committed before it, so the second one sees what the lock waited for, which a single statement
-- with both would not.
CREATE FUNCTION locked_tombstones(iris text[]) RETURNS SETOF tombstone LANGUAGE plpgsql ROWS 1 AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended(given.iri, 0) AS key FROM unnest(iris) AS given (iri) ORDER BY key) AS keys;
  RETURN QUERY SELECT t.* FROM tombstone t WHERE t.iri = ANY(iris);
END $$;
