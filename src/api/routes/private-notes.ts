/** Writes and deletes the caller's private notes on recipes. */
import { deleteNote, writeNote } from '../../domain/recipes/private-notes.ts';
import { idParams } from '../../http/ids.ts';
import { privateNote } from '../../http/input/private-note.ts';
import { type Route, route } from '../../http/route.ts';

const rule = 'any account that may see the recipe';

export const privateNotes: Route[] = [
  route({
    method: 'put',
    path: '/recipes/{id}/note',
    summary: 'Write a private note on a recipe',
    details: 'Plain text, which only the caller sees, as `note` of the recipe. It replaces an earlier note.',
    scope: 'write',
    rule,
    params: idParams,
    body: privateNote,
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => writeNote(caller.accountId, params.id, body.content),
  }),
  route({
    method: 'delete',
    path: '/recipes/{id}/note',
    summary: 'Delete the private note on a recipe. No effect without a note.',
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deleteNote(caller.accountId, params.id),
  }),
];
