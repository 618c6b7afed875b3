/** The form for a cooked item (preparation or baking), which can be saved as a draft or published. */
import { type CookedDraft, createCooked, updateCooked } from '../../domain/cooking/cooking.ts';
import { type Cooked, type CookedType, defaultVisibility } from '../../domain/items/eventable.ts';
import { publishItem } from '../../domain/items/publish.ts';
import { getOfType } from '../../domain/items/read.ts';
import { newCooked } from '../../http/input/status.ts';
import { readId } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { pathOf } from '../components/actions.tsx';
import { Note } from '../components/elements.tsx';
import { Field, type FieldProps, SelectField, visibilities } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import type { MemberVisitor, SubmittedForm } from '../forms/member-page.ts';
import {
  actionOf,
  confirmSaved,
  createOnceFrom,
  describePhotos,
  emptyForm,
  errorsOf,
  type FormState,
  forgetBrowserCopy,
  isChangeOfForm,
  otherErrors,
  PhotoFields,
  photosOf,
  receivePhotos,
  SaveButtons,
  saveOrShowErrors,
  VisibilityField,
  WriteForm,
  writeLayout,
} from './form.tsx';
import { splitCommas } from './values.tsx';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export async function newCookedItem(visitor: MemberVisitor) {
  const id = readId(visitor.c.req.query('recipe') ?? '');
  const prepared_at = dayOf(new Date());
  if (id === null) return cookedItemForm(visitor, null, emptyForm({ prepared_at, serving: '1' }));
  const recipe = await getOfType('recipe', id, visitor.viewer);
  const { name, serving } = recipe;
  const values = {
    recipe: String(id),
    name,
    serving: String(serving),
    prepared_at,
    type: 'baking',
    visibility: defaultVisibility(recipe),
  };
  return cookedItemForm(visitor, null, emptyForm(values));
}

export const editCookedItem = async (visitor: MemberVisitor, before: Cooked) =>
  cookedItemForm(visitor, before, {
    ...emptyForm({
      name: before.name,
      description: before.content,
      serving: String(before.serving),
      prepared_at: dayOf(before.preparedAt),
      tags: before.tags.join(', '),
      visibility: before.visibility,
      ...(before.rating !== null && { rating: String(before.rating) }),
      ...(before.recipeId !== null && { recipe: String(before.recipeId) }),
    }),
    photos: await photosOf(before),
  });

const names = ['name', 'rating', 'description', 'serving', 'prepared_at', 'tags', 'visibility'];

function cookedItemForm(visitor: MemberVisitor, before: Cooked | null, state: FormState): PageContent {
  const { values, photos, errors } = state;
  const recipe = values.get('recipe');
  const action = actionOf(before, '/write/cooked');
  const isDraft = before?.publication !== 'published';
  const text = (name: string, label: string, more: Partial<FieldProps> = {}) => (
    <Field name={name} label={label} value={values.get(name) ?? ''} errors={errorsOf(errors, name)} {...more} />
  );
  const title = before ? t('write.edit-cooked-item') : t('write.new-cooked-item');
  const formErrors = otherErrors(errors, names);
  const kinds: [string, string][] = [
    ['baking', t('write.cooked-it')],
    ['preparation', t('write.prepared-it')],
  ];
  const body = (
    <>
      <h1>{title}</h1>
      {formErrors.length > 0 && <Note kind="bad">{formErrors.join(', ')}</Note>}
      <WriteForm visitor={visitor} action={action} state={state} fields={{ ...(recipe && { recipe }) }}>
        {text('name', t('write.name'), { attributes: { required: true, maxlength: 200 } })}
        {!before && recipe ? (
          <SelectField
            name="type"
            label={t('write.what-did-you-do')}
            value={values.get('type') ?? 'baking'}
            options={kinds}
          />
        ) : null}
        <div class="field-row">
          {text('prepared_at', t('write.date'), { type: 'date', attributes: { required: true } })}
          {text('serving', t('write.servings'), { attributes: { inputmode: 'numeric', maxlength: 9 } })}
        </div>
        {recipe || values.get('rating') ? (
          <StarField value={values.get('rating') ?? ''} errors={errorsOf(errors, 'rating')} />
        ) : null}
        {text('description', t('write.how-it-went'), { type: 'textarea', hint: 'Markdown' })}
        <PhotoFields photos={photos} values={values} action={action} />
        {text('tags', t('write.tags'), { hint: t('write.commas'), attributes: { autocapitalize: 'none' } })}
        <VisibilityField values={values} errors={errors} options={visibilities()} />
        <div class="choices form-actions">
          <SaveButtons isDraft={isDraft} />
        </div>
      </WriteForm>
    </>
  );
  return { title, body, ...writeLayout() };
}

