/** Pictures in a form: those there are, with what is said of them, and places for new ones. */
import { html } from 'hono/html';
import type { Eventable, Medium } from '../../../domain/eventables/eventable.ts';
import { describeMedium, getOwnMedium } from '../../../domain/media/change.ts';
import { addMedium } from '../../../domain/media/upload.ts';
import { config } from '../../../lib/config.ts';
import { DomainError } from '../../../lib/errors.ts';
import { readId } from '../../ids.ts';
import { pictureUpload } from '../../input/upload.ts';
import { parse } from '../../issues.ts';
import { takeOne, uploadLimit } from '../../limits.ts';
import { pictureUrls } from '../../output/picture.ts';
import type { Sent } from '../member.ts';
import { check } from '../parts/choice.ts';
import { field } from '../parts/field.ts';

const places = ['photo1', 'photo2', 'photo3'];
const most = 10;
const upload = pictureUpload('photo');

export interface Photos {
  /** To stay, in order. */
  kept: Medium[];
  errors: string[];
}

export function photoFields({ kept, errors }: Photos) {
  const room = places.slice(0, Math.max(0, most - kept.length));
  return html`<fieldset><legend>Pictures</legend>${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${kept.map(
  ({ id, key, description }) =>
    html`<div class="photo"><img src="${pictureUrls(key).small}" alt="" width="96" height="96"><div><input type="hidden" name="medium" value="${id}" />${field({ name: `alt-${id}`, label: 'What it shows', value: description, attributes: { maxlength: 1500 } })}${check({ name: `drop-${id}`, label: 'Take it away', checked: false })}</div></div>`,
)}
${room.map((name, at) => place(name, at === 0))}</fieldset>`;
}

/** The first place is open, more unfold. */
function place(name: string, isOpen: boolean) {
  const fields = html`${field({
    name,
    label: 'Picture',
    type: 'file',
    hint: isOpen
      ? `JPEG, PNG, WebP, GIF or AVIF; all together at most ${Math.floor(config.maxUploadBytes / 2 ** 20)} MB`
      : '',
    attributes: { accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif' },
  })}${field({
    name: `${name}-alt`,
    label: 'What it shows',
    hint: isOpen ? 'Read out to who cannot see it' : '',
    attributes: { maxlength: 1500 },
  })}`;
  return isOpen
    ? html`<div class="photo-place">${fields}</div>`
    : html`<details><summary>One more picture</summary>${fields}</details>`;
}

/** Uploads come first, so that they are not lost when something else in the form is wrong. */
export async function takePhotos({ fields, files, me }: Sent): Promise<Photos> {
  const ids = fields
    .getAll('medium')
    .slice(0, most)
    .flatMap((text) => readId(text) ?? [])
    .filter((id) => !fields.has(`drop-${id}`));
  const known = await Promise.all(ids.map((id) => getOwnMedium(me, id).catch(ignoreMissing)));
  const kept = known.filter((medium) => medium !== null);
  const errors: string[] = [];
  for (const name of places) {
    const file = files.get(name);
    if (!file) continue;
    try {
      if (kept.length >= most) throw new DomainError('validation_failed', `at most ${most} pictures`);
      if (config.rateLimits) await takeOne(uploadLimit, `member ${me}`, {});
      const given = parse(upload, { file, description: fields.get(`${name}-alt`) ?? '' });
      kept.push(await getOwnMedium(me, await addMedium(me, given)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push(...Object.values(error.errors).flat());
    }
  }
  return { kept, errors };
}

function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}

/** What is said of pictures, once they belong to the item. */
export async function describePhotos(
  { fields, me }: Sent,
  { id: eventableId, type }: Pick<Eventable, 'id' | 'type'>,
  kept: Medium[],
): Promise<void> {
  for (const { id, description } of kept) {
    const said = fields.get(`alt-${id}`)?.trim();
    if (said === undefined || said === description) continue;
    await describeMedium(me, { type, eventableId, id }, said.slice(0, 1_500));
  }
}
