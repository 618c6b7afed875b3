/** Reads form bodies: urlencoded or multipart. */
import { DomainError } from '../lib/errors.ts';
import { readBytes } from './json-body.ts';
import { isMultipart, readParts } from './multipart.ts';

const maxBytes = 16_384;
/** Large enough for a long recipe as text. */
const maxTextBytes = 2 ** 20;
const maxParts = 80;
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Throws too_large, unsupported_media_type or malformed. */
export async function parseForm(request: Request, max = maxBytes): Promise<URLSearchParams> {
  if (!form.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', 'must be application/x-www-form-urlencoded');
  }
  const bytes = await readBytes(request, max);
  const fields = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  checkText(fields);
  return fields;
}

function checkText(fields: URLSearchParams): void {
  for (const value of fields.values()) {
    if (value.includes('\0')) throw new DomainError('malformed', 'contains characters that are not allowed');
  }
}

/** Text fields and files of a submitted form, by field name. */
export interface FormSubmission {
  fields: URLSearchParams;
  files: Map<string, Uint8Array>;
  /** Every file, for fields that take several. */
  allFiles: { field: string; bytes: Uint8Array; name: string }[];
}

/** Accepts both encodings and normalises line ends to LF. Throws like `parseForm`. */
export async function readFormSubmission(request: Request): Promise<FormSubmission> {
  const files = new Map<string, Uint8Array>();
  const allFiles: FormSubmission['allFiles'] = [];
  if (!isMultipart(request))
    return { fields: normaliseLineEnds(await parseForm(request, maxTextBytes)), files, allFiles };

  const fields = new URLSearchParams();
  for (const [name, value] of await readParts(request, { maxParts, maxTextBytes })) {
    if (typeof value === 'string') fields.append(name, value);
    else if (value.size > 0) {
      const bytes = await value.bytes();
      files.set(name, bytes);
      allFiles.push({ field: name, bytes, name: value.name });
    }
  }
  checkText(fields);
  return { fields: normaliseLineEnds(fields), files, allFiles };
}

const normaliseLineEnds = (fields: URLSearchParams) =>
  new URLSearchParams(
    [...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').toWellFormed()]),
  );
