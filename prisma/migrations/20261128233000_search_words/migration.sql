-- Words of recipes, so that a search also finds parts of words and misspelled words.

-- The parts of three letters.
CREATE FUNCTION search_trigrams(key text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(key, place, 3)), '{}')
    FROM generate_series(1, length(key) - 2) AS place);

-- What the first seven letters leave without up to so many of them, 2 at most. Two words that differ by so many typing
-- errors share an entry.
CREATE FUNCTION search_remains(key text, errors integer) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_agg(DISTINCT '-' || remains) FROM (
    SELECT left(key, 7) AS remains
    UNION ALL
    SELECT overlay(left(key, 7) PLACING '' FROM first FOR 1) FROM generate_series(1, least(length(key), 7)) AS first
    WHERE errors >= 1
    UNION ALL
    SELECT overlay(overlay(left(key, 7) PLACING '' FROM second FOR 1) PLACING '' FROM first FOR 1)
    FROM generate_series(1, least(length(key), 7)) AS second, generate_series(1, second - 1) AS first
    WHERE errors >= 2) AS shorter);

-- CreateTable
CREATE TABLE "search_word" (
    "word" TEXT NOT NULL,
    "lexeme" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "grams" TEXT[],

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word","lexeme")
);

-- CreateIndex
CREATE INDEX "search_word_key_idx" ON "search_word"("key");

-- CreateIndex
-- A list of pending entries would be read by every search.
CREATE INDEX "search_word_grams_idx" ON "search_word" USING GIN ("grams") WITH (fastupdate = off);

-- Workers write outdated rows again.
ALTER TABLE "recipe_search" ADD COLUMN "index_version" SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX recipe_search_outdated ON recipe_search (eventable_id) WHERE index_version < 1;