export async function saveCookedItem(form: SubmittedForm, before: Cooked | null) {
  const { fields, me, viewer } = form;
  const draft: FormState = { values: fields, photos: await receivePhotos(form), errors: {} };
  const { media } = draft.photos;
  if (isChangeOfForm(fields)) return cookedItemForm(form, before, { ...draft, isUnsaved: true });
  const save = async () => {
    const recipeId = readId(fields.get('recipe') ?? '');
    const type = before?.type ?? (recipeId !== null && fields.get('type') !== 'preparation' ? 'baking' : 'preparation');
    const input = { ...read(fields, type, recipeId), mediaIds: media.map(({ id }) => id) };
    if (before) await updateCooked(type, me, before.id, changesOf(input, fields, before));
    await describePhotos(form, before, media);
    const id =
      before?.id ?? (await createOnceFrom(form, (beforeCommit) => createCooked(type, me, input, beforeCommit)));
    if (fields.get('intent') === 'publish') await publishItem(type, me, id, null);
    forgetBrowserCopy(form);
    const saved = await getOfType(type, id, viewer);
    confirmSaved(form, saved, before);
    return saved.publication === 'published' ? pathOf(saved) : '/drafts';
  };
  return saveOrShowErrors(draft, save, (again) => cookedItemForm(form, before, again));
}

/** Only the fields of the form change. */
const changesOf = (
  { name, preparedAt, serving, rating, description, tags, visibility, mediaIds }: CookedDraft,
  fields: URLSearchParams,
  before: Cooked,
) => ({
  name,
  preparedAt,
  serving,
  description,
  tags,
  visibility: visibility ?? before.visibility,
  mediaIds,
  ...(fields.has('rating') && { rating: rating ?? null }),
});

function read(fields: URLSearchParams, type: CookedType, recipeId: number | null) {
  const value = (name: string) => (fields.get(name) ?? '').trim();
  return parseOrThrow(newCooked[type], {
    name: value('name'),
    prepared_at: value('prepared_at'),
    recipe_id: recipeId,
    serving: value('serving') === '' ? 1 : Number(value('serving')),
    rating: value('rating') === '' ? null : Number(value('rating')),
    description: fields.get('description') ?? '',
    tags: splitCommas(value('tags')),
    visibility: value('visibility') || null,
  });
}

/** A group of radio buttons. Its style sheet fills all stars up to the chosen one. */
function StarField({ value, errors = [] }: { value: string; errors?: string[] }) {
  const choice = (stars: number) => (
    <label class="star">
      <input type="radio" name="rating" value={stars} checked={value === String(stars)} />
      <span aria-hidden="true">★</span>
      <span class="visually-hidden">{t('rating.stars', { count: stars })}</span>
    </label>
  );
  return (
    <fieldset class="rating">
      <legend>{t('rating.how-good')}</legend>
      <div class="rating-choices">
        {[1, 2, 3, 4, 5].map(choice)}{' '}
        <label class="no-star">
          <input type="radio" name="rating" value="" checked={value === ''} /> {t('rating.none')}
        </label>
      </div>
      {errors.length > 0 && <p class="error">{errors.join(', ')}</p>}
    </fieldset>
  );
}
