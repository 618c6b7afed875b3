/** Serves files of media. */
import type { Context } from 'hono';
import type { Viewer } from '../domain/accounts/account.ts';
import { mediaSizes, openMedium, type ServedMedium } from '../domain/media/media.ts';
import { config } from '../lib/config.ts';
import { iris } from '../lib/iris.ts';
import { findBrowserSession } from './browser-session.ts';
import { errorResponse } from './errors.ts';
import { authenticate, clientAddressOf, matchesETag, notFoundResponse } from './serve.ts';

// Builds the URLs of a picture in each size

interface PictureUrls {
  original: string;
  medium: string;
  small: string;
}

export function pictureUrls(key: string): PictureUrls {
  const base = `${config.baseUrl}/media/${key}`;
  return { original: `${base}/original`, medium: `${base}/medium`, small: `${base}/small` };
}

/** Shown for accounts without a picture of their own. */
export const defaultAvatarUrls: PictureUrls = {
  original: iris.defaultAvatar(),
  medium: `${config.baseUrl}/assets/avatar-200.png`,
  small: `${config.baseUrl}/assets/avatar-80.png`,
};

// Serves picture files to viewers who may see the item they belong to

/** Verifies the HTTP signature of a GET and returns who reads, or null. Limits count by the requester's address. */
type VerifyGet = (request: Request, requester: string) => Promise<{ viewer: Viewer } | null>;

/** Serves `/media/:key/:size`. Missing and invisible pictures get the same 404. */
export function pictureHandler(verifyGet: VerifyGet) {
  return async (context: Context): Promise<Response> => {
    const { req } = context;
    const key = req.param('key') ?? '';
    const size = mediaSizes.find((name) => name === req.param('size'));
    try {
      const accountId = await findViewerAccountId(context);
      const findFor = (viewer: Viewer) => (size ? openMedium(key, size, viewer) : null);

      let seen = await findFor({ accountId, host: null });
      if (!seen && req.header('signature') !== undefined) {
        const signer = await verifyGet(req.raw, clientAddressOf(context));
        if (signer) seen = await findFor(signer.viewer);
      }
      if (seen === 'no-avatar' && size)
        return new Response(null, {
          status: 302,
          headers: { Location: defaultAvatarUrls[size], 'Cache-Control': 'public, max-age=300' },
        });
      return seen && seen !== 'no-avatar' ? await send(seen, req.raw) : notFoundResponse();
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** Authenticates by token, else by browser session. */
async function findViewerAccountId(context: Context): Promise<number | null> {
  const caller = await authenticate(context.req.header('authorization') ?? null);
  if (caller) return caller.scopes.includes('read') ? caller.accountId : null;
  return (await findBrowserSession(context))?.accountId ?? null;
}

/**
 * The file for a key and size never changes, so browsers keep it. Shared caches ask again after five minutes, because
 * it may have been deleted or hidden.
 */
async function send({ file, isPublic }: ServedMedium, { method, headers: requestHeaders }: Request): Promise<Response> {
  const headers = {
    'Cache-Control': isPublic ? 'public, max-age=31536000, s-maxage=300, immutable' : 'private, no-store',
    ...(!isPublic && { Vary: 'Authorization, Cookie, Signature' }),
    ETag: file.etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
  };
  const known = requestHeaders.get('if-none-match');
  const isFresh = known !== null && matchesETag(known, file.etag);
  if (isFresh || method === 'HEAD') await file.discard();
  if (isFresh) return new Response(null, { status: 304, headers });
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: { ...headers, 'Content-Type': 'image/webp', 'Content-Length': String(file.size) },
  });
}
