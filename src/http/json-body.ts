/** Reads JSON request bodies. Limits the size while streaming and the depth before parsing. */
import { DomainError } from '../lib/errors.ts';
import { isDeeperThan } from '../lib/json-depth.ts';
import { t } from '../lib/language/text.ts';
import { readBody } from '../lib/read-body.ts';

export const maxJsonBytes = 2 ** 20;
const maxDepth = 32;
const json = /^application\/(?:[a-z0-9.+-]{1,60}\+)?json\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export interface JsonBody {
  bytes: Uint8Array;
  /** `{}` for an empty body. */
  value: unknown;
}

export const isJson = ({ headers }: Request): boolean => json.test(headers.get('content-type') ?? '');

/** Throws too_large, unsupported_media_type or malformed. */
export async function readJson(request: Request, max = maxJsonBytes): Promise<JsonBody> {
  const bytes = await readBytes(request, max);
  if (bytes.length === 0) return { bytes, value: {} };

  if (!json.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', t('errors.must-be-json'));
  }
  if (isDeeperThan(bytes, maxDepth)) {
    throw new DomainError('malformed', t('errors.nested-too-deep', { maxDepth }));
  }
  return { bytes, value: parseJson(bytes) };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new DomainError('malformed', t('errors.json-invalid'));
  }
}

/** Throws too_large for more than `max` bytes. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const bytes = await readBody(request, max);
  if (!bytes) throw new DomainError('too_large', t('errors.larger-than-bytes', { max }));
  return bytes;
}
