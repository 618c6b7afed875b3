/** Statements of searches that go beyond the typed words: similar words, and ingredients at hand. */
import { statement } from '../statement.ts';
import {
  allSlices,
  askedSql,
  bucketSize,
  buckets,
  columns,
  type Facets,
  findable,
  maxMatches,
  newestSlices,
  resultSql,
  score,
  slicesSql,
} from './search.ts';
import { statementPerViewer } from './visibility.ts';

// Searches recipes by similar words

const isByRelevance = `$11 = 'relevance'`;
const isOther = 's.eventable_id <> ALL($12::bigint[])';

/** The newest matches, whatever the order. */
const similarSlices = newestSlices.map(({ query, where }) => ({
  query,
  where: where === undefined ? isOther : `${where} AND ${isOther}`,
}));

const rated = 's.rating_count, rating_score(s.rating_count, s.rating_sum) AS rating';

/**
 * Like `searchRecipes`, for a tsquery of similar words. `exact` are the recipes with the words as typed, which come
 * first by relevance.
 */
export const searchSimilarRecipes = statementPerViewer<'search_similar_recipes', Facets>(
  'search_similar_recipes',
  ['similar', 'filter', 'maxSeconds?', 'ingredients', 'limit', 'offset', 'hasPhoto?', 'excluded', 'order', 'exact'],
  (variant) => {
    const reading = {
      slices: similarSlices,
      columns: `${columns}, s.document, s.ingredient_count, ${rated}`,
      best: 's.seq DESC',
      score: `s.rating_count, s.rating, NULL::bigint AS place, ${score}`,
    };
    return `
  WITH ${askedSql('$3::tsquery')}, exact AS MATERIALIZED (
     SELECT found.*, given.place, NULL::float8 AS score
     FROM unnest($12::bigint[]) WITH ORDINALITY AS given (id, place)
       CROSS JOIN LATERAL (
         SELECT ${columns}, ${rated} FROM recipe_search s WHERE s.eventable_id = given.id OFFSET 0
       ) AS found
   ), ${slicesSql(reading, variant)}, matches AS MATERIALIZED (
     SELECT * FROM exact UNION ALL ${allSlices(similarSlices)} LIMIT ${maxMatches + 1}
   ), ${resultSql(`CASE WHEN ${isByRelevance} THEN place END NULLS LAST,
     CASE $11 WHEN 'relevance' THEN score WHEN 'cooked' THEN cooked_count WHEN 'rating' THEN rating END
       DESC NULLS LAST, CASE WHEN $11 = 'rating' THEN rating_count END DESC, seq DESC`)}`;
  },
  { notNull: ['ids', 'total', 'photos'] },
);

// Ranks recipes by how many of their ingredients are at hand

/** So many of the newest recipes are ranked, whatever is at hand. */
const maxNewest = 4_096;
/** Each is compared with each ingredient, so fewer recipes are ranked for more than eight ingredients. */
const maxComparisons = 8 * maxNewest;
/** So many of the newer ones, and of the others, if what is at hand is rare. */
const maxFurther = 1_000;
/** So many of all that are ranked are checked for visibility. */
const maxChecked = 1_500;
/** A rare ingredient is in at most so many recipes of a sample. */
const sample = { recipes: 300, rare: 3 };

/**
 * For lexemes without positions, PostgreSQL's ts_rank is the share of a query's alternatives that a document has, times
 * this.
 */
const rankOfAll = 0.1 / 1.64493406685;

const facts =
  's.eventable_id, s.seq, s.account_id, s.visibility, s.total_time, s.has_photo, s.terms, s.ingredient_count';
const present = `round(ts_rank(s.document, $6::tsquery) / ${rankOfAll} * cardinality($11::text[])) AS present`;
const isFiltered = `($5::int IS NULL OR s.total_time <= $5) AND ($9::boolean IS NULL OR s.has_photo = $9)`;

/** The newest recipes with a further query, which does not look at the order of its matches. */
const furtherSql = (buckets: string, where: string) => `
     SELECT ${facts}, ${present} FROM (
       SELECT ${facts}, s.document FROM recipe_search s
       WHERE s.document @@ (SELECT query && rest${buckets} FROM further, asked) AND ${where} AND ${isFiltered}
       ORDER BY s.seq DESC LIMIT ${maxFurther}
     ) AS s`;

/**
 * Like `searchRecipes`. `any` is a tsquery for any of the ingredients, `lexemes` are the same ingredients. All of them
 * are looked for in the newest recipes. If these are few, all are looked for in the others too, otherwise only the rare
 * ones: the cost is about the same whatever is at hand.
 */
