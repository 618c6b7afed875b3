/** Statements on the words of recipes, in which searches look up what was typed. */
import { statement } from '../statement.ts';

/** The configurations that search_query knows. */
const languages = `'{simple,arabic,danish,german,greek,english,spanish,finnish,french,hungarian,italian,norwegian,dutch,
  portuguese,romanian,russian,swedish,turkish}'::regconfig[]`;

/** Beginnings and parts of more words would say too little. */
const maxSimilar = 15;

/**
 * Looks up words and their keys (`keyOf`), one row for each, in their order.
 * `folded`: Without accents.
 * `stems`: The word in all languages.
 * `is_stop`: In some language the word says nothing, as "with" in English.
 * `lexemes`: Words that begin with the key and are spelled otherwise, or that have it inside.
 * `phrase`: A tsquery of words in quotation marks, otherwise empty.
 */
export const selectSimilarWords = statement(
  'select_similar_words',
  ['words', 'keys'],
  `SELECT typed.folded, stems.lexemes AS stems, stems.is_stop,
     CASE WHEN starts_with(typed.folded, '"') THEN search_query(typed.folded)::text ELSE '' END AS phrase,
     ARRAY(SELECT lexeme FROM search_word w
       WHERE length(typed.key) >= 3 AND w.key >= typed.key AND w.key < typed.key || chr(1114111)
         AND NOT starts_with(w.lexeme, typed.folded)
       ORDER BY length(w.key), w.key, lexeme LIMIT ${maxSimilar})
     || ARRAY(SELECT lexeme FROM search_word w
       WHERE length(typed.key) >= 4 AND w.grams @> typed.trigrams AND strpos(w.key, typed.key) > 1
       ORDER BY right(w.key, length(typed.key)) = typed.key, length(w.key), w.key, lexeme LIMIT ${maxSimilar}) AS lexemes
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

/** Returns words that may differ from the keys by at most so many typing errors, 2 at most. `place` counts from 0. */
export const selectMisspelled = statement(
  'select_misspelled',
  ['keys', 'errors'],
  `SELECT typed.place::int - 1 AS place, near.word, near.key
   FROM (SELECT place, key, errors, search_remains(key, errors) AS remains
       FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS given (key, errors, place) OFFSET 0) AS typed
     CROSS JOIN LATERAL (
       SELECT min(word) AS word, key FROM (SELECT * FROM search_word w WHERE w.grams && typed.remains OFFSET 0) AS w
       WHERE abs(length(key) - length(typed.key)) <= typed.errors AND key <> typed.key
       GROUP BY key ORDER BY abs(length(key) - length(typed.key)), key LIMIT 500
     ) AS near`,
  { notNull: ['place', 'word'] },
);
