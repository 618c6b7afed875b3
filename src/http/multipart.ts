/** Reads multipart bodies (RFC 7578). */
import type { MiddlewareHandler } from 'hono';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { sizeText } from '../lib/language/formats.ts';
import { t } from '../lib/language/text.ts';
import { releaseBytes } from '../lib/memory.ts';
import { collectBytes, limitedChunks } from '../lib/read-body.ts';
import { NoSpace } from '../lib/storage/disk-space.ts';
import { type FileReceiver, type ReceivedFile, receiveFile } from '../lib/storage/local-file.ts';

// Reads the boundary of a multipart body from its Content-Type

const mediaType = /^multipart\/form-data(?=[\s;]|$)/i;
/** One parameter, or none after a semicolon (RFC 9110 §5.6.6). */
const parameter = /\s*;\s*(?:([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~/:=?()@,-]+)))?/y;
/** RFC 2046 §5.1.1, without a space at the end. */
const boundary = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;
/** Longer than any client needs. */
const maxLength = 500;

/** Returns null unless the whole header is valid and names exactly one boundary. */
export function multipartBoundary(headers: Headers): string | null {
  const text = (headers.get('content-type') ?? '').trim();
  const type = mediaType.exec(text);
  if (!type || text.length > maxLength) return null;

  const found: string[] = [];
  let end = type[0].length;
  while (end < text.length) {
    parameter.lastIndex = end;
    const match = parameter.exec(text);
    if (!match) return null;
    if (match[1]?.toLowerCase() === 'boundary') found.push(match[2] ?? match[3]!);
    end = parameter.lastIndex;
  }
  return found.length === 1 && boundary.test(found[0]!) ? found[0]! : null;
}

// Splits a multipart/form-data body (RFC 7578) into its parts. It has no events: what it throws reaches the caller.

interface PartHead {
  name: string;
  /** Its last segment. Undefined for a part that is not a file. */
  filename: string | undefined;
  /** The media type in lower case, without parameters. */
  type: string;
  charset: string;
}

/** What becomes of the content of a part. The bytes are gone after the call. */
interface PartSink {
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** The body does not have the form that its Content-Type promises. */
export class NotMultipart extends Error {
  override readonly name = 'NotMultipart';
}

interface Splitter {
  write(chunk: Uint8Array): Promise<void>;
  /** Throws NotMultipart if the body broke off. */
  end(): void;
}

const maxHeadBytes = 8 * 1_024;
/** RFC 2046 §5.1.1 allows white space after a delimiter. */
const maxPadding = 100;
const lineEnd = '\r\n';

/** @param open called for each part, also with null for one that is no form field, before its content */
export function splitMultipart(boundary: string, open: (head: PartHead | null) => PartSink | null): Splitter {
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  // The first delimiter needs no line before it.
  let rest: Buffer = Buffer.from(lineEnd);
  let step: (() => boolean | Promise<boolean>) | null = findDelimiter;
  let sink: PartSink | null = null;

  /** Each step returns false if it needs more bytes. */
  async function findDelimiter(): Promise<boolean> {
    const at = rest.indexOf(delimiter);
    const end = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
    if (end > 0) await sink?.write(rest.subarray(0, end));
    rest = rest.subarray(at < 0 ? end : at + delimiter.length);
    if (at < 0) return false;
    await sink?.end();
    sink = null;
    step = readDelimiterLine;
    return true;
  }

  function readDelimiterLine(): boolean {
    if (rest.length < 2) return false;
    if (rest.toString('latin1', 0, 2) === '--') {
      step = null;
      return false;
    }
    const end = rest.indexOf(lineEnd);
    const padding = rest.toString('latin1', 0, end < 0 ? rest.length : end).replace(/\r$/, '');
    if (padding.length > maxPadding || /[^ \t]/.test(padding)) throw new NotMultipart('no delimiter');
    if (end < 0) return false;
    rest = rest.subarray(end);
    step = readHead;
    return true;
  }

  /** The line end of the delimiter is still there, so that an empty head ends like the others. */
  function readHead(): boolean {
    const end = rest.indexOf(lineEnd + lineEnd);
    if ((end < 0 ? rest.length : end) > maxHeadBytes) throw new NotMultipart('a head is too long');
    if (end < 0) return false;
    sink = open(parseHead(rest.toString('utf8', 0, end)));
    rest = rest.subarray(end + lineEnd.length * 2);
    step = findDelimiter;
    return true;
  }

  return {
    write: async (chunk) => {
      if (!step) return;
      const joined = Buffer.concat([rest, chunk]);
      rest = joined;
      while (await step?.());
      if (rest.length === joined.length) return;
      rest = Buffer.from(rest);
      releaseBytes(joined);
    },
    end: () => {
      if (step) throw new NotMultipart('the body broke off');
    },
  };
}

/** Returns null unless it names a form field. */
function parseHead(text: string): PartHead | null {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r\n(?=[ \t])/g, '').split(lineEnd)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const type = headers.get('content-type') ?? 'text/plain';
  const { name, ...parameters } = parametersOf(disposition);
  if (!/^form-data\s*(?:;|$)/i.test(disposition) || name === undefined || /[\r\n]/.test(name)) return null;
  return {
    name,
    filename: filenameOf(parameters),
    type: type.split(';')[0]!.trim().toLowerCase(),
    charset: parametersOf(type).charset ?? 'utf-8',
  };
}

