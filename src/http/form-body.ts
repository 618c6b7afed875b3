/** Reads form bodies: urlencoded or multipart. */
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { type FormFiles, maxTextBytes, readFormParts } from './form-parts.ts';
import { readBytes } from './json-body.ts';
import { isMultipart } from './multipart.ts';

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
  files: Map<string, Uint8Array>;
  /** Every file, for fields that take several. */
  allFiles: { field: string; bytes: Uint8Array; name: string }[];
  /** The fields whose file was too large. Such a file is dropped, and the rest of the form is kept. */
  oversized: string[];
}

/** Accepts both encodings and normalises line ends to LF. Throws like `parseForm`. */
export async function readFormSubmission(request: Request, kept: FormFiles): Promise<FormSubmission> {
  if (!isMultipart(request)) {
    const fields = normaliseLineEnds(await parseForm(request, maxTextBytes));
    return { fields, files: new Map(), allFiles: [], oversized: [] };
  }
  const { fields: list, files: allFiles, oversized } = await readFormParts(request, kept);
  const fields = new URLSearchParams(list);
  checkText(fields);
  const files = new Map(allFiles.map(({ field, bytes }) => [field, bytes]));
  return { fields: normaliseLineEnds(fields), files, allFiles, oversized };
}

const normaliseLineEnds = (fields: URLSearchParams) =>
  new URLSearchParams(
    [...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').toWellFormed()]),
  );
