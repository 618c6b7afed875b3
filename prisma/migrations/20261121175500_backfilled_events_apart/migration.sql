-- Two that come at once for the same ms, as all from before 2020 do, would both find the same id free.
CREATE OR REPLACE FUNCTION backfilled_event_id(at timestamptz) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  moment timestamptz := least(greatest(at, timestamptz '2020-01-01 00:00:00.001Z'), clock_timestamp());
  candidate bigint := event_id_at(moment) + nextval('event_sequence') % 4096;
BEGIN
  WHILE EXISTS (SELECT 1 FROM event WHERE id = candidate) LOOP
    candidate := candidate + 1;
  END LOOP;
  RETURN candidate;
END $$;
