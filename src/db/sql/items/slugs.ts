/** Finds and locks the slugs of an account's recipes. */
import { statement } from '../../statement.ts';

export const listSlugsLike = statement<{ slug: string }, [accountId: number, slug: string]>(
  'list_slugs_like',
  `SELECT slug FROM eventable WHERE account_id = $1 AND (slug = $2 OR slug LIKE $2 || '-%')`,
);

/** Serializes the creation of slugs, so that two recipes with the same name get different ones. */
export const lockSlugs = statement<never, [accountId: number]>(
  'lock_slugs',
  `SELECT pg_advisory_xact_lock(hashtextextended('slug', $1::bigint))`,
);
