/** Reads what an HTML form or an OAuth client sends: application/x-www-form-urlencoded, of modest size. */
import { DomainError } from '../lib/errors.ts';
import { readBytes } from './body.ts';
import { isMultipart, readParts } from './multipart.ts';

const maxBytes = 16_384;
/** Of a recipe as text. */
const maxText = 2 ** 20;
const maxParts = 80;
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Throws too_large, unsupported_media_type or malformed. */
export async function readForm(request: Request, max = maxBytes): Promise<URLSearchParams> {
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
    if (value.includes('\0')) throw new DomainError('malformed', 'contains characters that are no text');
  }
}

/** What a page's form may send: long texts and pictures, by the names of their fields. */
export interface Filled {
  fields: URLSearchParams;
  files: Map<string, Uint8Array>;
  /** What they are called where they come from. */
  fileNames: Map<string, string>;
}

/** In either encoding; line ends as one character. Throws as `readForm` does. */
export async function readFilled(request: Request): Promise<Filled> {
  const files = new Map<string, Uint8Array>();
  const fileNames = new Map<string, string>();
  if (!isMultipart(request))
    return { fields: withPlainLines(await readForm(request, maxText)), files, fileNames };

  const fields = new URLSearchParams();
  for (const [name, value] of await readParts(request, { maxParts, maxText })) {
    if (typeof value === 'string') fields.append(name, value);
    else if (value.size > 0) {
      files.set(name, await value.bytes());
      fileNames.set(name, value.name);
    }
  }
  checkText(fields);
  return { fields: withPlainLines(fields), files, fileNames };
}

const withPlainLines = (fields: URLSearchParams) =>
  new URLSearchParams(
    [...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').toWellFormed()]),
  );
