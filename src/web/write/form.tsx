/** What the forms of all items share: their frame, state and photos. */
import { randomUUID } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import type { BeforeCommit } from '../../db/transaction.ts';
import type { Eventable, Medium } from '../../domain/items/eventable.ts';
import { createOnce } from '../../domain/items/forms.ts';
import {
  addMedium,
  describeMedium,
  describeUnusedMedium,
  getOwnMedium,
  hasPendingMedia,
} from '../../domain/media/media.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { readId } from '../../http/pagination.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import { Checkbox, Field, PostForm, SelectField, type SelectFieldProps } from '../components/fields.tsx';
import { pictureTypes } from '../components/item-parts.tsx';
import { pageHeaders } from '../components/layout.tsx';
import { type PageContent, setNotice } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { maxMegabytes } from '../forms/answers.tsx';
import { type MemberVisitor, orShowErrors, type SubmittedForm, scriptForm } from '../forms/member-page.ts';
import { isOfRequest } from '../forms/unsent-form.tsx';

// The state of a form: typed values, uploaded photos and errors

export interface FormState {
  values: URLSearchParams;
  photos: Photos;
  errors: FieldErrors;
  /** True if the values were submitted, but are not stored. */
  isUnsaved?: boolean;
}

export const emptyForm = (values: Record<string, string> | [string, string][] = {}): FormState => ({
  values: new URLSearchParams(values),
  photos: { media: [], errors: {} },
  errors: {},
});

/** Saves unless a photo was rejected. Shows the form again with its values if there are errors. */
export async function saveOrShowErrors(
  state: FormState,
  save: () => Promise<PageContent | string>,
  form: (state: FormState) => Promise<PageContent> | PageContent,
): Promise<PageContent | string> {
  const showAgain = (errors: FieldErrors) => form({ ...state, errors, isUnsaved: true });
  if (Object.keys(state.photos.errors).length > 0) return { ...(await showAgain(state.errors)), status: 422 };
  return orShowErrors(save, showAgain);
}

/** Returns the errors of a field and its children: `steps` and `steps[2].content`. */
export function errorsOf(errors: FieldErrors, name: string, word = ''): string[] {
  return Object.entries(errors).flatMap(([path, messages]) => {
    if (!isWithin(path, name)) return [];
    const at = /\[(\d+)\]/.exec(path)?.[1];
    return at === undefined || !word ? messages : messages.map((each) => `${word} ${Number(at) + 1} ${each}`);
  });
}

const isWithin = (path: string, name: string) =>
  path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);

/** Returns the errors that belong to no field of the form. */
export const otherErrors = (errors: FieldErrors, names: string[]): string[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    names.some((name) => isWithin(path, name))
      ? []
      : messages.map((each) => (path === 'base' ? each : `${path}: ${each}`)),
  );

/** True for a button that shows the form again, without saving. */
export const isChangeOfForm = (fields: URLSearchParams): boolean =>
  /^(?:edit|rows|text|add-[a-z0-9-]{1,20}|photo-up-\d{1,19}|(?:row|step)-(?:up|down)-\d{1,4})$/.test(
    fields.get('intent') ?? '',
  );

// The frame of the forms for recipes, cooked items and posts: hidden fields, buttons, and the script

export const actionOf = (before: Pick<Eventable, 'id'> | null, path = '/write/recipe'): string =>
  before ? `/items/${before.id}/edit` : path;

interface WriteFormProps {
  visitor: MemberVisitor;
  /** Path of the form. */
  action: string;
  state: FormState;
  /** Hidden fields. `copy` is the id of the form, also of the copy that the script keeps in the browser. */
  fields?: Record<string, string>;
  children: Child;
}

export function WriteForm({ visitor, action, state, fields = {}, children }: WriteFormProps) {
  const { values, isUnsaved = false } = state;
  return (
    <PostForm
      visitor={visitor}
      enctype="multipart/form-data"
      action={action}
      class="write-form"
      data-member={visitor.session.username}
      data-unsaved={isUnsaved ? '' : undefined}
      fields={{ copy: values.get('copy') || randomUUID(), ...fields }}
    >
      <div id="kept-copy" class="note" role="status" hidden>
        {richText('write.kept-copy', { time: () => <time /> })}
        <div class="choices">
          <button type="button" class="small" data-restore="">
            {t('write.restore')}
          </button>
          <button type="button" class="quiet small" data-discard="">
            {t('write.discard')}
          </button>
        </div>
      </div>
      {children}
    </PostForm>
  );
}

export const VisibilityField = ({
  values,
  errors,
  options,
}: Pick<FormState, 'values' | 'errors'> & Pick<SelectFieldProps, 'options'>) => (
  <SelectField
    name="visibility"
    label={t('write.visibility')}
    value={values.get('visibility') ?? 'public'}
    options={options}
    errors={errorsOf(errors, 'visibility')}
  />
);

export const SaveButtons = ({ isDraft }: { isDraft: boolean }) =>
  isDraft ? (
    <>
      <button name="intent" value="publish">
        {t('write.publish')}
      </button>
      <button name="intent" value="draft" class="quiet">
        {t('write.save-draft')}
      </button>
    </>
  ) : (
    <button name="intent" value="save">
      {t('common.save')}
    </button>
  );