/** A backslash escapes only a quote or itself, because old browsers send Windows paths. */
function parametersOf(value: string): Partial<Record<string, string>> {
  const parameters: Partial<Record<string, string>> = Object.create(null);
  for (const [, name, quoted, plain] of value.matchAll(/;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g))
    parameters[name!.toLowerCase()] ??= quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain!.trim();
  return parameters;
}

function filenameOf(parameters: Partial<Record<string, string>>): string | undefined {
  const name = decodeExtended(parameters['filename*']) ?? parameters.filename;
  return name?.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** RFC 8187, which some clients use for names that are not ASCII. */
function decodeExtended(text: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

// Splits multipart bodies into fields and files, chunk by chunk, so that nobody else waits for a large body

export interface FormFile {
  field: string;
  file: ReceivedFile;
  name: string;
}

export interface MultipartParts {
  fields: [name: string, value: string][];
  /** Empty inputs are left out. */
  files: FormFile[];
  /**
   * The fields whose file was too large, alone or together with the files before it. Nothing of such a file is kept.
   */
  oversized: string[];
  /** The fields whose file found no room on the disk. Nothing of such a file is kept. */
  unstored: string[];
}

interface MultipartLimits {
  maxParts: number;
  maxFiles: number;
  /** Of all fields together. */
  maxTextBytes: number;
  /** Of all files together. Defaults to one upload. */
  maxFileBytes?: number;
}

const openFiles = new WeakMap<Request, FileReceiver[]>();

/** Closes the files that came with a request once it is answered or broken off, and so removes them. */
export const closeReceivedFiles: MiddlewareHandler = async ({ req }, next) => {
  try {
    await next();
  } finally {
    for (const file of openFiles.get(req.raw) ?? []) await file.close();
  }
};

/** The files are open until the request is answered. */
async function receiveFor(request: Request): Promise<FileReceiver> {
  const file = await receiveFile();
  const files = openFiles.get(request) ?? [];
  openFiles.set(request, [...files, file]);
  return file;
}

/**
 * Splits at our reading of the boundary, so that a header that names several is not split at another one. Throws
 * too_large, unsupported_media_type or malformed.
 */
export async function parseMultipart(
  request: Request,
  chunks: AsyncIterable<Uint8Array>,
  limits: MultipartLimits,
): Promise<MultipartParts> {
  const { headers } = request;
  const boundary = multipartBoundary(headers);
  if (boundary === null || headers.has('content-encoding'))
    throw new DomainError('unsupported_media_type', t('errors.must-be-multipart'));
  const parts: MultipartParts = { fields: [], files: [], oversized: [], unstored: [] };
  try {
    const splitter = splitMultipart(
      boundary,
      collector(limits, parts, () => receiveFor(request)),
    );
    for await (const chunk of untilBroken(chunks)) await splitter.write(chunk);
    splitter.end();
  } catch (error) {
    if (!(error instanceof NotMultipart)) throw error;
    throw new DomainError('malformed', t('errors.multipart-invalid'));
  }
  return parts;
}

/** Tells a body that broke off from a disk that failed. */
async function* untilBroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new NotMultipart('the body broke off', { cause: error });
  }
}

