/** Routes on uploads of large files in chunks, for imports. */
import { z } from '@hono/zod-openapi';
import {
  appendChunk,
  deleteUpload,
  getUpload,
  type ImportUpload,
  minChunkBytes,
  startUpload,
  uploadLimits,
} from '../domain/migration/start-import.ts';
import { chunkQuery, importUploadInput, uploadChunk } from '../http/input/import.ts';
import { id, idParams } from '../http/pagination.ts';
import { chunkLimit, largeUploadLimit } from '../http/rate-limits.ts';
import { route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { timestamp } from './output.ts';

const importUploadOutput = namedSchema(
  'import_upload_output',
  z.object({
    id,
    name: z.string(),
    bytes: z.int().min(1).openapi({ description: 'Size of the whole file' }),
    offset: z.int().min(0).openapi({ description: 'Bytes received: where the next chunk starts' }),
    max_chunk_bytes: z.int().min(1),
    min_chunk_bytes: z.int().min(1).openapi({ description: 'Except for the last chunk' }),
    expires_at: timestamp,
  }),
  {
    id: 5,
    name: 'cookbook.zip',
    bytes: 40_000_000,
    offset: 8_388_608,
    max_chunk_bytes: 8_388_608,
    min_chunk_bytes: 65_536,
    expires_at: '2026-05-02T10:00:00.000Z',
  },
);

function toImportUploadOutput(upload: ImportUpload): z.output<typeof importUploadOutput> {
  const { id, name, bytes, received, expiresAt } = upload;
  return {
    id,
    name,
    bytes,
    offset: received,
    max_chunk_bytes: uploadLimits.chunkBytes,
    min_chunk_bytes: minChunkBytes(bytes),
    expires_at: expiresAt.toISOString(),
  };
}

const uploader = 'the account that started the upload';

export const importUploads = [
  route({
    method: 'post',
    path: '/import_uploads',
    summary: 'Start to upload a large file in chunks',
    details:
      'For files over the upload limit, up to 2 GiB. Send the chunks with `PUT`, then start the import with ' +
      '`POST /imports` and `upload_id`. At most 4 unfinished uploads and 4 GiB at a time; unfinished ones are ' +
      'deleted after 24 h.',
    scope: 'write',
    rule: 'any account',
    rateLimit: largeUploadLimit,
    body: importUploadInput,
    response: importUploadOutput,
    create: ({ caller, body }, beforeCommit) => startUpload(caller.accountId, body.name, body.bytes, beforeCommit),
    handler: async ({ caller }, id) => toImportUploadOutput(await getUpload(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/import_uploads/{id}',
    summary: 'Get an upload: where to continue after an interruption',
    scope: 'write',
    rule: uploader,
    params: idParams,
    response: importUploadOutput,
    handler: async ({ caller, params }) => toImportUploadOutput(await getUpload(caller.accountId, params.id)),
  }),
  route({
    method: 'put',
    path: '/import_uploads/{id}',
    summary: 'Append a chunk to an upload',
    details:
      'The body is the bytes of the chunk. It must start at the current `offset` of the upload; otherwise the ' +
      'answer is 409 and names that offset. If a chunk was stored but its answer was lost, it need not be sent ' +
      'again.',
    scope: 'write',
    rule: uploader,
    params: idParams,
    query: chunkQuery,
    octets: true,
    body: uploadChunk,
    rateLimit: chunkLimit,
    errors: ['conflict'],
    response: importUploadOutput,
    handler: async ({ caller, params, query, body }) => {
      await appendChunk(caller.accountId, params.id, query.offset, body);
      return toImportUploadOutput(await getUpload(caller.accountId, params.id));
    },
  }),
  route({
    method: 'delete',
    path: '/import_uploads/{id}',
    summary: 'Delete an unfinished upload',
    scope: 'write',
    rule: uploader,
    params: idParams,
    handler: ({ caller, params }) => deleteUpload(caller.accountId, params.id),
  }),
];
