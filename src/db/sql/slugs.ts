/** Statements on the parts of addresses that are made from names. */
import { statement } from '../statement.ts';

export const slugsLike = statement<{ slug: string }, [accountId: number, slug: string]>(
  'slugs_like',
  `SELECT slug FROM eventable WHERE account_id = $1 AND (slug = $2 OR slug LIKE $2 || '-%')`,
);

/** Two recipes of one name, created at once, wait for each other. */
export const lockSlugs = statement<never, [accountId: number]>(
  'lock_slugs',
  `SELECT pg_advisory_xact_lock(hashtextextended('slug', $1::bigint))`,
);
