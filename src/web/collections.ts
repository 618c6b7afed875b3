/** Pages for a member's private collections, and for saving items to them. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
} from '../domain/collections/collections.ts';
import { addItem, listItems, removeItem } from '../domain/collections/items.ts';
import { getEventable, listByIds } from '../domain/items/read.ts';
import { formToken } from '../http/browser-session.ts';
import { readId } from '../http/ids.ts';
import { newCollection } from '../http/input/collection.ts';
import { parseOrThrow } from '../http/validation.ts';
import { DomainError, type FieldErrors } from '../lib/errors.ts';
import { firstPage } from '../lib/page.ts';
import { actionButton, actionContext } from './components/action-buttons.ts';
import { checkbox } from './components/choice-fields.ts';
import { empty, note, pager } from './components/elements.ts';
import { field, hidden } from './components/field.ts';
import { itemEntry } from './components/item-entry.ts';
import { pathOf, titleOf } from './components/item-link.ts';
import type { PageContent } from './components/page-handler.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from './member-page.ts';

const all = { ...firstPage, limit: 200, order: 'asc' as const };
const perPage = 20;

export const collections = new Hono()
  .get(
    '/collections',
    memberPage((visitor) => list(visitor)),
  )
  .post('/collections', memberForm(create))
  .get('/collections/:id', memberPage(show))
  .get('/collections/:id/delete', memberPage(confirm))
  .post(
    '/collections/:id/delete',
    memberForm(async (form) => {
      await deleteCollection(form.me, idOf(form));
      return '/collections';
    }),
  )
  .get('/items/:id/save', memberPage(chooseCollections))
  .post('/items/:id/save', memberForm(saveToCollections));

const idOf = ({ c }: MemberVisitor) => readId(c.req.param('id')!) ?? 0;

async function list(
  { c, me, session }: MemberVisitor,
  errors: FieldErrors = {},
  name = '',
): Promise<PageContent> {
  const owned = await listCollections(me, all);
  const body = html`<h1>Collections</h1><p class="hint">Only you can see your collections.</p>
${owned.length > 0 ? html`<ul class="rows">${owned.map(({ id, name: label, description }) => html`<li><div><a href="/collections/${id}">${label}</a>${description && html`<br><span class="hint">${description}</span>`}</div></li>`)}</ul>` : empty('No collections yet. Create one below, or choose “Save” on a recipe.')}
<h2>New collection</h2><form method="post" action="/collections">${hidden({ form_token: formToken(c, session) })}
${field({ name: 'name', label: 'Name', value: name, errors: errors.name, attributes: { required: true, maxlength: 100 } })}<button>Create collection</button></form>`;
  return { title: 'Collections', body, layout: { path: '/collections' } };
}

async function create(form: SubmittedForm) {
  const name = form.fields.get('name') ?? '';
  try {
    return `/collections/${await createCollection(form.me, parseOrThrow(newCollection, { name }))}`;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await list(form, error.errors, name)), status: 422 as const };
  }
}

async function show(visitor: MemberVisitor) {
  const { c, me, viewer } = visitor;
  const { id, name, description } = await getCollection(me, idOf(visitor));
  const page = requestedPage(c, perPage);
  const { items: held, ...ends } = withNeighbours(await listItems(me, id, page), page, `/collections/${id}`);
  const items = await listByIds(
    held.map(({ object }) => object.id),
    viewer,
  );
  const context = actionContext(visitor);
  const body = html`<h1>${name}</h1>${description && html`<p>${description}</p>`}
${items.length > 0 ? html`<ol class="posts">${items.map((item) => html`<li>${itemEntry(item, context, { heading: 'h2' })}</li>`)}</ol>` : empty('This collection is empty. Choose “Save” on a recipe, dish or post to add it here.')}
${pager(ends)}<p><a href="/collections/${id}/delete">Delete collection</a></p>`;
  return { title: name, body, layout: { width: 'text' as const } };
}

async function confirm(visitor: MemberVisitor) {
  const { id, name } = await getCollection(visitor.me, idOf(visitor));
  const body = html`<h1>Delete the collection “${name}”?</h1>${note('The recipes, dishes and posts in it are not deleted. This cannot be undone.', 'bad')}
<div class="choices">${actionButton({ ...actionContext(visitor)!, returnPath: '/collections' }, `/collections/${id}/delete`, 'Delete collection', { kind: 'danger' })}<a class="button small quiet" href="/collections/${id}">Cancel</a></div>`;
  return { title: 'Delete collection', body };
}

async function chooseCollections(visitor: MemberVisitor) {
  const { c, me, session, viewer } = visitor;
  const [item, owned] = await Promise.all([getEventable(idOf(visitor), viewer), listCollections(me, all)]);
  const body = html`<h1>Save “${titleOf(item)}”</h1>
<form method="post" action="/items/${item.id}/save">${hidden({ form_token: formToken(c, session) })}
<fieldset><legend>Collections</legend>${owned.map(({ id, name }) => checkbox({ name: 'in', value: String(id), label: name, checked: item.collectionIds.includes(id) }))}</fieldset>
${field({ name: 'name', label: 'Or a new collection', attributes: { maxlength: 100 } })}
<div class="choices"><button>Save</button><a class="button quiet" href="${pathOf(item)}">Cancel</a></div></form>`;
  return { title: 'Save to collections', body };
}

async function saveToCollections(form: SubmittedForm) {
  const { fields, me, viewer } = form;
  const item = await getEventable(idOf(form), viewer);
  const wanted = new Set(fields.getAll('in').flatMap((text) => readId(text) ?? []));
  if (fields.get('name')?.trim())
    wanted.add(await createCollection(me, parseOrThrow(newCollection, { name: fields.get('name') })));
  const owned = await listCollections(me, all);
  for (const id of wanted) if (!item.collectionIds.includes(id)) await addItem(me, id, item);
  for (const { id } of owned)
    if (!wanted.has(id) && item.collectionIds.includes(id)) await removeItem(me, id, item);
  return pathOf(item);
}
