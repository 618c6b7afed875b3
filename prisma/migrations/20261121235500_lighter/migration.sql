-- What tells whose an event is does so; for statements that do not, those of the version before among them, it is looked up.
ALTER TABLE event ALTER COLUMN local DROP DEFAULT;
CREATE OR REPLACE TRIGGER event_is_local BEFORE INSERT ON event
  FOR EACH ROW WHEN (NEW.local IS NULL) EXECUTE FUNCTION event_is_local();

-- Its parts are known by more than their names, so it needs no path, and becomes part of whatever asks for it.
CREATE OR REPLACE FUNCTION search_document(locale text, name text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN setweight(to_tsvector(search_config(locale), name), 'A')
    || to_tsvector(search_config(locale), left(content, 50000));

-- Few events move.
DROP INDEX event_moved_from;
CREATE INDEX event_moved_from ON event (moved_from) WHERE moved_from IS NOT NULL;
