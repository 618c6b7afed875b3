/** Lists the pages and forms for writing, editing and deleting items. */
import { Hono } from 'hono';
import { restoreItem, trashItem } from '../../domain/items/delete.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { getEventable } from '../../domain/items/read.ts';
import { idInPath } from '../../http/pagination.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf } from '../components/actions.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { retryingPage } from '../forms/unsent-form.tsx';
import { editCookedItem, newCookedItem, saveCookedItem } from './cooked-item.tsx';
import { postIngredientReading } from './fields.tsx';
import { postPhoto } from './form.tsx';
import { continuePage, deletePage, draftsPage, interruptedPage, typesPage, unpublishPage } from './pages.tsx';
import { editPost, newPost, savePost } from './post.tsx';
import { editRecipe, newRecipePage, postPastedRecipe, previewPage, saveRecipe } from './recipe.tsx';

const resumable = { interrupted: interruptedPage, busy: retryingPage, withFiles: true, storesFilesFirst: true };

export const writePages = new Hono()
  .get('/write/continue', memberPage(continuePage))
  .get('/write', memberPage(typesPage))
  .get('/drafts', memberPage(draftsPage))
  .get('/write/recipe', memberPage(newRecipePage))
  .get('/write/preview/:form', memberPage(previewPage))
  .get('/write/cooked', memberPage(newCookedItem))
  .get('/write/post', memberPage(newPost))
  .post('/write/recipe/reading', postIngredientReading)
  .post('/write/recipe/pasted', postPastedRecipe)
  .post('/write/photos', postPhoto)
  .post(
    '/write/recipe',
    memberForm((form) => saveRecipe(form, null), resumable),
  )
  .post(
    '/write/cooked',
    memberForm((form) => saveCookedItem(form, null), resumable),
  )
  .post(
    '/write/post',
    memberForm((form) => savePost(form, null), resumable),
  )
  .get('/items/:id/edit', memberPage(edit))
  .post(
    '/items/:id/edit',
    memberForm(async (form) => {
      const item = await getOwnItem(form);
      if (item.type === 'recipe') return saveRecipe(form, item);
      return item.type === 'status' ? savePost(form, item) : saveCookedItem(form, item);
    }, resumable),
  )
  .get(
    '/items/:id/unpublish',
    memberPage(async (visitor) => unpublishPage(visitor, await getOwnItem(visitor))),
  )
  .get(
    '/items/:id/delete',
    memberPage(async (visitor) => deletePage(visitor, await getOwnItem(visitor))),
  )
  .post(
    '/items/:id/delete',
    memberForm(async (form) => {
      const item = await getOwnItem(form);
      await trashItem(form.me, item.type, item.id);
      setNotice(form.c, 'deleted', item.id);
      return item.publication === 'draft' ? '/drafts' : `/@${form.session.username}`;
    }),
  )
  .post('/items/:id/restore', memberForm(restore));

/** Throws not_found, or forbidden for an item of another account. */
async function getOwnItem({ c, me, viewer }: MemberVisitor): Promise<Eventable> {
  const item = await getEventable(idInPath(c), viewer);
  if (item.account.id !== me) throw new DomainError('forbidden', t('write.not-yours'));
  return item;
}

async function restore({ c, me, viewer, session }: SubmittedForm): Promise<string> {
  const id = idInPath(c);
  try {
    await restoreItem(me, id);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    setNotice(c, 'undo-too-late');
    return `/@${session.username}`;
  }
  setNotice(c, 'restored');
  return pathOf(await getEventable(id, viewer));
}

async function edit(visitor: MemberVisitor) {
  const item = await getOwnItem(visitor);
  if (item.type === 'recipe') return editRecipe(visitor, item);
  return item.type === 'status' ? editPost(visitor, item) : editCookedItem(visitor, item);
}
