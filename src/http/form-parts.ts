/** Reads multipart forms of pages, so that a photo that is too large does not cost the text beside it. */
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { bodyChunks } from '../lib/read-body.ts';
import { type MultipartParts, parseMultipart } from './multipart-parser.ts';

/** Enough for the rows of a long recipe. */
const maxParts = 2_000;
const maxFiles = 30;
/** A larger body is refused at once. Up to here, only the files that are too large are dropped. */
const maxFormBytes = 64 * 2 ** 20;
/** Of the heads of the parts. */
const maxOverhead = 2 ** 18;
/** Large enough for a long recipe as text. */
export const maxTextBytes = 2 ** 20;

/** What becomes of the files of a form: they are kept, dropped after they were read, or refused. */
export type FormFiles = 'kept' | 'dropped' | 'refused';

/** Of the whole body. */
export const maxFormBytesOf: Record<FormFiles, number> = {
  kept: Math.max(maxFormBytes, config.maxUploadBytes + maxTextBytes),
  dropped: config.maxUploadBytes + maxTextBytes,
  refused: maxTextBytes + maxOverhead,
};

/** Throws too_large, unsupported_media_type or malformed. */
export async function readFormParts(request: Request, files: FormFiles): Promise<MultipartParts> {
  const max = maxFormBytesOf[files];
  const tooLarge = () => new DomainError('too_large', t('errors.larger-than-bytes', { max }));
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();

  const counted = async function* () {
    let length = 0;
    for await (const chunk of bodyChunks(request)) {
      length += chunk.length;
      if (length > max) throw tooLarge();
      yield chunk;
    }
  };
  return parseMultipart(request.headers, counted(), {
    ...{ maxParts, maxTextBytes, maxFiles: files === 'refused' ? 0 : maxFiles },
    ...(files === 'dropped' && { maxFileBytes: 0 }),
  });
}
