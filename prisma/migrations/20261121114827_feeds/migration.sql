-- AlterTable
ALTER TABLE "event" ADD COLUMN     "local" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "boost_created_at_idx" ON "boost"("created_at");

-- CreateIndex
CREATE INDEX "follow_created_at_idx" ON "follow"("created_at");

-- CreateIndex
CREATE INDEX "like_created_at_idx" ON "like"("created_at");

-- What Prisma's language has no word for ------------------------------------

-- A trigger, so that processes of the version before write it too.
CREATE FUNCTION event_is_local() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.local := EXISTS (SELECT 1 FROM account WHERE id = NEW.account_id AND host = '');
  RETURN NEW;
END $$;
CREATE TRIGGER event_is_local BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_is_local();
UPDATE event SET local = true FROM account WHERE account.id = event.account_id AND account.host = '';

CREATE INDEX event_created ON event (id) WHERE action = 'create';
CREATE INDEX event_created_here ON event (id) WHERE action = 'create' AND local;
CREATE INDEX eventable_cooked_at ON eventable (published_at) WHERE recipe_id IS NOT NULL;
CREATE INDEX notification_unread ON notification (account_id) WHERE NOT read;
CREATE INDEX eventable_url ON eventable USING hash (url) WHERE url IS NOT NULL;
CREATE INDEX account_url ON account USING hash (url) WHERE url IS NOT NULL;

-- The language's own text search, by the primary subtag of BCP 47.
CREATE FUNCTION search_config(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE split_part(lower(locale), '-', 1)
    WHEN 'ar' THEN 'arabic'::regconfig WHEN 'da' THEN 'danish'::regconfig WHEN 'de' THEN 'german'::regconfig
    WHEN 'el' THEN 'greek'::regconfig WHEN 'en' THEN 'english'::regconfig WHEN 'es' THEN 'spanish'::regconfig
    WHEN 'fi' THEN 'finnish'::regconfig WHEN 'fr' THEN 'french'::regconfig WHEN 'hu' THEN 'hungarian'::regconfig
    WHEN 'it' THEN 'italian'::regconfig WHEN 'nb' THEN 'norwegian'::regconfig WHEN 'nl' THEN 'dutch'::regconfig
    WHEN 'nn' THEN 'norwegian'::regconfig WHEN 'no' THEN 'norwegian'::regconfig WHEN 'pt' THEN 'portuguese'::regconfig
    WHEN 'ro' THEN 'romanian'::regconfig WHEN 'ru' THEN 'russian'::regconfig WHEN 'sv' THEN 'swedish'::regconfig
    WHEN 'tr' THEN 'turkish'::regconfig ELSE 'simple'::regconfig
  END $$;

-- Every reading of a query that search_config knows: finds more than is meant, never less.
CREATE FUNCTION search_query(query text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT websearch_to_tsquery('simple', query)
    || websearch_to_tsquery('arabic', query) || websearch_to_tsquery('danish', query)
    || websearch_to_tsquery('german', query) || websearch_to_tsquery('greek', query)
    || websearch_to_tsquery('english', query) || websearch_to_tsquery('spanish', query)
    || websearch_to_tsquery('finnish', query) || websearch_to_tsquery('french', query)
    || websearch_to_tsquery('hungarian', query) || websearch_to_tsquery('italian', query)
    || websearch_to_tsquery('norwegian', query) || websearch_to_tsquery('dutch', query)
    || websearch_to_tsquery('portuguese', query) || websearch_to_tsquery('romanian', query)
    || websearch_to_tsquery('russian', query) || websearch_to_tsquery('swedish', query)
    || websearch_to_tsquery('turkish', query) $$;

-- Cut where a tsvector could become too large to be stored. The cost keeps plans from computing it for every row, the
-- path lets an index be built where none is set.
CREATE FUNCTION search_document(locale text, name text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 SET search_path FROM CURRENT AS $$
  SELECT setweight(to_tsvector(search_config(locale), name), 'A')
    || to_tsvector(search_config(locale), left(content, 50000)) $$;

-- Names are in no language; what joins their parts is no part of them.
CREATE FUNCTION search_names(username text, name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT to_tsvector('simple', translate(username || ' ' || name, '._-/@', '     ')) $$;

CREATE INDEX eventable_search ON eventable USING gin (search_document(locale, name, content));
CREATE INDEX account_search ON account USING gin (search_names(username, name));
