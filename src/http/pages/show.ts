/** Answers with a page to whoever looks, or with one that says why there is none. */
import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Viewer } from '../../domain/eventables/visibility.ts';
import { isKnown } from '../serve.ts';
import { problem } from './errors.ts';
import { type Frame, type Html, page, pageHeaders } from './layout.ts';
import { type Visit, visitOf } from './session.ts';

/** Somebody who looks at a page. */
export interface Visitor {
  c: Context;
  visit: Visit | null;
  /** Through whose eyes items are read. */
  viewer: Viewer;
}

export interface Shown {
  title: string;
  body: Html;
  frame?: Omit<Frame, 'visit'>;
  headers?: Record<string, string>;
  /** 200 unless told. */
  status?: 422;
}

/** What is thrown is told in the same dress. */
export const showing =
  (work: (visitor: Visitor) => Promise<Shown | Response>) =>
  async (c: Context): Promise<Response> => {
    try {
      const visit = await visitOf(c);
      const viewer: Viewer = { accountId: visit?.accountId ?? null, host: null };
      const shown = await work({ c, visit, viewer });
      return shown instanceof Response ? shown : await render(c, shown, visit);
    } catch (error) {
      return problem(c, error);
    }
  };

/** Members get what is for them alone; everybody else gets the same, so that it can be known already, unless it refuses something. */
export async function render(c: Context, shown: Shown, visit: Visit | null): Promise<Response> {
  const text = String(await page(shown.title, shown.body, { ...shown.frame, visit }));
  const headers = { ...pageHeaders, Vary: 'Accept, Cookie', ...shown.headers };
  // With the cookies that were set meanwhile.
  if (visit || shown.status) return c.body(text, shown.status ?? 200, headers);

  const etag = `W/"${hash('sha1', text, 'base64url')}"`;
  const open = { ...headers, 'cache-control': 'no-cache', ETag: etag };
  const known = c.req.header('if-none-match');
  if (known && isKnown(known, etag)) return new Response(null, { status: 304, headers: open });
  return new Response(text, { headers: open });
}
