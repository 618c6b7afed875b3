/** Photo fields of a form: existing photos with their alt text, and inputs for new ones. */
import { html } from 'hono/html';
import type { Eventable, Medium } from '../../domain/items/eventable.ts';
import { describeMedium, getOwnMedium } from '../../domain/media/edit.ts';
import { addMedium } from '../../domain/media/upload.ts';
import { readId } from '../../http/ids.ts';
import { pictureUpload } from '../../http/input/upload.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { checkbox } from '../components/choice-fields.ts';
import { field } from '../components/field.ts';
import type { SubmittedForm } from '../member-page.ts';

const inputNames = ['photo1', 'photo2', 'photo3'];
const maxPhotos = 10;
const upload = pictureUpload('photo');

export interface Photos {
  /** Photos to keep, in order. */
  media: Medium[];
  errors: string[];
}

export function photoFields({ media, errors }: Photos) {
  const room = inputNames.slice(0, Math.max(0, maxPhotos - media.length));
  return html`<fieldset><legend>Photos</legend>${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${media.map(
  ({ id, key, description }) =>
    html`<div class="photo"><img src="${pictureUrls(key).small}" alt="" width="96" height="96"><div><input type="hidden" name="medium" value="${id}" />${field({ name: `alt-${id}`, label: 'Alt text', value: description, attributes: { maxlength: 1500 } })}${checkbox({ name: `remove-${id}`, label: 'Remove photo', checked: false })}</div></div>`,
)}
${room.map((name, at) => photoInput(name, at === 0))}</fieldset>`;
}

/** The first input is open, the others are folded. */
function photoInput(name: string, isOpen: boolean) {
  const fields = html`${field({
    name,
    label: 'Photo',
    type: 'file',
    hint: isOpen
      ? `JPEG, PNG, WebP, GIF or AVIF. All photos together at most ${Math.floor(config.maxUploadBytes / 2 ** 20)} MB`
      : '',
    attributes: { accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif' },
  })}${field({
    name: `${name}-alt`,
    label: 'Alt text',
    hint: isOpen ? 'Describe the photo for people who use screen readers' : '',
    attributes: { maxlength: 1500 },
  })}`;
  return isOpen
    ? html`<div class="photo-slot">${fields}</div>`
    : html`<details><summary>Add another photo</summary>${fields}</details>`;
}

/** Stores uploads first, so that they are not lost when another field has an error. */
export async function receivePhotos({ fields, files, me }: SubmittedForm): Promise<Photos> {
  const ids = fields
    .getAll('medium')
    .slice(0, maxPhotos)
    .flatMap((text) => readId(text) ?? [])
    .filter((id) => !fields.has(`remove-${id}`));
  const known = await Promise.all(ids.map((id) => getOwnMedium(me, id).catch(ignoreMissing)));
  const media = known.filter((medium) => medium !== null);
  const errors: string[] = [];
  for (const name of inputNames) {
    const file = files.get(name);
    if (!file) continue;
    try {
      if (media.length >= maxPhotos)
        throw new DomainError('validation_failed', `at most ${maxPhotos} photos per item`);
      await enforceRateLimit(uploadLimit, `member ${me}`);
      const given = parseOrThrow(upload, { file, description: fields.get(`${name}-alt`) ?? '' });
      media.push(await getOwnMedium(me, await addMedium(me, given)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push(...Object.values(error.errors).flat());
    }
  }
  return { media, errors };
}

function ignoreMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}

/** Saves the alt texts, once the photos belong to the item. */
export async function describePhotos(
  { fields, me }: SubmittedForm,
  { id: eventableId, type }: Pick<Eventable, 'id' | 'type'>,
  media: Medium[],
): Promise<void> {
  for (const { id, description } of media) {
    const altText = fields.get(`alt-${id}`)?.trim();
    if (altText === undefined || altText === description) continue;
    await describeMedium(me, { type, eventableId, id }, altText.slice(0, 1_500));
  }
}
