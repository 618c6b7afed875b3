/** Members' shelves: made, filled, looked at, taken down; nobody else sees them. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
} from '../../domain/collections/collection.ts';
import { addItem, listItems, removeItem } from '../../domain/collections/items.ts';
import { getEventable, listByIds } from '../../domain/eventables/read.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { firstPage } from '../../lib/page.ts';
import { readId } from '../ids.ts';
import { newCollection } from '../input/collection.ts';
import { parse } from '../issues.ts';
import { type MemberVisitor, memberForm, memberPage, type Sent } from './member.ts';
import { actsOf, press } from './parts/acts.ts';
import { empty, note, pager } from './parts/blocks.ts';
import { check } from './parts/choice.ts';
import { entry } from './parts/entry.ts';
import { field, hidden } from './parts/field.ts';
import { pathOf, titleOf } from './parts/item.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { formToken } from './session.ts';
import type { Shown } from './show.ts';

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
    memberForm(async (sent) => {
      await deleteCollection(sent.me, idOf(sent));
      return '/collections';
    }),
  )
  .get('/items/:id/collect', memberPage(choose))
  .post('/items/:id/collect', memberForm(put));

const idOf = ({ c }: MemberVisitor) => readId(c.req.param('id')!) ?? 0;

async function list({ c, me, visit }: MemberVisitor, errors: FieldErrors = {}, name = ''): Promise<Shown> {
  const owned = await listCollections(me, all);
  const body = html`<h1>Collections</h1><p class="hint">Nobody else sees them.</p>
${owned.length > 0 ? html`<ul class="rows">${owned.map(({ id, name: label, description }) => html`<li><div><a href="/collections/${id}">${label}</a>${description && html`<br><span class="hint">${description}</span>`}</div></li>`)}</ul>` : empty('None yet.')}
<h2>A new one</h2><form method="post" action="/collections">${hidden({ form_token: formToken(c, visit) })}
${field({ name: 'name', label: 'Name', value: name, errors: errors.name, attributes: { required: true, maxlength: 100 } })}<button>Make it</button></form>`;
  return { title: 'Collections', body, frame: { path: '/collections' } };
}

async function create(sent: Sent) {
  const name = sent.fields.get('name') ?? '';
  try {
    return `/collections/${await createCollection(sent.me, parse(newCollection, { name }))}`;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await list(sent, error.errors, name)), status: 422 as const };
  }
}

async function show(visitor: MemberVisitor) {
  const { c, me, viewer } = visitor;
  const { id, name, description } = await getCollection(me, idOf(visitor));
  const asked = pageAsked(c, perPage);
  const { items: held, ...ends } = neighbours(await listItems(me, id, asked), asked, `/collections/${id}`);
  const items = await listByIds(
    held.map(({ object }) => object.id),
    viewer,
  );
  const acts = actsOf(visitor);
  const body = html`<h1>${name}</h1>${description && html`<p>${description}</p>`}
${items.length > 0 ? html`<ol class="posts">${items.map((item) => html`<li>${entry(item, acts, { heading: 'h2' })}</li>`)}</ol>` : empty('Nothing in it yet. “Collect” below an item puts it here.')}
${pager(ends)}<p><a href="/collections/${id}/delete">Take this collection down</a></p>`;
  return { title: name, body, frame: { width: 'text' as const } };
}

async function confirm(visitor: MemberVisitor) {
  const { id, name } = await getCollection(visitor.me, idOf(visitor));
  const body = html`<h1>Take “${name}” down?</h1>${note('What is in it stays where it is. This cannot be undone.', 'bad')}
<div class="choices">${press({ ...actsOf(visitor)!, back: '/collections' }, `/collections/${id}/delete`, 'Take it down', { kind: 'danger' })}<a class="button small quiet" href="/collections/${id}">Keep it</a></div>`;
  return { title: 'Take a collection down', body };
}

async function choose(visitor: MemberVisitor) {
  const { c, me, visit, viewer } = visitor;
  const [item, owned] = await Promise.all([getEventable(idOf(visitor), viewer), listCollections(me, all)]);
  const body = html`<h1>Collect “${titleOf(item)}”</h1>
<form method="post" action="/items/${item.id}/collect">${hidden({ form_token: formToken(c, visit) })}
<fieldset><legend>In which collections?</legend>${owned.map(({ id, name }) => check({ name: 'in', value: String(id), label: name, checked: item.collectionIds.includes(id) }))}</fieldset>
${field({ name: 'name', label: 'Or in a new one', attributes: { maxlength: 100 } })}
<div class="choices"><button>Save</button><a class="button quiet" href="${pathOf(item)}">Back</a></div></form>`;
  return { title: 'Collect', body };
}

async function put(sent: Sent) {
  const { fields, me, viewer } = sent;
  const item = await getEventable(idOf(sent), viewer);
  const wanted = new Set(fields.getAll('in').flatMap((text) => readId(text) ?? []));
  if (fields.get('name')?.trim())
    wanted.add(await createCollection(me, parse(newCollection, { name: fields.get('name') })));
  const owned = await listCollections(me, all);
  for (const id of wanted) if (!item.collectionIds.includes(id)) await addItem(me, id, item);
  for (const { id } of owned)
    if (!wanted.has(id) && item.collectionIds.includes(id)) await removeItem(me, id, item);
  return pathOf(item);
}
