/** Statements on places that processes share: locks of a session, free as soon as its process is gone. */
import { statement } from '../statement.ts';

const lockOf = `hashtextextended(place.name || ' ' || place.number, 1)`;

/** Of each name the first free number among those below its limit that this session does not hold; null where none is. */
export const lockPlaces = statement<
  { number: number | null },
  [names: string[], limits: number[], held: string[]]
>(
  'lock_places',
  `SELECT (
     SELECT place.number FROM (
       SELECT asked.name, n AS number FROM generate_series(0, asked.most - 1) AS n
     ) AS place
     -- In that order: a session gets what it holds already once more.
     WHERE CASE WHEN place.number <> ALL(string_to_array(asked.held, ',')::int[]) THEN pg_try_advisory_lock(${lockOf}) END
     LIMIT 1
   ) AS number
   FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS asked (name, most, held, row)
   ORDER BY asked.row`,
);

export const unlockPlaces = statement<never, [names: string[], numbers: number[]]>(
  'unlock_places',
  `SELECT pg_advisory_unlock(${lockOf}) FROM unnest($1::text[], $2::int[]) AS place (name, number)`,
);
