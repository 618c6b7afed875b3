-- Indexes that lead to the first rows of a page at once, however many there are. Only items of other servers have a
-- `fetched_at`, and most items are no replies, so these four stay small.
CREATE INDEX eventable_newest_local_recipes ON eventable (published_at DESC, id DESC)
  WHERE type = 'recipe' AND publication = 'published' AND visibility = 'public' AND fetched_at IS NULL;
CREATE INDEX eventable_open_local ON eventable (account_id, in_reply_to_id)
  WHERE publication = 'published' AND visibility IN ('public', 'unlisted') AND fetched_at IS NULL;
CREATE INDEX eventable_replies ON eventable (in_reply_to_id, published_at, id) WHERE in_reply_to_id IS NOT NULL;
CREATE INDEX eventable_replies_by_id ON eventable (in_reply_to_id, id) WHERE in_reply_to_id IS NOT NULL;
DROP INDEX eventable_in_reply_to_id_idx;

-- The words of an item, a lexeme for its type, and one for the 4,096 items among which it arrived. So a search reads the
-- newest items of a type first, however many have the word. No word begins with an equals sign.
CREATE FUNCTION search_entry(id bigint, type eventable_type, locale text, name text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_document(locale, name, content) || array_to_tsvector(ARRAY[
    CASE type WHEN 'recipe' THEN '=t:recipe' WHEN 'preparation' THEN '=t:preparation' WHEN 'baking' THEN '=t:baking'
      ELSE '=t:status' END,
    '=b:' || (id / 4096)::text]);

-- Each search reads the list of pending entries several times, so it is kept short.
CREATE INDEX eventable_search_newest ON eventable
  USING gin (search_entry(id, type, locale, name, content)) WITH (gin_pending_list_limit = 256);
DROP INDEX eventable_search;
