/** Reads raw request bodies, such as the chunks of a large file. */
import { createHash } from 'node:crypto';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { readBytes } from './json-body.ts';

export const maxOctets = 8 * 2 ** 20;

/** `bytes` identifies the content for idempotency keys. Throws too_large or unsupported_media_type. */
export async function readOctets(request: Request): Promise<{ bytes: string; value: Uint8Array }> {
  if (request.headers.has('content-encoding'))
    throw new DomainError('unsupported_media_type', t('errors.must-not-be-compressed'));
  const value = await readBytes(request, maxOctets);
  return { bytes: createHash('sha256').update(value).digest('base64url'), value };
}
