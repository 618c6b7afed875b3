/** Reads forms, urlencoded or multipart. */
import { OAuthError } from '../domain/access/oauth/clients.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { limitedChunks } from '../lib/read-body.ts';
import type { ReceivedFile } from '../lib/storage/local-file.ts';
import { readBytes } from './body.ts';
import { type FormFile, isMultipart, type MultipartParts, parseMultipart } from './multipart.ts';

// Reads multipart forms of pages, so that a photo that is too large does not cost the text beside it

/** Enough for the rows of a long recipe. */
const maxParts = 2_000;
const maxFiles = 30;
/** A larger body is refused at once. Up to here, only the files that are too large are dropped. */
const maxFormBytes = 64 * 2 ** 20;
/** Of the heads of the parts. */
const maxOverhead = 2 ** 18;
/** Large enough for a long recipe as text. */
const maxTextBytes = 2 ** 20;

/** What becomes of the files of a form: they are kept, dropped after they were read, or refused. */
export type FormFiles = 'kept' | 'dropped' | 'refused';

/** Of the whole body. */
export const maxFormBytesOf: Record<FormFiles, number> = {
  kept: Math.max(maxFormBytes, config.maxUploadBytes + maxTextBytes),
  dropped: config.maxUploadBytes + maxTextBytes,
  refused: maxTextBytes + maxOverhead,
};

/** Throws too_large, unsupported_media_type or malformed. */
async function readFormParts(request: Request, files: FormFiles): Promise<MultipartParts> {
  return parseMultipart(request, limitedChunks(request, maxFormBytesOf[files]), {
    maxParts,
    maxTextBytes,
    maxFiles: files === 'refused' ? 0 : maxFiles,
    ...(files === 'dropped' && { maxFileBytes: 0 }),
  });
}

// Reads form bodies: urlencoded or multipart

/** Of a form that anyone may send. */
export const maxSmallFormBytes = 16_384;
/** Enough for the rows of a long recipe. */
const maxFields = 2_000;
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Throws too_large, unsupported_media_type or malformed. */
export async function parseForm(request: Request, max = maxSmallFormBytes): Promise<URLSearchParams> {
  if (!form.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', t('errors.must-be-urlencoded'));
  }
  const bytes = await readBytes(request, max);
  const encoded = Buffer.from(bytes).toString('utf8');
  if (encoded.split('&', maxFields + 1).length > maxFields)
    throw new DomainError('malformed', t('errors.too-many-parts', { max: maxFields }));
  const fields = new URLSearchParams(encoded);
  checkText(fields);
  return fields;
}

function checkText(fields: URLSearchParams): void {
  for (const value of fields.values()) {
    if (value.includes('\0')) throw new DomainError('malformed', t('errors.characters-not-allowed'));
  }
}

/** Text fields and files of a submitted form, by field name. */
export interface FormSubmission {
  fields: URLSearchParams;
  files: Map<string, ReceivedFile>;
  /** Every file, for fields that take several. */
  allFiles: FormFile[];
  /** The fields whose file was too large. Such a file is dropped, and the rest of the form is kept. */
  oversized: string[];
  /** The fields whose file found no room on the disk. */
  unstored: string[];
}

/** Accepts both encodings and normalises line ends to LF. Throws like `parseForm`. */
export async function readFormSubmission(request: Request, kept: FormFiles): Promise<FormSubmission> {
  if (!isMultipart(request)) {
    const fields = normaliseLineEnds(await parseForm(request, maxTextBytes));
    return { fields, files: new Map(), allFiles: [], oversized: [], unstored: [] };
  }
  const { fields: list, files: allFiles, ...missing } = await readFormParts(request, kept);
  const fields = new URLSearchParams(list);
  checkText(fields);
  const files = new Map(allFiles.map(({ field, file }) => [field, file]));
  return { fields: normaliseLineEnds(fields), files, allFiles, ...missing };
}

const normaliseLineEnds = (fields: URLSearchParams) =>
  new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').toWellFormed()]));

// Parses OAuth parameters: each at most once, empty ones count as absent (RFC 6749 §3.1)

export type Parameters = Partial<Record<string, string>>;

/** Throws invalid_request. */
export function readParameters(fields: URLSearchParams): Parameters {
  const parameters: Parameters = Object.create(null);
  for (const [name, value] of fields) {
    if (value === '') continue;
    if (parameters[name] !== undefined) throw new OAuthError('invalid_request', 'a parameter must not be repeated');
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'a parameter contains a NUL character');
    parameters[name] = value;
  }
  return parameters;
}

/** Throws invalid_request when it is missing. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}
