-- IRIs of other servers are stored in one form: percent-encoded in upper case (RFC 3987 section 3.1). An IRI of which
-- both forms are stored stays as it is.

CREATE FUNCTION pg_temp.normal_iri(iri text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(
    CASE
      WHEN length(part) = 3 THEN upper(part)
      WHEN ascii(part) > 127 THEN upper(regexp_replace(encode(convert_to(part, 'UTF8'), 'hex'), '..', '%\&', 'g'))
      ELSE part
    END, '' ORDER BY place)
  FROM regexp_matches(iri, '%[89A-Fa-f][0-9A-Fa-f]|.', 'g') WITH ORDINALITY AS parts(found, place),
    LATERAL (SELECT found[1] AS part) AS first
$$;

DO $$
DECLARE
  place record;
  former text;
BEGIN
  FOR place IN SELECT * FROM (VALUES
    ('account', 'iri'), ('account', 'url'), ('account', 'followers_iri'), ('actor_key', 'iri'),
    ('eventable', 'iri'), ('eventable', 'url'), ('eventable', 'in_reply_to_iri'), ('eventable', 'recipe_iri'),
    ('eventable', 'forked_from_iri'), ('eventable', 'quote_iri'), ('step_link', 'target_iri'), ('collection', 'iri'),
    ('remote_collection_item', 'iri')
  ) AS places(in_table, in_column) LOOP
    FOR former IN EXECUTE format(
      'SELECT DISTINCT %1$I FROM %2$I WHERE %1$I ~ %3$L', place.in_column, place.in_table,
      '^https?://[\x21-\x2e\x30-\x7e]+/.*([^\x01-\x7f]|%[89A-Fa-f][a-f]|%[a-f][0-9A-Fa-f])'
    ) LOOP
      BEGIN
        EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE %2$I = $2', place.in_table, place.in_column)
          USING pg_temp.normal_iri(former), former;
      EXCEPTION WHEN unique_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
END
$$;