/** The preview has no photos to change, and only recipes have rows. */
export const writeLayout = (
  width: 'form' | 'text' | 'wide' = 'form',
  hasPhotos = true,
  hasRows = false,
): Pick<PageContent, 'layout'> => ({
  layout: {
    width,
    path: '/write',
    head: (
      <>
        <script type="module" src={assetPaths.write} />
        {hasPhotos && <script type="module" src={assetPaths.photos} />}
        {hasRows && <script type="module" src={assetPaths.rows} />}
      </>
    ),
  },
});

// Knows a form by its id: of what was sent before, and of the copy in the browser's storage that can be deleted

/** Null without one. */
export function formIdOf(fields: URLSearchParams): string | null {
  const id = fields.get('copy') ?? '';
  return /^[a-z0-9-]{8,40}$/.test(id) ? id : null;
}

/** Creates an item once, if the answer was lost and the browser sends the form again. */
export function createOnceFrom(
  { me, fields, allFiles }: SubmittedForm,
  create: (beforeCommit?: BeforeCommit<number>) => Promise<number>,
): Promise<number> {
  const id = formIdOf(fields);
  if (id === null) return create();
  const text = [...fields].filter(([name]) => !isOfRequest.test(name));
  const files = allFiles.map(({ field, file }): [string, string] => [field, file.digest]);
  return createOnce(me, id, [...text, ...files], create);
}

const cookie = 'saved_copy';
const ttlSeconds = 7 * 86_400;

/** The script reads the cookie on the next page with a form. It holds only a random name that the script chose. */
export function forgetBrowserCopy({ c, fields }: SubmittedForm): void {
  const copy = formIdOf(fields);
  if (copy === null) return;
  const secure = config.baseUrl.startsWith('https:');
  setCookie(c, cookie, copy, { secure, sameSite: 'Lax', path: '/', maxAge: ttlSeconds });
}

// Confirms that an item was saved, on the page that follows its form

type Saved = Pick<Eventable, 'publication'>;

/** `before` is the item as it was, or null if it is new. */
export function confirmSaved({ c }: SubmittedForm, saved: Saved, before: Saved | null): void {
  if (saved.publication === 'draft') setNotice(c, 'draft-saved');
  else setNotice(c, before?.publication === 'published' ? 'changes-saved' : 'published');
}

// Photo fields of a form: existing photos with their alt text, and inputs for new ones

const inputNames = ['photo1', 'photo2', 'photo3'];
const maxPhotos = 10;
const upload = pictureUpload('photo');

interface Photos {
  /** Photos to keep, in order. */
  media: Medium[];
  /** Whether the item has photos that are not ready, such as those of an import. */
  arePending?: boolean;
  /** By the input whose photo was refused. Its alt text stays in the form. */
  errors: FieldErrors;
}

/** `values` are those of the form, with alt texts that are not saved yet. `action` is the path of the form. */
export function PhotoFields({
  photos: { media, arePending = false, errors },
  values,
  action,
}: {
  photos: Photos;
  values: URLSearchParams;
  action: string;
}) {
  const room = inputNames.slice(0, Math.max(0, maxPhotos - media.length));
  const withoutRoom = Object.keys(errors).filter((name) => !room.includes(name));
  return (
    <fieldset
      id="photos"
      class="write-photos"
      data-path="/write/photos"
      data-max={maxPhotos}
      data-adding={t('write.adding-photo')}
      data-added={t('write.photo-added')}
      data-failed={t('write.photo-failed')}
      data-full={t('write.photos-full', { max: maxPhotos })}
    >
      <legend>{t('write.photos')}</legend>
      {withoutRoom.length > 0 && (
        <p class="error" role="alert">
          {withoutRoom.flatMap((name) => errors[name]!).join(' ')}
        </p>
      )}
      {media.map((medium) => (
        <PhotoBlock medium={medium} altText={values.get(`alt-${medium.id}`) ?? medium.description} action={action} />
      ))}
      {arePending && <p class="hint">{t('write.photos-pending')}</p>}
      {room.map((name, at) => (
        <PhotoInput
          name={name}
          isOpen={at === 0}
          altText={errors[name] ? (values.get(`${name}-alt`) ?? '') : ''}
          errors={errors[name]}
        />
      ))}
      <p role="status" id="photos-status" />
    </fieldset>
  );
}

const PhotoBlock = ({ medium: { id, key }, altText, action }: { medium: Medium; altText: string; action: string }) => (
  <div class="photo">
    <img src={pictureUrls(key).small} alt="" width="96" height="96" />
    <div>
      <input type="hidden" name="medium" value={id} />
      <Field name={`alt-${id}`} label={t('write.alt-text')} value={altText} attributes={{ maxlength: 1500 }} />
      <div class="photo-actions">
        <Checkbox name={`remove-${id}`} label={t('write.remove-photo')} checked={false} />
        <button
          class="quiet small"
          name="intent"
          value={`photo-up-${id}`}
          formaction={`${action}#photos`}
          formnovalidate
        >
          {t('write.move-up')}
        </button>
      </div>
    </div>
  </div>
);