export const searchRecipesAtHand = statementPerViewer<'search_recipes_at_hand', Facets>(
  'search_recipes_at_hand',
  ['words', 'filter', 'maxSeconds?', 'any', 'limit', 'offset', 'hasPhoto?', 'excluded', 'lexemes'],
  (variant) => `
  WITH asked AS MATERIALIZED (
     SELECT search_query(search_fold($3)) && !! search_query(search_fold($10)) && $4::tsquery AS rest,
       ${buckets(0, 1)} AS newest, ${buckets(0, 9)} AS recent, (top - 9) * ${bucketSize} AS recent_from,
       last - least(${maxNewest}, ${maxComparisons} / cardinality($11::text[])) AS newest_from
     FROM (SELECT last_value AS last, last_value / ${bucketSize} AS top FROM recipe_search_seq_seq) AS latest
   ), newest AS MATERIALIZED (
     SELECT ${facts}, ${present} FROM (
       SELECT ${facts}, s.document FROM recipe_search s
       WHERE s.document @@ (SELECT rest && newest FROM asked) AND s.seq > (SELECT newest_from FROM asked)
         AND ${isFiltered} OFFSET 0
     ) AS s WHERE s.document @@ $6::tsquery
   ), sampled AS MATERIALIZED (
     SELECT s.document FROM recipe_search s WHERE s.document @@ (SELECT newest FROM asked) LIMIT ${sample.recipes}
   ), further AS MATERIALIZED (
     SELECT CASE WHEN (SELECT count(*) FROM newest) < ${maxMatches} THEN $6::tsquery ELSE (
       SELECT string_agg(lexeme, '|')::tsquery FROM unnest($11::text[]) AS lexeme
       WHERE (SELECT count(*) FROM sampled WHERE document @@ lexeme::tsquery) <= ${sample.rare}) END AS query
   ), newer AS MATERIALIZED (${furtherSql(' && recent', 's.seq <= (SELECT newest_from FROM asked)')}
   ), others AS MATERIALIZED (${furtherSql(
     '',
     `s.seq < (SELECT recent_from FROM asked) AND (SELECT count(*) FROM newer) < ${maxFurther}`,
   )}
   ), ranked AS (
     SELECT *, present / greatest(ingredient_count, present, 1) AS score
     FROM (SELECT * FROM newest UNION ALL SELECT * FROM newer UNION ALL SELECT * FROM others) AS found
     ORDER BY score DESC, present DESC, seq DESC LIMIT ${maxChecked}
   ), matches AS MATERIALIZED (
     SELECT s.* FROM ranked s WHERE ${findable(variant)} LIMIT ${maxMatches + 1}
   ), ${resultSql('score DESC, present DESC, seq DESC')}`,
  { notNull: ['ids', 'total', 'photos'] },
);

// Looks up the words of recipes

/** The configurations that search_query knows. */
const languages = `'{simple,arabic,danish,german,greek,english,spanish,finnish,french,hungarian,italian,norwegian,dutch,
  portuguese,romanian,russian,swedish,turkish}'::regconfig[]`;

/** Of more words, only the first are looked at. */
const maxLookedAt = 1_000;
const maxSimilar = 40;

/**
 * Looks up words and their keys (`keyOf`), one row for each, in their order.
 * `folded`: Without accents.
 * `stems`: The word in all languages.
 * `is_stop`: In some language the word says nothing, as "with" in English.
 * `lexemes`: Words that have the key in them or end as it does in some language, the shortest first.
 * `phrase`: A tsquery of words in quotation marks, otherwise empty.
 */
export const selectSimilarWords = statement(
  'select_similar_words',
  ['words', 'keys'],
  `SELECT typed.folded, stems.lexemes AS stems, stems.is_stop,
     CASE WHEN starts_with(typed.folded, '"') THEN search_query(typed.folded)::text ELSE '' END AS phrase,
     ARRAY(SELECT lexeme FROM (
       (SELECT lexeme, key FROM search_word w
        WHERE length(typed.key) >= 3 AND w.key >= typed.key AND w.key < typed.key || chr(1114111)
        ORDER BY w.key LIMIT ${maxLookedAt})
       UNION ALL
       (SELECT lexeme, key FROM search_word w
        WHERE length(typed.key) >= 4 AND w.grams @> typed.trigrams AND strpos(w.key, typed.key) > 1
        LIMIT ${maxLookedAt})
       UNION ALL
       (SELECT lexeme, key
        FROM (SELECT stem, search_trigrams(stem) AS trigrams FROM unnest(stems.lexemes) AS stem
            WHERE length(stem) >= 4 AND stem <> typed.folded OFFSET 0) AS stemmed
          JOIN search_word w ON w.grams @> stemmed.trigrams AND right(w.lexeme, length(stem)) = stem
        LIMIT ${maxLookedAt})
     ) AS near GROUP BY lexeme ORDER BY min(length(key)), lexeme LIMIT ${maxSimilar}) AS lexemes
   FROM (SELECT place, key, search_fold(lower(word)) AS folded, search_trigrams(key) AS trigrams
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (word, key, place) OFFSET 0) AS typed
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(DISTINCT lexeme) FILTER (WHERE lexeme IS NOT NULL), '{}') AS lexemes,
         bool_or(lexeme IS NULL) AS is_stop
       FROM unnest(${languages}) AS language LEFT JOIN LATERAL
         unnest(tsvector_to_array(to_tsvector(language, typed.folded))) AS lexeme ON true
     ) AS stems
   ORDER BY typed.place`,
  { notNull: ['folded', 'stems', 'is_stop', 'phrase', 'lexemes'] },
);

/**
 * For words that are not in the dictionary, returns words that may differ from the keys by at most so many typing
 * errors, 2 at most. `place` counts from 0.
 * `is_in_recipes`: Some recipe has the word elsewhere, or another word of the same stem.
 */
export const selectMisspelled = statement(
  'select_misspelled',
  ['words', 'keys', 'errors'],
  `SELECT typed.place::int - 1 AS place, typed.is_in_recipes, near.word, near.key
   FROM (SELECT place, key, errors, search_remains(key, errors) AS remains,
         (SELECT 1 FROM recipe_search s WHERE s.document @@ search_query(search_fold(word)) LIMIT 1) IS NOT NULL
           AS is_in_recipes
       FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS given (word, key, errors, place)
       WHERE (SELECT 1 FROM search_word w WHERE w.key = given.key LIMIT 1) IS NULL OFFSET 0) AS typed
     CROSS JOIN LATERAL (
       SELECT min(word) AS word, key FROM (SELECT * FROM search_word w WHERE w.grams && typed.remains OFFSET 0) AS w
       WHERE abs(length(key) - length(typed.key)) <= typed.errors
       GROUP BY key ORDER BY abs(length(key) - length(typed.key)), key LIMIT 500
     ) AS near`,
  { notNull: ['place', 'is_in_recipes', 'word'] },
);
