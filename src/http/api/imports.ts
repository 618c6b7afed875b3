/** Imports: recipes of other programs and of pages, shown before they are made. */
import { getImport, prepareImport, prepareImportFrom } from '../../domain/moving/import.ts';
import { confirm } from '../../domain/moving/run.ts';
import { idParams } from '../ids.ts';
import { importConfirmation, importInput, importUrlInput } from '../input/import.ts';
import { importOutput, toImportOutput } from '../output/import.ts';
import { route } from '../route.ts';

const owner = 'the one who handed it in';

export const imports = [
  route({
    method: 'post',
    path: '/imports',
    summary: 'Read recipes, or the archive of an account, from a file or a url, and show what was understood',
    details:
      'Nothing is written until it is confirmed, within 24 h. A file or page without any recipe is refused, with what is the matter.',
    scope: 'write',
    rule: 'anybody, in their own name',
    upload: 'import',
    insteadOfUpload: importUrlInput,
    body: importInput,
    status: 201,
    answer: importOutput,
    create: ({ caller: { accountId }, body }) =>
      'url' in body ? prepareImportFrom(accountId, body.url) : prepareImport(accountId, body.given),
    handler: async ({ caller }, id) => toImportOutput(await getImport(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/imports/{id}',
    summary: 'What was understood of an import, how far the work on it is, and what became of it',
    scope: 'read',
    rule: owner,
    params: idParams,
    status: 200,
    answer: importOutput,
    handler: async ({ caller, params }) => toImportOutput(await getImport(caller.accountId, params.id)),
  }),
  route({
    method: 'post',
    path: '/imports/{id}/confirm',
    summary: 'Make recipes of an import, but none twice',
    details:
      'The work is done by and by: look at the import until it has a `finished_at`. Confirming again changes nothing. An archive brings back each item as visible as it was.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: importConfirmation,
    status: 202,
    answer: importOutput,
    handler: async ({ caller, params, body }) => {
      await confirm(caller.accountId, params.id, body.visibility ?? 'public');
      return toImportOutput(await getImport(caller.accountId, params.id));
    },
  }),
];
