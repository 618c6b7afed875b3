/** Limits requests to a page by the client's address. */
import type { MiddlewareHandler } from 'hono';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { formErrorPage } from './message-page.tsx';

/** For pages and feeds that search. */
export const searchLimit: RateLimit = { name: 'search', quota: 300, windowSeconds: 300 };

/** For feeds and what other sites embed. A service reads the feeds of many people from one address. */
export const feedLimit: RateLimit = { name: 'feeds', quota: 600, windowSeconds: 300 };

export const limitByAddress =
  (limit: RateLimit): MiddlewareHandler =>
  async (c, next) => {
    const headers: Record<string, string> = {};
    try {
      await enforceRateLimit(limit, clientAddressOf(c), headers);
    } catch (error) {
      return formErrorPage(c, error, headers);
    }
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return next();
  };
