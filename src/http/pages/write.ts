/** Where members write: something new, what they have in the drawer, changes, and away with it. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listOwnCooked } from '../../domain/cooked/list.ts';
import { deleteCooked } from '../../domain/cooked/write.ts';
import type { Eventable } from '../../domain/eventables/eventable.ts';
import { getEventable } from '../../domain/eventables/read.ts';
import { deleteRecipe } from '../../domain/recipes/write.ts';
import { deleteStatus } from '../../domain/statuses.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { firstPage } from '../../lib/page.ts';
import { readId } from '../ids.ts';
import { type MemberVisitor, memberForm, memberPage } from './member.ts';
import { actsOf, press } from './parts/acts.ts';
import { empty, note } from './parts/blocks.ts';
import { hidden } from './parts/field.ts';
import { pathOf, titleOf } from './parts/item.ts';
import { day } from './parts/time.ts';
import { formToken } from './session.ts';
import { editDish, newDish, saveDish } from './write/dish.ts';
import { editPost, newPost, savePost } from './write/post.ts';
import { editRecipe, newRecipePage, saveRecipe } from './write/recipe.ts';

export const write = new Hono()
  .get('/write', memberPage(kinds))
  .get('/drafts', memberPage(drafts))
  .get('/write/recipe', memberPage(newRecipePage))
  .get('/write/dish', memberPage(newDish))
  .get('/write/post', memberPage(newPost))
  .post(
    '/write/recipe',
    memberForm((sent) => saveRecipe(sent, null)),
  )
  .post(
    '/write/dish',
    memberForm((sent) => saveDish(sent, null)),
  )
  .post(
    '/write/post',
    memberForm((sent) => savePost(sent, null)),
  )
  .get('/items/:id/edit', memberPage(edit))
  .post(
    '/items/:id/edit',
    memberForm(async (sent) => {
      const item = await own(sent);
      if (item.type === 'recipe') return saveRecipe(sent, item);
      return item.type === 'status' ? savePost(sent, item) : saveDish(sent, item);
    }),
  )
  .get('/items/:id/unpublish', memberPage(confirmUnpublish))
  .get('/items/:id/delete', memberPage(confirm))
  .post(
    '/items/:id/delete',
    memberForm(async (sent) => {
      const item = await own(sent);
      if (item.type === 'recipe') await deleteRecipe(sent.me, item.id);
      else if (item.type === 'status') await deleteStatus(sent.me, item.id);
      else await deleteCooked(item.type, sent.me, item.id);
      return `/@${sent.visit.username}`;
    }),
  );

/** Throws not_found, and forbidden for somebody else's. */
async function own({ c, me, viewer }: MemberVisitor): Promise<Eventable> {
  const item = await getEventable(readId(c.req.param('id')!) ?? 0, viewer);
  if (item.account.id !== me) throw new DomainError('forbidden', 'this belongs to somebody else');
  return item;
}

async function edit(visitor: MemberVisitor) {
  const item = await own(visitor);
  if (item.type === 'recipe') return editRecipe(visitor, item);
  return item.type === 'status' ? editPost(visitor, item) : editDish(visitor, item);
}

async function confirm(visitor: MemberVisitor) {
  const item = await own(visitor);
  const back = item.publication === 'draft' ? '/drafts' : pathOf(item);
  const body = html`<h1>Delete “${titleOf(item)}”?</h1>
${note('It goes for good, with its pictures, here and on other servers. This cannot be undone.', 'bad')}
<form method="post" action="/items/${item.id}/delete">${hidden({ form_token: formToken(visitor.c, visitor.visit) })}
<div class="choices"><button class="danger">Delete</button><a class="button quiet" href="${back}">Keep it</a></div></form>`;
  return { title: 'Delete', body };
}

async function confirmUnpublish(visitor: MemberVisitor) {
  const item = await own(visitor);
  if (item.publication === 'draft' || item.type === 'recipe' || item.type === 'status') throw notFound();
  const body = html`<h1>Put “${titleOf(item)}” back into the drawer?</h1>
${note('Nobody else sees it any more, and other servers are asked to delete it. Its likes, boosts and places in collections are gone for good, also when you publish it again.', 'bad')}
<form method="post" action="/items/${item.id}/unpublish">${hidden({ form_token: formToken(visitor.c, visitor.visit) })}
<div class="choices"><button class="danger">Back to drafts</button><a class="button quiet" href="${pathOf(item)}">Keep it published</a></div></form>`;
  return { title: 'Back to drafts', body };
}

async function kinds() {
  const body = html`<h1>Write</h1><ul class="ways">
<li><a href="/write/recipe">A recipe</a><span>for others to cook</span></li>
<li><a href="/write/dish">A dish</a><span>that you cooked; after a recipe, begin at the recipe’s page</span></li>
<li><a href="/write/post">A post</a><span>a few words, with pictures</span></li></ul>
<p><a href="/drafts">Your drafts</a></p>`;
  return { title: 'Write', body, frame: { path: '/write' } };
}

async function drafts(visitor: MemberVisitor) {
  const filter = { from: null, until: null, publications: ['draft' as const] };
  const page = { ...firstPage, limit: 80 };
  const [bakings, preparations] = await Promise.all([
    listOwnCooked('baking', visitor.me, filter, page),
    listOwnCooked('preparation', visitor.me, filter, page),
  ]);
  const all = [...bakings, ...preparations].toSorted((a, b) => b.id - a.id);
  const acts = actsOf(visitor)!;
  const list = all.map(
    (
      item,
    ) => html`<li><div><a href="/items/${item.id}/edit">${item.name}</a><br><span class="hint">${day(item.preparedAt)}</span></div>
<div class="acts">${press(acts, `/items/${item.id}/publish`, 'Publish', { of: item.name })}<a class="button small quiet" href="/items/${item.id}/delete">Delete<span class="visually-hidden"> ${item.name}</span></a></div></li>`,
  );
  const body = html`<h1>Your drafts</h1><p class="hint">Nobody else sees them.</p>
${list.length > 0 ? html`<ul class="rows">${list}</ul>` : empty('No drafts. What you cooked can wait here until you publish it.')}`;
  return { title: 'Drafts', body, frame: { width: 'text' as const } };
}
