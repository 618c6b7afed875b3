/** Reads multipart uploads: a file as `media[file]` or `media`, with its description. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { readBytes } from './json-body.ts';
import { multipartBoundary } from './multipart-boundary.ts';
import { type MultipartParts, parseMultipart } from './multipart-parser.ts';

const maxParts = 20;
/** Of everything except the files, headers of parts included. */
const maxTextBytes = 64 * 1_024;
const limits = { maxParts, maxFiles: maxParts, maxTextBytes };
const noParts: MultipartParts = { fields: [], files: [], oversized: [] };
const sliceBytes = 256 * 1_024;
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
  const received = await readBytes(request, maxUploadBodyBytes);
  const parts =
    received.length === 0 ? noParts : await parseMultipart(request.headers, slices(received), limits);
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

/** Others are served between two slices. */
async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    yield bytes.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}
