/** Reads what an HTML form or an OAuth client sends: application/x-www-form-urlencoded, of modest size. */
import { DomainError } from '../lib/errors.ts';
import { readBytes } from './body.ts';

const maxBytes = 16_384;
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Throws too_large, unsupported_media_type or malformed. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!form.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', 'must be application/x-www-form-urlencoded');
  }
  const bytes = await readBytes(request, maxBytes);
  const fields = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  for (const value of fields.values()) {
    if (value.includes('\0')) throw new DomainError('malformed', 'contains characters that are no text');
  }
  return fields;
}
