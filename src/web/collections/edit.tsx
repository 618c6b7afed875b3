/** Forms of collections. */
import { Hono } from 'hono';
import { sharedVisibilities } from '../../db/vocabulary.ts';
import {
  type Collection,
  type CollectionItem,
  getOwnCollection,
  listItems,
  moveItem,
  removeItem,
  updateCollection,
  updateItem,
} from '../../domain/collections/collections.ts';
import { getEventable } from '../../domain/items/read.ts';
import { addMedium } from '../../domain/media/media.ts';
import { collectionChanges, entryChanges, maxNoteLength } from '../../http/input/collection.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { idInPath } from '../../http/pagination.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf, titleOf } from '../components/actions.tsx';
import { patternFor } from '../components/art.ts';
import { Empty } from '../components/elements.tsx';
import { Checkbox, Field, PostForm, SelectField } from '../components/fields.tsx';
import { pictureTypes } from '../components/item-parts.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { atFields, type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { collectionPath, itemPager, requestedItems } from './show.tsx';

// The cover of a collection in its form: the first picture of the items, or one that the owner uploads

const upload = pictureUpload('photo');

function CoverFields({ collection: { cover, coverId } }: { collection: Collection }) {
  return (
    <fieldset>
      <legend>{t('collections.cover')}</legend>
      {cover ? (
        <div class="photo">
          <img src={pictureUrls(cover.key).small} alt="" width="96" height="96" />
          <div>
            {coverId === null ? (
              <p class="hint">{t('collections.cover-first')}</p>
            ) : (
              <Checkbox name="no_cover" label={t('collections.cover-use-first')} checked={false} />
            )}
          </div>
        </div>
      ) : null}
      <Field
        name="photo"
        label={t('collections.photo')}
        type="file"
        hint={t('collections.photo-formats')}
        attributes={{ accept: pictureTypes }}
      />
      <Field
        name="photo-alt"
        label={t('collections.alt-text')}
        hint={t('collections.alt-hint')}
        attributes={{ maxlength: 1500 }}
      />
    </fieldset>
  );
}

/** Stores an uploaded photo. Throws validation_failed. */
async function receiveCover({ fields, files, me }: SubmittedForm): Promise<{ coverId?: number | null }> {
  const file = files.get('photo');
  if (!file) return fields.has('no_cover') ? { coverId: null } : {};
  await enforceRateLimit(uploadLimit, `member ${me}`);
  const description = fields.get('photo-alt') ?? '';
  return atFields({ file: 'photo', description: 'photo-alt' }, async () => ({
    coverId: await addMedium(me, parseOrThrow(upload, { file, description })),
  }));
}

/** Of the forms to make and to edit a collection. */
export const NameField = ({ value = '' }: { value?: string }) => (
  <Field name="name" label={t('collections.name')} value={value} attributes={{ required: true, maxlength: 100 }} />
);

// The page on which the owner edits a collection: texts, visibility, cover, order and notes

const perPage = 50;

export const collectionEdit = new Hono()
  .get('/collections/:id/edit', memberPage(show))
  .post('/collections/:id/edit', memberForm(save, { withFiles: true }))
  .post('/collections/:id/items/:item', memberForm(changeEntry));

