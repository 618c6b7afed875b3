/** Routes for writing, editing and deleting items, and the list of drafts. */
import { Hono } from 'hono';
import { restoreItem, trashItem, undoSeconds } from '../../domain/items/delete.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { getEventable, listDraftsOf } from '../../domain/items/read.ts';
import { formToken } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, actionContext, pathOf, titleOf } from '../components/actions.tsx';
import { Empty, factLine, Note, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { DangerChoices, HiddenFields } from '../components/fields.tsx';
import { icons } from '../components/icons.ts';
import type { Html } from '../components/layout.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { Day, richText, visuallyHidden } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { retryingPage } from '../forms/unsent-form.tsx';
import { editCookedItem, newCookedItem, saveCookedItem } from './cooked-item.tsx';
import { postIngredientReading } from './fields.tsx';
import { postPhoto } from './form.tsx';
import { continuePage, interruptedPage } from './interrupted.tsx';
import { editPost, newPost, savePost } from './post.tsx';
import { editRecipe, newRecipePage, postPastedRecipe, previewPage, saveRecipe } from './recipe.tsx';

const resumable = { interrupted: interruptedPage, busy: retryingPage, withFiles: true, storesFilesFirst: true };

export const write = new Hono()
  .get('/write/continue', memberPage(continuePage))
  .get('/write', memberPage(chooseType))
  .get('/drafts', memberPage(drafts))
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
  .get('/items/:id/unpublish', memberPage(confirmUnpublish))
  .get('/items/:id/delete', memberPage(confirm))
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
  const item = await getEventable(readId(c.req.param('id')!) ?? 0, viewer);
  if (item.account.id !== me) throw new DomainError('forbidden', t('write.not-yours'));
  return item;
}

async function restore({ c, me, viewer, session }: SubmittedForm): Promise<string> {
  const id = readId(c.req.param('id')!) ?? 0;
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

async function confirm(visitor: MemberVisitor) {
  const item = await getOwnItem(visitor);
  const back = item.publication === 'draft' ? '/drafts' : pathOf(item);
  const body = (
    <>
      <h1>{t('write.delete-question', { item: titleOf(item) })}</h1>
      <Note kind="bad">{t('write.delete-hint', { seconds: undoSeconds })}</Note>
      <form method="post" action={`/items/${item.id}/delete`}>
        <HiddenFields fields={{ form_token: formToken(visitor.c, visitor.session) }} />
        <DangerChoices action={t('write.delete')} back={back} />
      </form>
    </>
  );
  return { title: t('write.delete'), body };
}

async function confirmUnpublish(visitor: MemberVisitor) {
  const item = await getOwnItem(visitor);
  if (item.publication === 'draft' || item.type === 'status') throw notFound();
  const body = (
    <>
      <h1>{t('write.unpublish-question', { item: titleOf(item) })}</h1>
      <Note kind="bad">{t('write.unpublish-hint')}</Note>
      <form method="post" action={`/items/${item.id}/unpublish`}>
        <HiddenFields fields={{ form_token: formToken(visitor.c, visitor.session) }} />
        <DangerChoices action={t('write.unpublish')} back={pathOf(item)} />
      </form>
    </>
  );
  return { title: t('write.unpublish'), body };
}

async function chooseType() {
  const option = (path: string, icon: Html | string, label: string, text: string) => (
    <li>
      {icon}
      <div>
        <a href={path}>{label}</a>
        <span>{text}</span>
      </div>
    </li>
  );
  const body = (
    <>
      <h1>{t('write.title')}</h1>
      <ul class="write-options">
        {option('/write/recipe', icons.write, t('write.recipe'), t('write.recipe-hint'))}
        {option('/import', icons.link, t('write.import'), t('write.import-hint'))}
        {option('/write/cooked', icons.pot, t('write.cooked-item'), t('write.cooked-item-hint'))}
        {option('/write/post', icons.post, t('write.post'), t('write.post-hint'))}
      </ul>
      <p>
        <a href="/drafts">{t('write.your-drafts')}</a>
      </p>
    </>
  );
  return { title: t('write.title'), body, layout: { path: '/write' } };
}

const draftsPerPage = 80;

async function drafts(visitor: MemberVisitor) {
  const page = requestedPage(visitor.c, draftsPerPage);
  const { items, newer, older } = withNeighbours(await listDraftsOf(visitor.me, page), page, '/drafts');
  const context = actionContext(visitor)!;
  const list = items.map((item) => (
    <li>
      <div>
        <a href={`/items/${item.id}/edit`}>{item.name}</a>
        <span class="hint">
          {factLine([
            item.type === 'recipe' ? t('write.draft-recipe') : t('write.draft-cooked-item'),
            <Day date={item.date} />,
          ])}
        </span>
      </div>
      <div class="actions">
        <ActionButton
          context={context}
          action={`/items/${item.id}/publish`}
          label={t('write.publish')}
          hiddenText={item.name}
        />
        <a class="button small quiet" href={`/items/${item.id}/delete`}>
          {richText('write.delete-item', { item: item.name, hidden: visuallyHidden })}
        </a>
      </div>
    </li>
  ));
  const body = (
    <>
      <h1>{t('write.your-drafts')}</h1>
      <p class="hint">{t('write.drafts-hint')}</p>
      {list.length > 0 ? <ul class="rows">{list}</ul> : <Empty>{t('write.no-drafts')}</Empty>}
      <Pager newer={newer} older={older} />
    </>
  );
  return { title: t('write.drafts'), body, layout: { width: 'text' as const } };
}