/** Stores one photo that the script of a form has sent, and answers with its fields. */
export const postPhoto = scriptForm(
  async ({ c, session, files, fields }) => {
    const given = parseOrThrow(upload, { file: files.get('photo'), description: '' });
    const medium = await getOwnMedium(session.accountId, await addMedium(session.accountId, given));
    const headers = { ...pageHeaders, 'content-security-policy': "default-src 'none'; sandbox" };
    return c.html(<PhotoBlock medium={medium} altText="" action={localPath(fields.get('action'))} />, 200, headers);
  },
  { rateLimit: uploadLimit, withFiles: true, loggedOut: 'write.photo-logged-out' },
);

const localPath = (path: string | null) => (/^\/(?:write|items)\/[\w/]{1,40}$/.test(path ?? '') ? path! : '');

interface PhotoInputProps {
  name: string;
  isOpen: boolean;
  altText: string;
  errors: string[] | undefined;
}

/** The first input is open, the others are folded. */
function PhotoInput({ name, isOpen, altText, errors }: PhotoInputProps) {
  const fields = (
    <>
      <Field
        name={name}
        label={t('write.photo')}
        type="file"
        hint={isOpen ? t('write.photo-hint', { size: maxMegabytes }) : ''}
        errors={errors}
        attributes={{ accept: pictureTypes }}
      />
      <Field
        name={`${name}-alt`}
        label={t('write.alt-text')}
        value={altText}
        hint={isOpen ? t('write.alt-hint') : ''}
        attributes={{ maxlength: 1500 }}
      />
    </>
  );
  return isOpen ? (
    <div class="photo-slot">{fields}</div>
  ) : (
    <details open={errors !== undefined}>
      <summary>{t('write.add-photo')}</summary>
      {fields}
    </details>
  );
}

/** Of an item that is edited. */
export const photosOf = async ({ id, media }: Pick<Eventable, 'id' | 'media'>): Promise<Photos> => ({
  media,
  arePending: await hasPendingMedia(id),
  errors: {},
});

/** Stores uploads first, so that they are not lost when another field has an error. */
export async function receivePhotos({ fields, files, oversized, unstored, me }: SubmittedForm): Promise<Photos> {
  const ids = inOrder(fields)
    .slice(0, maxPhotos)
    .filter((id) => !fields.has(`remove-${id}`));
  const media = await ownMedia(me, ids);
  const errors: FieldErrors = {};
  for (const name of oversized) errors[name] = [t('write.photo-too-large', { size: maxMegabytes })];
  for (const name of unstored) errors[name] = [t('form-error.no-space')];
  for (const name of inputNames) {
    const file = files.get(name);
    if (!file) continue;
    try {
      if (media.length >= maxPhotos)
        throw new DomainError('validation_failed', t('write.too-many-photos', { max: maxPhotos }));
      await enforceRateLimit(uploadLimit, `member ${me}`);
      const given = parseOrThrow(upload, { file, description: fields.get(`${name}-alt`) ?? '' });
      media.push(await getOwnMedium(me, await addMedium(me, given)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors[name] = Object.values(error.errors).flat();
    }
  }
  return { media, errors };
}

/** Those that are still there. */
export async function ownMedia(me: number, ids: string[]): Promise<Medium[]> {
  const known = ids.flatMap((text) => readId(text) ?? []).map((id) => getOwnMedium(me, id).catch(ignoreMissing));
  return (await Promise.all(known)).filter((medium) => medium !== null);
}

/** The ids of the photos in the form, after a press of "Move up". */
function inOrder(fields: URLSearchParams): string[] {
  const ids = [...new Set(fields.getAll('medium'))];
  const at = ids.indexOf(/^photo-up-(\d{1,19})$/.exec(fields.get('intent') ?? '')?.[1] ?? '');
  return at > 0 ? [...ids.slice(0, at - 1), ids[at]!, ids[at - 1]!, ...ids.slice(at + 1)] : ids;
}

/** Returns the photos with the alt texts of the form, which are not saved yet. */
export const withAltTexts = (fields: URLSearchParams, media: Medium[]): Medium[] =>
  media.map((medium) => ({ ...medium, description: fields.get(`alt-${medium.id}`) ?? medium.description }));

export function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}

/** Saves the alt texts. Of a new item it comes before the item, which would begin as an edited one. */
export async function describePhotos(
  { fields, me }: SubmittedForm,
  item: Pick<Eventable, 'id' | 'type'> | null,
  media: Medium[],
): Promise<void> {
  for (const { id, description } of media) {
    const altText = fields.get(`alt-${id}`)?.trim();
    if (altText === undefined || altText === description) continue;
    const text = altText.slice(0, 1_500);
    // A photo that this form adds to a published item belongs to it by now.
    if (item) await describeMedium(me, { type: item.type, eventableId: item.id, id }, text);
    else await describeUnusedMedium(me, id, text);
  }
}
