/** Receives the form of a private note. */
import { Hono } from 'hono';
import { deleteNote, writeNote } from '../domain/recipes/related.ts';
import { privateNote } from '../http/input/recipe.ts';
import { readId } from '../http/pagination.ts';
import { parseOrThrow } from '../http/validation.ts';
import { memberForm, returnUrl } from './member-page.ts';

/** An empty text deletes the note. */
export const privateNoteForm = new Hono().post(
  '/items/:id/note',
  memberForm(async (form) => {
    const id = readId(form.c.req.param('id')!) ?? 0;
    const content = form.fields.get('note') ?? '';
    if (content.trim() === '') await deleteNote(form.me, id);
    else await writeNote(form.me, id, parseOrThrow(privateNote, { content }).content);
    return `${returnUrl(form, '/home')}#private-note`;
  }),
);
