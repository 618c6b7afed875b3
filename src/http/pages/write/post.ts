/** Writing a post, or an answer to something. */
import { html } from 'hono/html';
import type { Status } from '../../../domain/eventables/eventable.ts';
import { getEventable } from '../../../domain/eventables/read.ts';
import { createStatus, updateStatus } from '../../../domain/statuses.ts';
import { readId } from '../../ids.ts';
import { newStatus } from '../../input/status.ts';
import { parse } from '../../issues.ts';
import type { MemberVisitor, Sent } from '../member.ts';
import { note } from '../parts/blocks.ts';
import { check, choice, visibilities } from '../parts/choice.ts';
import { entry } from '../parts/entry.ts';
import { field, hidden } from '../parts/field.ts';
import { pathOf } from '../parts/item.ts';
import { addressOf } from '../parts/person.ts';
import { formToken } from '../session.ts';
import { blank, type Draft, errorsOf, otherErrors, trying } from './draft.ts';
import { describePhotos, photoFields, takePhotos } from './photos.ts';

const audience = [...visibilities, ['direct', 'Only the people named']] as typeof visibilities;

/** An answer begins with whom it answers, and is for no more people than what it answers. */
export async function newPost(visitor: MemberVisitor) {
  const to = readId(visitor.c.req.query('to') ?? '');
  if (to === null) return postForm(visitor, null, blank());
  const { account, visibility } = await getEventable(to, visitor.viewer);
  const content = account.id === visitor.me ? '' : `${addressOf(account)} `;
  return postForm(visitor, null, blank({ to: String(to), content, visibility }));
}

export const editPost = (visitor: MemberVisitor, before: Status) =>
  postForm(visitor, before, {
    ...blank({
      content: before.content,
      spoiler_text: before.spoilerText,
      visibility: before.visibility,
      ...(before.sensitive && { sensitive: 'yes' }),
      ...(before.inReplyToId !== null && { to: String(before.inReplyToId) }),
    }),
    photos: { kept: before.media, errors: [] },
  });

async function postForm(visitor: MemberVisitor, before: Status | null, { values, photos, errors }: Draft) {
  const { c, visit, viewer } = visitor;
  const to = readId(values.get('to') ?? '');
  const answered = to === null ? null : await getEventable(to, viewer).catch(() => null);
  const title = before ? 'Edit your post' : answered ? 'Answer' : 'Write a post';
  const wrong = otherErrors(errors, ['content', 'spoiler_text', 'visibility']);
  const body = html`<h1>${title}</h1>${answered ? html`<div class="panel">${entry(answered, null)}</div>` : ''}
${wrong.length > 0 ? note(wrong.join(', '), 'bad') : ''}
<form method="post" enctype="multipart/form-data" action="${before ? `/items/${before.id}/edit` : '/write/post'}">${hidden({ form_token: formToken(c, visit), ...(to !== null && { to: String(to) }) })}
${field({ name: 'content', label: 'Text', type: 'textarea', value: values.get('content') ?? '', hint: 'Markdown, @names and #hashtags', errors: errorsOf(errors, 'content'), attributes: { maxlength: 5000 } })}
${choice({ name: 'visibility', label: 'Who may see it', value: values.get('visibility') ?? 'public', options: audience, errors: errorsOf(errors, 'visibility') })}
${photoFields(photos)}
<details${values.get('spoiler_text') || values.has('sensitive') ? html` open` : ''}><summary>Warn before showing it</summary>${field({ name: 'spoiler_text', label: 'Warning', value: values.get('spoiler_text') ?? '', errors: errorsOf(errors, 'spoiler_text'), attributes: { maxlength: 500 } })}${check({ name: 'sensitive', label: 'The pictures are not for everybody', checked: values.has('sensitive') })}</details>
<div class="choices"><button>${before ? 'Save' : 'Publish'}</button></div></form>`;
  return { title, body };
}

export async function savePost(sent: Sent, before: Status | null) {
  const { fields, me, viewer } = sent;
  const draft: Draft = { values: fields, photos: await takePhotos(sent), errors: {} };
  const { kept } = draft.photos;
  const save = async () => {
    const to = readId(fields.get('to') ?? '');
    const { inReplyToId, inReplyToType, locale, ...written } = parse(newStatus, {
      content: fields.get('content') ?? '',
      visibility: fields.get('visibility') ?? 'public',
      spoiler_text: (fields.get('spoiler_text') ?? '').trim(),
      sensitive: fields.has('sensitive'),
      media_ids: kept.map(({ id }) => id),
      ...(to !== null && { in_reply_to_id: to }),
    });
    if (before) await updateStatus(me, before.id, written);
    const id = before?.id ?? (await createStatus(me, { ...written, locale, inReplyToId, inReplyToType }));
    await describePhotos(sent, { id, type: 'status' }, kept);
    return pathOf(await getEventable(id, viewer));
  };
  return trying(draft, save, (again) => postForm(sent, before, again));
}
