/** Serves the files of pictures to whoever may see what they belong to. */
import type { Context } from 'hono';
import type { Viewer } from '../domain/eventables/visibility.ts';
import { lookAt, type Seen, sizes } from '../domain/media/look.ts';
import { authenticate } from './authenticate.ts';
import { errorResponse } from './errors.ts';
import { isKnown, nothingHere } from './serve.ts';

/** On behalf of which server a GET is signed, if of any. */
export type VerifyGet = (request: Request) => Promise<{ host: string } | null>;

/** Answers `/media/:key/:size`. What is missing and what is not to be seen look the same. */
export function picturesFor(verifyGet: VerifyGet) {
  return async ({ req }: Context): Promise<Response> => {
    const key = req.param('key') ?? '';
    const size = sizes.find((name) => name === req.param('size'));
    try {
      const caller = await authenticate(req.header('authorization') ?? null);
      const accountId = caller?.scopes.includes('read') ? caller.accountId : null;
      const look = (viewer: Viewer) => (size ? lookAt(key, size, viewer) : null);

      let seen = await look({ accountId, host: null });
      if (!seen && req.header('signature') !== undefined) {
        const signer = await verifyGet(req.raw);
        if (signer) seen = await look({ accountId: null, host: signer.host });
      }
      return seen ? send(seen, req.header('if-none-match')) : nothingHere();
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** The file under a key and size never changes. */
function send({ file, public: isPublic }: Seen, known: string | undefined): Response {
  const headers = {
    'Cache-Control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    ...(!isPublic && { Vary: 'Authorization, Signature' }),
    ETag: file.etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  if (known && isKnown(known, file.etag)) return new Response(null, { status: 304, headers });
  const length = String(file.blob.size);
  return new Response(file.blob, {
    headers: { ...headers, 'Content-Type': 'image/webp', 'Content-Length': length },
  });
}
