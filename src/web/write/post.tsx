/** The form for a post or reply. */
import type { Status } from '../../domain/items/eventable.ts';
import { getEventable } from '../../domain/items/read.ts';
import { createStatus, updateStatus } from '../../domain/statuses/statuses.ts';
import { newStatus } from '../../http/input/status.ts';
import { readId } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { pathOf } from '../components/actions.tsx';
import { Note } from '../components/elements.tsx';
import { Checkbox, Field, type SelectFieldProps, visibilities } from '../components/fields.tsx';
import { ItemEntry } from '../components/item-lists.tsx';
import { localPageUrl } from '../components/page-handler.tsx';
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
  saveOrShowErrors,
  VisibilityField,
  WriteForm,
  writeLayout,
} from './form.tsx';

const postVisibilities = (): SelectFieldProps['options'] => [...visibilities(), ['direct', t('visibility.direct')]];

/** A reply starts with a mention of the author and takes over the visibility. */
export async function newPost(visitor: MemberVisitor) {
  const quoted = readId(visitor.c.req.query('quote') ?? '');
  if (quoted !== null) return postForm(visitor, null, emptyForm({ quote: String(quoted) }));
  const to = readId(visitor.c.req.query('to') ?? '');
  if (to === null) return postForm(visitor, null, emptyForm({ content: visitor.c.req.query('content') ?? '' }));
  const { account, visibility } = await getEventable(to, visitor.viewer);
  const content = account.id === visitor.me ? '' : `${addressOf(account)} `;
  return postForm(visitor, null, emptyForm({ to: String(to), content, visibility }));
}

export const editPost = async (visitor: MemberVisitor, before: Status) =>
  postForm(visitor, before, {
    ...emptyForm({
      content: before.content,
      spoiler_text: before.spoilerText,
      visibility: before.visibility,
      ...(before.sensitive && { sensitive: 'yes' }),
      ...(before.inReplyToId !== null && { to: String(before.inReplyToId) }),
    }),
    photos: await photosOf(before),
  });

async function postForm(visitor: MemberVisitor, before: Status | null, state: FormState) {
  const { viewer } = visitor;
  const { values, photos, errors } = state;
  const action = actionOf(before, '/write/post');
  const to = readId(values.get('to') ?? '');
  const parent = to === null ? null : await getEventable(to, viewer).catch(() => null);
  const quote = readId(values.get('quote') ?? '');
  const quoted = quote === null ? null : await getEventable(quote, viewer).catch(() => null);
  const shown = parent ?? quoted;
  const title = before
    ? t('write.edit-post')
    : parent
      ? t('write.reply')
      : quoted
        ? t('write.quote')
        : t('write.new-post');
  const back = values.get('back');
  const formErrors = otherErrors(errors, ['content', 'spoiler_text', 'visibility']);
  const body = (
    <>
      <h1>{title}</h1>
      {shown ? (
        <div class="panel">
          <ItemEntry item={shown} context={null} />
        </div>
      ) : null}
      {formErrors.length > 0 && <Note kind="bad">{formErrors.join(', ')}</Note>}
      <WriteForm
        visitor={visitor}
        action={action}
        state={state}
        fields={{
          ...(back && { back }),
          ...(to !== null && { to: String(to) }),
          ...(quote !== null && { quote: String(quote) }),
        }}
      >
        <Field
          name="content"
          label={t('write.text')}
          type="textarea"
          value={values.get('content') ?? ''}
          hint={t('write.text-hint')}
          errors={errorsOf(errors, 'content')}
          attributes={{ maxlength: 5000 }}
        />
        <VisibilityField values={values} errors={errors} options={postVisibilities()} />
        <PhotoFields photos={photos} values={values} action={action} />
        <details open={Boolean(values.get('spoiler_text') || values.has('sensitive'))}>
          <summary>{t('write.content-warning')}</summary>
          <Field
            name="spoiler_text"
            label={t('write.warning')}
            value={values.get('spoiler_text') ?? ''}
            errors={errorsOf(errors, 'spoiler_text')}
            attributes={{ maxlength: 500 }}
          />
          <Checkbox name="sensitive" label={t('write.sensitive')} checked={values.has('sensitive')} />
        </details>
        <div class="choices form-actions">
          <button>{before ? t('common.save') : t('write.publish')}</button>
        </div>
      </WriteForm>
    </>
  );
  return { title, body, ...writeLayout() };
}

export async function savePost(form: SubmittedForm, before: Status | null) {
  const { fields, me, viewer } = form;
  const draft: FormState = { values: fields, photos: await receivePhotos(form), errors: {} };
  const { media } = draft.photos;
  if (isChangeOfForm(fields)) return postForm(form, before, { ...draft, isUnsaved: true });
  const save = async () => {
    const to = readId(fields.get('to') ?? '');
    const quote = readId(fields.get('quote') ?? '');
    const { inReplyToId, inReplyToType, quoted, locale, ...input } = parseOrThrow(newStatus, {
      content: fields.get('content') ?? '',
      visibility: fields.get('visibility') || null,
      spoiler_text: (fields.get('spoiler_text') ?? '').trim(),
      sensitive: fields.has('sensitive'),
      media_ids: media.map(({ id }) => id),
      ...(to !== null && { in_reply_to_id: to }),
      ...(quote !== null && { quote_id: quote }),
    });
    const visibility = input.visibility ?? before?.visibility ?? 'public';
    if (before) await updateStatus(me, before.id, { ...input, visibility });
    await describePhotos(form, before, media);
    const created = { ...input, locale, inReplyToId, inReplyToType, quoted };
    const id = before?.id ?? (await createOnceFrom(form, (beforeCommit) => createStatus(me, created, beforeCommit)));
    const saved = await getEventable(id, viewer);
    confirmSaved(form, saved, before);
    forgetBrowserCopy(form);
    // A reply that was written below an item leads back to it.
    const back = to === null ? null : localPageUrl(fields.get('back'));
    return back ? `${back}#item-${id}` : pathOf(saved);
  };
  return saveOrShowErrors(draft, save, (again) => postForm(form, before, again));
}
