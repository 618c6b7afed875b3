/** Receives the chunks of a file that is too large for a form, sent by the script of the import page. */
import { appendChunk, getUpload, startUpload } from '../../domain/migration/start-import.ts';
import { chunkQuery, importUploadInput } from '../../http/input/import.ts';
import { readId } from '../../http/pagination.ts';
import { chunkLimit, largeUploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { scriptForm } from '../script-form.ts';

const answer = (id: number, offset: number) =>
  Response.json({ id, offset }, { headers: { 'Cache-Control': 'private, no-store' } });

export const postUpload = scriptForm(
  async ({ fields, session: { accountId } }) => {
    const input = { name: fields.get('name') ?? '', bytes: Number(fields.get('bytes')) };
    const { name, bytes } = parseOrThrow(importUploadInput, input);
    return answer(await startUpload(accountId, name, bytes), 0);
  },
  { rateLimit: largeUploadLimit },
);

export const postChunk = scriptForm(
  async ({ c, fields, files, session: { accountId } }) => {
    const id = readId(c.req.param('id') ?? '') ?? 0;
    const chunk = files.get('chunk');
    // Without a chunk it asks where to continue.
    if (chunk) {
      const { offset } = parseOrThrow(chunkQuery, { offset: fields.get('offset') ?? '' });
      await appendChunk(accountId, id, offset, chunk);
    }
    return answer(id, (await getUpload(accountId, id)).received);
  },
  { rateLimit: chunkLimit, withFiles: true },
);
