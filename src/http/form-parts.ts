/** Reads multipart forms of pages, so that a photo that is too large does not cost the text beside it. */
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { type MultipartParts, parseMultipart } from './multipart-parser.ts';

/** Enough for the rows of a long recipe. */
const maxParts = 2_000;
const maxFiles = 30;
/** A larger body is refused at once. Up to here, only the files that are too large are dropped. */
const maxFormBytes = 64 * 2 ** 20;

/** Throws too_large, unsupported_media_type or malformed. */
export async function readFormParts(request: Request, maxTextBytes: number): Promise<MultipartParts> {
  const max = Math.max(maxFormBytes, config.maxUploadBytes + maxTextBytes);
  const tooLarge = () => new DomainError('too_large', t('errors.larger-than-bytes', { max }));
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();

  const counted = async function* () {
    let length = 0;
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > max) throw tooLarge();
      yield chunk;
    }
  };
  return parseMultipart(request.headers, counted(), { maxParts, maxFiles, maxTextBytes });
}
