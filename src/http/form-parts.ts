/** Reads multipart forms of pages, so that a photo that is too large does not cost the text beside it. */
import { config } from '../lib/config.ts';
import { limitedChunks } from '../lib/read-body.ts';
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
  return parseMultipart(request.headers, limitedChunks(request, maxFormBytesOf[files]), {
    ...{ maxParts, maxTextBytes, maxFiles: files === 'refused' ? 0 : maxFiles },
    ...(files === 'dropped' && { maxFileBytes: 0 }),
  });
}
