/** Reads multipart uploads: a file as `media[file]` or `media`, with its description. */
import { createHash } from 'node:crypto';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { limitedChunks } from '../lib/read-body.ts';
import { multipartBoundary } from './multipart-boundary.ts';
import { type MultipartParts, parseMultipart } from './multipart-parser.ts';

const maxParts = 20;
/** Of everything except the files, headers of parts included. */
const maxTextBytes = 64 * 1_024;
const limits = { maxParts, maxFiles: maxParts, maxTextBytes };
export const maxUploadBodyBytes = config.maxUploadBytes + maxTextBytes;

export interface UploadBody {
  /** Identifies the content for idempotency keys, independent of the multipart boundary. */
  bytes: string;
  value: {
    file: Uint8Array | undefined;
    /** The name of the file. */
    name: string | undefined;
    description: string | undefined;
    url: string | undefined;
    /** All files of the part, if several were sent. */
    files: { bytes: Uint8Array; name: string }[];
  };
}

/** An absent body has no file. Throws too_large, unsupported_media_type or malformed. */
export async function readUpload(request: Request, root: string): Promise<UploadBody> {
  const parts = await readParts(request);
  if (parts.oversized.length > 0) {
    throw new DomainError('too_large', {
      file: [t('errors.larger-than-bytes', { max: config.maxUploadBytes })],
    });
  }
  const files = [`${root}[file]`, `${root}[file][]`, root].flatMap((name) =>
    parts.files.filter(({ field }) => field === name),
  );
  const text = new Map(parts.fields.toReversed());
  const value = {
    file: files[0]?.bytes,
    name: files[0]?.name,
    description: text.get(`${root}[description]`) ?? text.get('description'),
    url: text.get('url'),
    files,
  };
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('base64url'));
  return { bytes: JSON.stringify([digests, value.description ?? null, value.url ?? null]), value };
}

export const isMultipart = ({ headers }: Request): boolean => multipartBoundary(headers) !== null;

async function readParts(request: Request): Promise<MultipartParts> {
  const chunks = limitedChunks(request, maxUploadBodyBytes);
  try {
    const first = await chunks.next();
    if (first.done) return { fields: [], files: [], oversized: [] };
    return await parseMultipart(request.headers, joined(first.value, chunks), limits);
  } finally {
    await chunks.return(undefined);
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
