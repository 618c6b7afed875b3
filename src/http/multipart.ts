/** Reads multipart uploads: a file as `media[file]` or `media`, with its description. */
import { createHash } from 'node:crypto';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { readBytes } from './json-body.ts';
import { multipartBoundary } from './multipart-boundary.ts';

const maxParts = 20;
/** For everything except the file. */
const overheadBytes = 64 * 1_024;

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
  const received = await readBytes(request, config.maxUploadBytes + overheadBytes);
  const form = received.length === 0 ? new FormData() : await parse(request.headers, received);

  const sent = [`${root}[file]`, `${root}[file][]`, root].flatMap((name) => form.getAll(name));
  const all = sent.filter((each) => each instanceof File);
  const files = await Promise.all(all.map(async (each) => ({ bytes: await each.bytes(), name: each.name })));
  const file = files[0];
  const description = form.get(`${root}[description]`) ?? form.get('description');
  const url = form.get('url');
  if (all.some(({ size }) => size > config.maxUploadBytes)) {
    throw new DomainError('too_large', {
      file: [t('errors.larger-than-bytes', { max: config.maxUploadBytes })],
    });
  }
  const value = {
    file: file?.bytes,
    name: file?.name,
    description: typeof description === 'string' ? description : undefined,
    url: typeof url === 'string' ? url : undefined,
    files,
  };
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('base64url'));
  return { bytes: JSON.stringify([digests, value.description ?? null, value.url ?? null]), value };
}

export const isMultipart = ({ headers }: Request): boolean => multipartBoundary(headers) !== null;

async function parse(headers: Headers, bytes: Uint8Array): Promise<FormData> {
  const boundary = multipartBoundary(headers);
  if (boundary === null || headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', t('errors.must-be-multipart'));
  }
  if (hasMoreThan(maxParts, bytes, `--${boundary}`)) {
    throw new DomainError('malformed', t('errors.too-many-parts', { max: maxParts }));
  }
  // The parser gets our reading of the boundary, so that it splits where the parts were counted.
  const contentType = `multipart/form-data; boundary="${boundary}"`;
  const copy = new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType } });
  return copy.formData().catch(() => {
    throw new DomainError('malformed', t('errors.multipart-invalid'));
  });
}

function hasMoreThan(limit: number, bytes: Uint8Array, delimiter: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(delimiter); at >= 0; at = buffer.indexOf(delimiter, at + 1)) {
    count += 1;
    // The last delimiter closes the body.
    if (count > limit + 1) return true;
  }
  return false;
}
