/** Imports recipes from files and web pages, with a preview that must be confirmed. */
import { getImport } from '../../domain/migration/import.ts';
import { confirmImport } from '../../domain/migration/run-import.ts';
import { startImport } from '../../domain/migration/start-import.ts';
import { idParams } from '../../http/ids.ts';
import { importConfirmation, importInput, importQuery, importUrlInput } from '../../http/input/import.ts';
import { uploadLimit } from '../../http/rate-limits.ts';
import { route } from '../../http/route.ts';
import { importOutput, toImportOutput } from '../output/import.ts';
import { importUploads } from './import-uploads.ts';

const owner = 'the account that started the import';

export const imports = [
  ...importUploads,
  route({
    method: 'post',
    path: '/imports',
    summary: 'Read recipes or an account archive from files, a URL or a text, and preview the import',
    details:
      'Send files as multipart, or JSON with one of `url`, `text` and `upload_id`. Nothing is saved until the import is confirmed, which must happen within 24 h. A file or page without a recipe is rejected with an error that says why. A file that takes long is read on in the background, and what was read so far is returned.',
    scope: 'write',
    rule: 'any account',
    upload: 'import',
    rateLimit: uploadLimit,
    jsonAlternative: importUrlInput,
    body: importInput,
    status: 201,
    response: importOutput,
    create: ({ caller: { accountId }, body }) => startImport(accountId, body),
    handler: async ({ caller }, id) => toImportOutput(await getImport(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/imports/{id}',
    summary: 'Get an import: its preview, progress and result',
    details:
      'A large file is read in the background: poll until `read_at` is set. Of a file with more than 500 recipes, ask for the next ones with `from`.',
    scope: 'read',
    rule: owner,
    params: idParams,
    query: importQuery,
    status: 200,
    response: importOutput,
    handler: async ({ caller, params, query }) =>
      toImportOutput(await getImport(caller.accountId, params.id, query)),
  }),
  route({
    method: 'post',
    path: '/imports/{id}/confirm',
    summary: 'Confirm an import and create its recipes',
    details:
      'Runs in the background: poll the import until `finished_at` is set. Recipes that the caller already has are skipped, and confirming again has no effect. One import of an account runs at a time: while another one runs, the answer is 409. It finishes when each recipe is imported, was already here, was left out, or failed with its reason. `choices` says what to do with recipes whose page has changed since an earlier import, and which ones to leave out. A recipe without ingredients or without steps becomes a draft. Items of an archive keep their visibility. Lists take longer, because accounts and items of one server are asked for a few at a time.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: importConfirmation,
    errors: ['conflict'],
    status: 202,
    response: importOutput,
    handler: async ({ caller, params, body }) => {
      const { visibility = 'public', pictures: withPictures, choices, lists } = body;
      await confirmImport(caller.accountId, params.id, { visibility, withPictures, choices, lists });
      return toImportOutput(await getImport(caller.accountId, params.id));
    },
  }),
];