/** Puts each part where it belongs, and throws at the first limit that is exceeded. */
function collector(
  { maxParts, maxFiles, maxTextBytes, maxFileBytes = config.maxUploadBytes }: MultipartLimits,
  { fields, files, oversized, unstored }: MultipartParts,
  receive: () => Promise<FileReceiver>,
): (head: PartHead | null) => PartSink | null {
  const counts = { parts: 0, files: 0, textBytes: 0, fileBytes: 0 };
  const count = (what: 'parts' | 'files', max: number) => {
    counts[what] += 1;
    if (counts[what] > max) throw new DomainError('malformed', t('errors.too-many-parts', { max }));
  };

  const field = ({ name, charset }: PartHead): PartSink => {
    const text = collectBytes();
    return {
      write: async (bytes) => {
        counts.textBytes += bytes.length;
        if (counts.textBytes > maxTextBytes) throw new DomainError('too_large', t('errors.too-much-text'));
        text.add(bytes);
      },
      end: async () => void fields.push([name, decode(text.bytes(), charset)]),
    };
  };

  const file = ({ name: field, filename = '' }: PartHead): PartSink => {
    let content: FileReceiver | undefined;
    let size = 0;
    let hasRoom = true;
    const withRoom = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof NoSpace)) throw error;
        hasRoom = false;
        await content?.close();
      }
    };
    return {
      write: async (bytes) => {
        size += bytes.length;
        if (counts.fileBytes + size > maxFileBytes) return content?.close();
        if (!hasRoom) return;
        await withRoom(async () => {
          content ??= await receive();
          await content.write(bytes);
        });
      },
      end: async () => {
        if (counts.fileBytes + size > maxFileBytes) return void oversized.push(field);
        counts.fileBytes += size;
        if (hasRoom)
          await withRoom(async () => {
            if (content) files.push({ field, name: filename, file: await content.end() });
          });
        if (!hasRoom) unstored.push(field);
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

// Reads multipart uploads: a file as `media[file]` or `media`, with its description

const maxParts = 20;
/** Of everything except the files, headers of parts included. */
const maxTextBytes = 64 * 1_024;
const limits = { maxParts, maxFiles: maxParts, maxTextBytes };
export const maxUploadBodyBytes = config.maxUploadBytes + maxTextBytes;

interface UploadBody {
  /** Identifies the content for idempotency keys, independent of the multipart boundary. */
  bytes: string;
  value: {
    file: ReceivedFile | undefined;
    /** The name of the file. */
    name: string | undefined;
    description: string | undefined;
    url: string | undefined;
    /** All files of the part, if several were sent. */
    files: Pick<FormFile, 'file' | 'name'>[];
  };
}

/** An absent body has no file. Throws too_large, unsupported_media_type, validation_failed or malformed. */
export async function readUpload(request: Request, root: string): Promise<UploadBody> {
  const parts = await readParts(request);
  if (parts.unstored.length > 0) throw new NoSpace();
  if (parts.oversized.length > 0) {
    throw new DomainError('too_large', {
      file: [t('errors.file-too-large', { fileBytes: sizeText(config.maxUploadBytes) })],
    });
  }
  const files = [`${root}[file]`, `${root}[file][]`, root].flatMap((name) =>
    parts.files.filter(({ field }) => field === name),
  );
  const [other] = parts.files;
  if (files.length === 0 && other) {
    const names = { expected: `${root}[file]`, found: other.field.slice(0, 100) };
    throw new DomainError('validation_failed', { file: [t('errors.file-in-other-field', names)] });
  }
  const text = new Map(parts.fields.toReversed());
  const value = {
    file: files[0]?.file,
    name: files[0]?.name,
    description: text.get(`${root}[description]`) ?? text.get('description'),
    url: text.get('url'),
    files,
  };
  const digests = files.map(({ file }) => file.digest);
  return { bytes: JSON.stringify([digests, value.description ?? null, value.url ?? null]), value };
}

export const isMultipart = ({ headers }: Request): boolean => multipartBoundary(headers) !== null;

async function readParts(request: Request): Promise<MultipartParts> {
  const chunks = limitedChunks(request, maxUploadBodyBytes, config.maxUploadBytes);
  try {
    const first = await chunks.next();
    if (first.done) return { fields: [], files: [], oversized: [], unstored: [] };
    return await parseMultipart(request, joined(first.value, chunks), limits);
  } finally {
    await chunks.return(undefined);
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
