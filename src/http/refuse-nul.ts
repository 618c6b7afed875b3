/** Refuses URLs that contain an encoded NUL, which PostgreSQL cannot store or compare. */
import type { MiddlewareHandler } from 'hono';
import { DomainError, notFound } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';

/** Throws not_found for a NUL in the path, because nothing has such a name, and malformed for one in the query. */
export const refuseNul: MiddlewareHandler = async ({ req }, next) => {
  if (req.url.includes('%00')) {
    if (new URL(req.url).pathname.includes('%00')) throw notFound();
    throw new DomainError('malformed', t('errors.query-has-nul'));
  }
  await next();
};
