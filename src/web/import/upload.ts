/** Receives the chunks of a file that is too large for a form, sent by the script of the import page. */
import type { Context } from 'hono';
import { appendChunk, getUpload, startUpload } from '../../domain/migration/import-upload.ts';
import { type BrowserSession, findBrowserSession, readFormWithFiles } from '../../http/browser-session.ts';
import { errorResponse } from '../../http/errors.ts';
import type { FormSubmission } from '../../http/form-body.ts';
import { readId } from '../../http/ids.ts';
import { chunkQuery, importUploadInput } from '../../http/input/import-upload.ts';
import { chunkLimit, enforceRateLimit, largeUploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

type Answer = { id: number; offset: number };

const answering =
  (handler: (form: FormSubmission, session: BrowserSession, c: Context) => Promise<Answer>) =>
  async (c: Context): Promise<Response> => {
    const headers = { 'Cache-Control': 'private, no-store' };
    try {
      const session = await findBrowserSession(c);
      if (!session) throw new DomainError('unauthorized', t('errors.log-in-again'));
      const form = await readFormWithFiles(c, session);
      return Response.json(await handler(form, session, c), { headers });
    } catch (error) {
      return errorResponse(error, headers);
    }
  };

export const postUpload = answering(async ({ fields }, { accountId }) => {
  await enforceRateLimit(largeUploadLimit, `member ${accountId}`);
  const input = { name: fields.get('name') ?? '', bytes: Number(fields.get('bytes')) };
  const { name, bytes } = parseOrThrow(importUploadInput, input);
  return { id: await startUpload(accountId, name, bytes), offset: 0 };
});

export const postChunk = answering(async ({ fields, files }, { accountId }, c) => {
  await enforceRateLimit(chunkLimit, `member ${accountId}`);
  const id = readId(c.req.param('id') ?? '') ?? 0;
  const chunk = files.get('chunk');
  // Without a chunk it asks where to continue.
  if (chunk) {
    const { offset } = parseOrThrow(chunkQuery, { offset: fields.get('offset') ?? '' });
    await appendChunk(accountId, id, offset, chunk);
  }
  return { id, offset: (await getUpload(accountId, id)).received };
});
