/** Pages for a member's collections: the list, new ones, and saving items to them. */
import { Hono } from 'hono';
import {
  addItem,
  createCollection,
  deleteCollection,
  getOwnCollection,
  listCollections,
  listOwnNames,
  maxCollections,
  removeItem,
} from '../../domain/collections/collections.ts';
import { listFollowed } from '../../domain/collections/remote.ts';
import { getEventable } from '../../domain/items/read.ts';
import { newCollection } from '../../http/input/collection.ts';
import { idInPath, readId } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { pathOf, titleOf } from '../components/actions.tsx';
import { Empty, MorePager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm } from '../components/fields.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { inPlaceOr, isInPlace } from '../forms/answers.tsx';
import { confirmPage } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { NameField } from './edit.tsx';
import { CollectionCards, collectionPath } from './show.tsx';

/** Each counts its items. */
const perPage = 24;
/** Newest first; older ones are read by the API. */
const maxFollowedShown = 100;

export const collections = new Hono()
  .get('/collections', memberPage(list))
  .post('/collections', memberForm(create))
  .get(
    '/collections/:id',
    memberPage(async (visitor) => {
      const collection = await getOwnCollection(visitor.me, idInPath(visitor.c));
      return visitor.c.redirect(new URL(collectionPath(collection), config.baseUrl).href, 303);
    }),
  )
  .get('/collections/:id/delete', memberPage(confirm))
  .post(
    '/collections/:id/delete',
    memberForm(async (form) => {
      await deleteCollection(form.me, idInPath(form.c));
      setNotice(form.c, 'collection-deleted');
      return '/collections';
    }),
  )
  .get('/items/:id/save', memberPage(chooseCollections))
  .post('/items/:id/save', memberForm(saveToCollections));

async function list(visitor: MemberVisitor) {
  const { me, viewer } = visitor;
  const page = requestedPage(visitor.c, perPage);
  const [found, followed] = await Promise.all([
    listCollections(me, viewer, page),
    listFollowed(me, { ...firstPage, limit: maxFollowedShown }),
  ]);
  const { items: owned, ...ends } = withNeighbours(found, page, '/collections');
  const body = (
    <>
      <h1>{t('collections.title')}</h1>
      <h2 class="visually-hidden">{t('collections.yours')}</h2>
      {owned.length > 0 ? (
        <CollectionCards collections={owned} withVisibility />
      ) : (
        <Empty>{t('collections.empty-list')}</Empty>
      )}
      <MorePager {...ends} />
      {followed.length > 0 && (
        <section>
          <h2>{t('collections.followed')}</h2>
          <CollectionCards collections={followed} withOwner />
        </section>
      )}
      <section class="narrow">
        <h2>{t('collections.new')}</h2>
        <p class="hint">{t('collections.new-hint')}</p>
        <PostForm visitor={visitor} action="/collections">
          <NameField />
          <button>{t('collections.create')}</button>
        </PostForm>
      </section>
    </>
  );
  return { title: t('collections.title'), body, layout: { path: '/collections', width: 'wide' as const } };
}

async function create({ c, me, fields }: SubmittedForm) {
  const id = await createNamed(me, fields.get('name') ?? '');
  setNotice(c, 'collection-created');
  return `/collections/${id}`;
}

async function confirm(visitor: MemberVisitor) {
  const collection = await getOwnCollection(visitor.me, idInPath(visitor.c));
  const { id, name } = collection;
  return confirmPage(visitor, {
    title: t('collections.delete'),
    question: t('collections.delete-question', { name }),
    consequence: t('collections.delete-hint'),
    action: `/collections/${id}/delete`,
    label: t('collections.delete'),
    back: collectionPath(collection),
  });
}

async function chooseCollections(visitor: MemberVisitor) {
  const { me, viewer } = visitor;
  const [item, owned] = await Promise.all([getEventable(idInPath(visitor.c), viewer), listOwnNames(me)]);
  const body = (
    <>
      <h1>{t('collections.save-item', { item: titleOf(item) })}</h1>
      <PostForm
        visitor={visitor}
        action={`/items/${item.id}/save`}
        fields={{ had: item.collectionIds.join(' ') }}
        inPlace
      >
        {owned.length > 0 && (
          <fieldset>
            <legend>{t('collections.title')}</legend>
            {owned.map(({ id, name }) => (
              <Checkbox name="in" value={String(id)} label={name} checked={item.collectionIds.includes(id)} />
            ))}
          </fieldset>
        )}
        <Field name="name" label={t('collections.new')} attributes={{ maxlength: 100 }} />
        <Choices action={t('common.save')} back={pathOf(item)} />
      </PostForm>
    </>
  );
  return { title: t('collections.save-title'), body };
}

/** A text has at most as many ids as a member has collections. */
const readIds = (texts: string[]) => new Set(texts.slice(0, maxCollections).flatMap((text) => readId(text) ?? []));

const createNamed = (me: number, name: string) => createCollection(me, parseOrThrow(newCollection, { name }));

async function saveToCollections(form: SubmittedForm) {
  const { fields, me, viewer } = form;
  const item = await getEventable(idInPath(form.c), viewer);
  const wanted = readIds(fields.getAll('in'));
  // What the form did not show stays, such as what another device has saved meanwhile.
  const had = readIds((fields.get('had') ?? '').split(' '));
  const owned = await listOwnNames(me);
  const name = fields.get('name')?.trim();
  if (name) wanted.add(owned.find((each) => each.name === name)?.id ?? (await createNamed(me, name)));
  const saved = new Set(item.collectionIds);
  for (const id of wanted) {
    if (had.has(id) || saved.has(id)) continue;
    await addItem(me, id, item);
    saved.add(id);
  }
  for (const id of had) if (!wanted.has(id) && saved.delete(id)) await removeItem(me, id, item);
  const isSaved = saved.size > 0;
  if (!isInPlace(form.c)) setNotice(form.c, 'collections-changed');
  return inPlaceOr(form.c, pathOf(item), () => ({
    message: isSaved ? t('collections.saved-message') : t('collections.removed-message'),
    toggles: [
      {
        key: `save-${item.id}`,
        label: isSaved ? t('collections.saved-button') : t('collections.save-button'),
        pressed: isSaved,
      },
    ],
  }));
}
