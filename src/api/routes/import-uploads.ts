/** Receives large files for imports in chunks. */
import { appendChunk, deleteUpload, getUpload, startUpload } from '../../domain/migration/import-upload.ts';
import { idParams } from '../../http/ids.ts';
import { chunkQuery, importUploadInput, uploadChunk } from '../../http/input/import-upload.ts';
import { chunkLimit, largeUploadLimit } from '../../http/rate-limits.ts';
import { route } from '../../http/route.ts';
import { importUploadOutput, toImportUploadOutput } from '../output/import-upload.ts';

const owner = 'the account that started the upload';

export const importUploads = [
  route({
    method: 'post',
    path: '/import_uploads',
    summary: 'Start to upload a large file in chunks',
    details:
      'For files over the upload limit, up to 2 GiB. Send the chunks with `PUT`, then start the import with `POST /imports` and `upload_id`. At most 4 unfinished uploads and 4 GiB at a time; unfinished ones are deleted after 24 h.',
    scope: 'write',
    rule: 'any account',
    rateLimit: largeUploadLimit,
    body: importUploadInput,
    status: 201,
    response: importUploadOutput,
    create: ({ caller: { accountId }, body }) => startUpload(accountId, body.name, body.bytes),
    handler: async ({ caller }, id) => toImportUploadOutput(await getUpload(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/import_uploads/{id}',
    summary: 'Get an upload: where to continue after an interruption',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 200,
    response: importUploadOutput,
    handler: async ({ caller, params }) => toImportUploadOutput(await getUpload(caller.accountId, params.id)),
  }),
  route({
    method: 'put',
    path: '/import_uploads/{id}',
    summary: 'Append a chunk to an upload',
    details:
      'The body is the bytes of the chunk. It must start at the current `offset` of the upload; otherwise the answer is 409 and names that offset. If a chunk was stored but its answer was lost, it need not be sent again.',
    scope: 'write',
    rule: owner,
    params: idParams,
    query: chunkQuery,
    octets: true,
    body: uploadChunk,
    rateLimit: chunkLimit,
    errors: ['conflict'],
    status: 200,
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
    rule: owner,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deleteUpload(caller.accountId, params.id),
  }),
];
