/** Serves the files of pictures to whoever may see what they belong to. */
import type { Context } from 'hono';
import type { Viewer } from '../domain/eventables/visibility.ts';
import { lookAt, type Seen, sizes } from '../domain/media/look.ts';
import { authenticate } from './authenticate.ts';
import { errorResponse } from './errors.ts';
import { visitOf } from './pages/session.ts';
import { isKnown, nothingHere } from './serve.ts';

/** On behalf of which server a GET is signed, if of any. */
export type VerifyGet = (request: Request) => Promise<{ host: string } | null>;

/** Answers `/media/:key/:size`. What is missing and what is not to be seen look the same. */
export function picturesFor(verifyGet: VerifyGet) {
  return async (context: Context): Promise<Response> => {
    const { req } = context;
    const key = req.param('key') ?? '';
    const size = sizes.find((name) => name === req.param('size'));
    try {
      const accountId = await lookerOf(context);
      const look = (viewer: Viewer) => (size ? lookAt(key, size, viewer) : null);

      let seen = await look({ accountId, host: null });
      if (!seen && req.header('signature') !== undefined) {
        const signer = await verifyGet(req.raw);
        if (signer) seen = await look({ accountId: null, host: signer.host });
      }
      return seen ? await send(seen, req.raw) : nothingHere();
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** By token, else by the session of our own pages. */
async function lookerOf(context: Context): Promise<number | null> {
  const caller = await authenticate(context.req.header('authorization') ?? null);
  if (caller) return caller.scopes.includes('read') ? caller.accountId : null;
  return (await visitOf(context))?.accountId ?? null;
}

/** The file under a key and size never changes. */
async function send(
  { file, public: isPublic }: Seen,
  { method, headers: asked }: Request,
): Promise<Response> {
  const headers = {
    'Cache-Control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    ...(!isPublic && { Vary: 'Authorization, Cookie, Signature' }),
    ETag: file.etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-origin',
  };
  const known = asked.get('if-none-match');
  const isFresh = known !== null && isKnown(known, file.etag);
  if (isFresh || method === 'HEAD') await file.discard();
  if (isFresh) return new Response(null, { status: 304, headers });
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: { ...headers, 'Content-Type': 'image/webp', 'Content-Length': String(file.size) },
  });
}
