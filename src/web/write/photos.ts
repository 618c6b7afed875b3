/** Photo fields of a form: existing photos with their alt text, and inputs for new ones. */

import { html } from 'hono/html';
import type { Eventable, Medium } from '../../domain/items/eventable.ts';
import { addMedium, describeMedium, getOwnMedium } from '../../domain/media/media.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { readId } from '../../http/pagination.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { checkbox } from '../components/choice-fields.ts';
import { field } from '../components/field.ts';
import { pageHeaders } from '../components/layout.ts';
import { pictureTypes } from '../components/pictures.ts';
import type { SubmittedForm } from '../member-page.ts';
import { scriptForm } from '../script-form.ts';

const inputNames = ['photo1', 'photo2', 'photo3'];
const maxPhotos = 10;
const upload = pictureUpload('photo');
const maxMegabytes = Math.floor(config.maxUploadBytes / 2 ** 20);
const tooLarge = () => t('write.photo-too-large', { size: maxMegabytes });

export interface Photos {
  /** Photos to keep, in order. */
  media: Medium[];
  errors: string[];
  /** The inputs whose photo was refused. Their alt text stays in the form. */
  refused?: string[];
}

/** `values` are those of the form, with alt texts that are not saved yet. `action` is the path of the form. */
export function photoFields(
  { media, errors, refused = [] }: Photos,
  values: URLSearchParams,
  action: string,
) {
  const room = inputNames.slice(0, Math.max(0, maxPhotos - media.length));
  return html`<fieldset id="photos" class="write-photos" data-path="/write/photos" data-max="${maxPhotos}" data-adding="${t('write.adding-photo')}" data-added="${t('write.photo-added')}" data-failed="${t('write.photo-failed')}" data-full="${t('write.photos-full', { max: maxPhotos })}"><legend>${t('write.photos')}</legend>${errors.length > 0 ? html`<p class="error" role="alert">${errors.join(', ')}</p>` : ''}
${media.map((medium) => photoBlock(medium, values.get(`alt-${medium.id}`) ?? medium.description, action))}
${room.map((name, at) => photoInput(name, at === 0, refused.includes(name) ? (values.get(`${name}-alt`) ?? '') : ''))}<p role="status"></p></fieldset>`;
}

const photoBlock = ({ id, key }: Medium, altText: string, action: string) =>
  html`<div class="photo"><img src="${pictureUrls(key).small}" alt="" width="96" height="96"><div><input type="hidden" name="medium" value="${id}" />${field({ name: `alt-${id}`, label: t('write.alt-text'), value: altText, attributes: { maxlength: 1500 } })}<div class="photo-actions">${checkbox({ name: `remove-${id}`, label: t('write.remove-photo'), checked: false })}<button class="quiet small" name="intent" value="photo-up-${id}" formaction="${action}#photos" formnovalidate>${t('write.move-up')}</button></div></div></div>`;

/** Stores one photo that the script of a form has sent, and answers with its fields. */
export const postPhoto = scriptForm(
  async ({ c, session, files, fields }) => {
    const given = parseOrThrow(upload, { file: files.get('photo'), description: '' });
    const medium = await getOwnMedium(session.accountId, await addMedium(session.accountId, given));
    const headers = { ...pageHeaders, 'content-security-policy': "default-src 'none'; sandbox" };
    return c.html(photoBlock(medium, '', localPath(fields.get('action'))), 200, headers);
  },
  { rateLimit: uploadLimit, withFiles: true, loggedOut: 'write.photo-logged-out' },
);

const localPath = (path: string | null) => (/^\/(?:write|items)\/[\w/]{1,40}$/.test(path ?? '') ? path! : '');

/** The first input is open, the others are folded. */
function photoInput(name: string, isOpen: boolean, altText: string) {
  const fields = html`${field({
    name,
    label: t('write.photo'),
    type: 'file',
    hint: isOpen ? t('write.photo-hint', { size: maxMegabytes }) : '',
    attributes: { accept: pictureTypes },
  })}${field({
    name: `${name}-alt`,
    label: t('write.alt-text'),
    value: altText,
    hint: isOpen ? t('write.alt-hint') : '',
    attributes: { maxlength: 1500 },
  })}`;
  return isOpen
    ? html`<div class="photo-slot">${fields}</div>`
    : html`<details><summary>${t('write.add-photo')}</summary>${fields}</details>`;
}

/** Stores uploads first, so that they are not lost when another field has an error. */
export async function receivePhotos({ fields, files, oversized, me }: SubmittedForm): Promise<Photos> {
  const ids = inOrder(fields)
    .slice(0, maxPhotos)
    .flatMap((text) => readId(text) ?? [])
    .filter((id) => !fields.has(`remove-${id}`));
  const known = await Promise.all(ids.map((id) => getOwnMedium(me, id).catch(ignoreMissing)));
  const media = known.filter((medium) => medium !== null);
  const errors = oversized.map(tooLarge);
  const refused = [...oversized];
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
      errors.push(...Object.values(error.errors).flat());
      refused.push(name);
    }
  }
  return { media, errors, refused };
}

/** The ids of the photos in the form, after a press of "Move up". */
function inOrder(fields: URLSearchParams): string[] {
  const ids = [...new Set(fields.getAll('medium'))];
  const at = ids.indexOf(/^photo-up-(\d{1,19})$/.exec(fields.get('intent') ?? '')?.[1] ?? '');
  return at > 0 ? [...ids.slice(0, at - 1), ids[at]!, ids[at - 1]!, ...ids.slice(at + 1)] : ids;
}

/** Returns the photos with the alt texts of the form, which are not saved yet. */
export const withAltTexts = ({ fields }: SubmittedForm, media: Medium[]): Medium[] =>
  media.map((medium) => ({ ...medium, description: fields.get(`alt-${medium.id}`) ?? medium.description }));

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