async function show(visitor: MemberVisitor) {
  const { c, me, viewer } = visitor;
  const collection = await getOwnCollection(me, idInPath(visitor.c));
  const { id, name, description, visibility } = collection;
  const page = requestedItems(c, perPage);
  const { items, pager } = itemPager(await listItems(id, viewer, page), page, `/collections/${id}/edit`);
  const visibilityOptions = sharedVisibilities.map((each): [string, string] => [each, t(`collections.${each}`)]);
  const body = (
    <>
      <h1>{t('collections.edit')}</h1>
      <PostForm visitor={visitor} action={`/collections/${id}/edit`} enctype="multipart/form-data">
        <NameField value={name} />
        <Field
          name="description"
          label={t('collections.description')}
          type="textarea"
          value={description}
          attributes={{ rows: 3, maxlength: 10_000 }}
        />
        <SelectField
          name="visibility"
          label={t('collections.visibility')}
          value={visibility}
          options={visibilityOptions}
          hint={t('collections.visibility-hint')}
        />
        <CoverFields collection={collection} />
        <div class="choices">
          <button>{t('common.save')}</button>
          <a class="button quiet" href={collectionPath(collection)}>
            {t('common.cancel')}
          </a>
          <a class="button quiet danger" href={`/collections/${id}/delete`}>
            {t('collections.delete')}
          </a>
        </div>
      </PostForm>
      <h2>{t('collections.items')}</h2>
      {items.length > 0 ? (
        <ol class="entries">
          {items.map((item) => (
            <EntryRow visitor={visitor} collectionId={id} entry={item} />
          ))}
        </ol>
      ) : (
        <Empty>{t('collections.empty-own')}</Empty>
      )}
      {pager}
    </>
  );
  return { title: t('collections.edit-title', { name }), body, layout: { width: 'text' as const } };
}

async function save(form: SubmittedForm) {
  const { fields, me } = form;
  const id = idInPath(form.c);
  const changes = parseOrThrow(collectionChanges, {
    name: fields.get('name') ?? '',
    description: fields.get('description') ?? '',
    visibility: fields.get('visibility') ?? '',
  });
  await updateCollection(me, id, { ...changes, ...(await receiveCover(form)) });
  setNotice(form.c, 'changes-saved');
  return collectionPath(await getOwnCollection(me, id));
}

/** Every button of an entry also saves its note. */
async function changeEntry(form: SubmittedForm) {
  const { fields, me, viewer } = form;
  const id = idInPath(form.c);
  const { type, id: itemId } = await getEventable(idInPath(form.c, 'item'), viewer);
  const item = { type, id: itemId };
  const action = fields.get('do');
  if (action === 'remove') await removeItem(me, id, item);
  else {
    const { note } = parseOrThrow(entryChanges, { note: fields.get('note') ?? '' });
    await updateItem(me, id, item, { note });
    if (action === 'up' || action === 'down') await moveItem(me, id, itemId, action);
  }
  return `/collections/${id}/edit#entry-${itemId}`;
}

// Renders an item of the collection for its owner: note, order and removal

/** The first button is the one that Enter presses. */
function EntryRow({
  visitor,
  collectionId,
  entry: { object, note },
}: {
  visitor: MemberVisitor;
  collectionId: number;
  entry: CollectionItem;
}) {
  const title = titleOf(object);
  const of = <span class="visually-hidden"> {title}</span>;
  const [picture] = object.sensitive ? [] : object.media;
  const noteId = `note-${object.id}`;
  return (
    <li id={`entry-${object.id}`}>
      <img
        src={picture ? pictureUrls(picture.key).small : patternFor(object.id)}
        alt=""
        width="72"
        height="72"
        loading="lazy"
      />
      <PostForm visitor={visitor} action={`/collections/${collectionId}/items/${object.id}`}>
        <a href={pathOf(object)}>{title}</a>
        <div class="field">
          <label for={noteId}>
            {t('collections.note')}
            {of}
          </label>
          <textarea id={noteId} name="note" rows={2} maxlength={maxNoteLength}>{`\n${note}`}</textarea>
        </div>
        <div class="actions">
          <button class="small quiet" name="do" value="save">
            {t('collections.save-note')}
            {of}
          </button>
          <button class="small quiet" name="do" value="up">
            {t('collections.up')}
            {of}
          </button>
          <button class="small quiet" name="do" value="down">
            {t('collections.down')}
            {of}
          </button>
          <button class="small danger" name="do" value="remove">
            {t('collections.remove')}
            {of}
          </button>
        </div>
      </PostForm>
    </li>
  );
}
