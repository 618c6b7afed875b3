-- What is older than 2020 shares its first two hours, in order: 16 ids for each second since 1970.
CREATE OR REPLACE FUNCTION backfilled_event_id(at timestamptz) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  turn bigint := nextval('event_sequence');
  candidate bigint := CASE
    WHEN at < timestamptz '2020-01-01Z' THEN greatest(floor(extract(epoch FROM at))::bigint, 256) * 16 + turn % 16
    ELSE event_id_at(least(greatest(at, timestamptz '2020-01-01 02:00Z'), clock_timestamp())) + turn % 4096
  END;
BEGIN
  WHILE EXISTS (SELECT 1 FROM event WHERE id = candidate) LOOP
    candidate := candidate + 1;
  END LOOP;
  RETURN candidate;
END $$;
