/** Reads multipart forms as a stream, so that a photo that is too large does not cost the text beside it. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { multipartBoundary } from './multipart-boundary.ts';

/** Enough for the rows of a long recipe. */
const maxFormParts = 2_000;
const maxFiles = 30;
/** A larger body is refused at once. Up to here, only the files that are too large are dropped. */
const maxFormBytes = 64 * 2 ** 20;

export interface FormParts {
  fields: [name: string, value: string][];
  /** Together at most as large as one upload. Empty inputs are left out. */
  files: { field: string; bytes: Uint8Array; name: string }[];
  /** The fields whose file was too large, alone or together with the files before it. */
  oversized: string[];
}

/** Throws too_large, unsupported_media_type or malformed. */
export async function readFormParts(request: Request, maxTextBytes: number): Promise<FormParts> {
  const boundary = multipartBoundary(request.headers);
  if (boundary === null || request.headers.has('content-encoding'))
    throw new DomainError('unsupported_media_type', t('errors.must-be-multipart'));
  const max = Math.max(maxFormBytes, config.maxUploadBytes + maxTextBytes);
  const tooLarge = () => new DomainError('too_large', t('errors.larger-than-bytes', { max }));
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();

  const parts: FormParts = { fields: [], files: [], oversized: [] };
  if (!request.body) return parts;
  const parser = createParser(boundary, maxTextBytes, parts);
  let length = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > max) throw tooLarge();
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(request.body as never), counted, parser);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', t('errors.multipart-invalid'));
  }
  return parts;
}

function createParser(boundary: string, maxTextBytes: number, { fields, files, oversized }: FormParts) {
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      fieldSize: maxTextBytes + 1,
      parts: maxFormParts,
      files: maxFiles,
      fileSize: config.maxUploadBytes + 1,
    },
  });
  const tooMany = () =>
    parser.destroy(new DomainError('malformed', t('errors.too-many-parts', { max: maxFormParts })));
  parser.on('partsLimit', tooMany);
  parser.on('filesLimit', tooMany);

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
      files.push({ field, name: name ?? '', bytes: new Uint8Array(Buffer.concat(chunks, size)) });
    });
  });
  return parser;
}
