/** Splits multipart bodies into fields and files, chunk by chunk, so that nobody else waits for a large body. */
import { collectBytes } from '../lib/byte-collector.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { multipartBoundary } from './multipart-boundary.ts';
import { type PartHead, type PartSink, splitMultipart } from './multipart-splitter.ts';

export interface MultipartParts {
  fields: [name: string, value: string][];
  /** Empty inputs are left out. */
  files: { field: string; bytes: Uint8Array; name: string }[];
  /** The fields whose file was too large, alone or together with the files before it. Nothing of such a file is kept. */
  oversized: string[];
}

export interface MultipartLimits {
  maxParts: number;
  maxFiles: number;
  /** Of all fields together. */
  maxTextBytes: number;
  /** Of all files together. Defaults to one upload. */
  maxFileBytes?: number;
}

/**
 * Splits at our reading of the boundary, so that a header that names several is not split at another one. Throws too_large,
 * unsupported_media_type or malformed.
 */
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
    let rest = Number(headers.get('content-length') ?? 0) || 0;
    const splitter = splitMultipart(
      boundary,
      collector(limits, parts, () => rest),
    );
    for await (const chunk of chunks) {
      splitter.write(chunk);
      rest -= chunk.length;
    }
    splitter.end();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', t('errors.multipart-invalid'));
  }
  return parts;
}

/**
 * Puts each part where it belongs, and throws at the first limit that is exceeded.
 *
 * @param bytesLeft how many bytes of the body follow, or less
 */
function collector(
  { maxParts, maxFiles, maxTextBytes, maxFileBytes = config.maxUploadBytes }: MultipartLimits,
  { fields, files, oversized }: MultipartParts,
  bytesLeft: () => number,
): (head: PartHead | null) => PartSink | null {
  const counts = { parts: 0, files: 0, textBytes: 0, fileBytes: 0 };
  const count = (what: 'parts' | 'files', max: number) => {
    counts[what] += 1;
    if (counts[what] > max) throw new DomainError('malformed', t('errors.too-many-parts', { max }));
  };

  const field = ({ name, charset }: PartHead): PartSink => {
    const text = collectBytes();
    return {
      write: (bytes) => {
        counts.textBytes += bytes.length;
        if (counts.textBytes > maxTextBytes) throw new DomainError('too_large', t('errors.too-much-text'));
        text.add(bytes);
      },
      end: () => void fields.push([name, decode(text.bytes(), charset)]),
    };
  };

  const file = ({ name: field, filename = '' }: PartHead): PartSink => {
    const content = collectBytes(Math.min(bytesLeft(), maxFileBytes - counts.fileBytes));
    let size = 0;
    return {
      write: (bytes) => {
        size += bytes.length;
        if (counts.fileBytes + size > maxFileBytes) content.clear();
        else content.add(bytes);
      },
      end: () => {
        if (size === 0) return;
        if (counts.fileBytes + size > maxFileBytes) return void oversized.push(field);
        counts.fileBytes += size;
        files.push({ field, name: filename, bytes: content.bytes() });
      },
    };
  };

  return (head) => {
    count('parts', maxParts);
    if (!head) return null;
    if (head.filename === undefined && head.type !== 'application/octet-stream') return field(head);
    count('files', maxFiles);
    return file(head);
  };
}

/** An unknown charset counts as UTF-8. */
function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
