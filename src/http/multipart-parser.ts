/** Splits multipart bodies into fields and files, chunk by chunk, so that nobody else waits for a large body. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { multipartBoundary } from './multipart-boundary.ts';

export interface MultipartParts {
  fields: [name: string, value: string][];
  /** Together at most as large as one upload. Empty inputs are left out. */
  files: { field: string; bytes: Uint8Array; name: string }[];
  /** The fields whose file was too large, alone or together with the files before it. */
  oversized: string[];
}

export interface MultipartLimits {
  maxParts: number;
  maxFiles: number;
  /** Of all fields together. */
  maxTextBytes: number;
}

/** Throws too_large, unsupported_media_type or malformed. */
export async function parseMultipart(
  headers: Headers,
  chunks: AsyncIterable<Uint8Array>,
  limits: MultipartLimits,
): Promise<MultipartParts> {
  const boundary = multipartBoundary(headers);
  if (boundary === null || headers.has('content-encoding'))
    throw new DomainError('unsupported_media_type', t('errors.must-be-multipart'));
  const parts: MultipartParts = { fields: [], files: [], oversized: [] };
  try {
    await pipeline(Readable.from(chunks), createParser(boundary, limits, parts));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', t('errors.multipart-invalid'));
  }
  return parts;
}

/** The parser gets our reading of the boundary, so that a header that names several is not split at another one. */
function createParser(
  boundary: string,
  { maxParts, maxFiles, maxTextBytes }: MultipartLimits,
  { fields, files, oversized }: MultipartParts,
) {
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      fieldSize: maxTextBytes + 1,
      parts: maxParts,
      files: maxFiles,
      fileSize: config.maxUploadBytes + 1,
    },
  });
  const refuse = (max: number) =>
    parser.destroy(new DomainError('malformed', t('errors.too-many-parts', { max })));
  parser.on('partsLimit', () => refuse(maxParts));
  parser.on('filesLimit', () => refuse(maxFiles));

  let textBytes = 0;
  parser.on('field', (name, value) => {
    textBytes += Buffer.byteLength(value);
    if (textBytes > maxTextBytes) parser.destroy(new DomainError('too_large', t('errors.too-much-text')));
    else fields.push([name, value]);
  });

  let fileBytes = 0;
  parser.on('file', (field, stream, name) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (fileBytes + size > config.maxUploadBytes) chunks = [];
      else chunks.push(chunk);
    });
    stream.on('end', () => {
      if (size === 0) return;
      if (fileBytes + size > config.maxUploadBytes) return void oversized.push(field);
      fileBytes += size;
      files.push({ field, name: name ?? '', bytes: Buffer.concat(chunks, size) });
    });
  });
  return parser;
}
