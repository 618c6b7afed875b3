/** The cover of a collection in its form: the first picture of the items, or one that the owner uploads. */

import { html } from 'hono/html';
import type { Collection } from '../../domain/collections/collections.ts';
import { addMedium } from '../../domain/media/media.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { checkbox } from '../components/choice-fields.ts';
import { field } from '../components/field.ts';
import { pictureTypes } from '../components/pictures.ts';
import type { SubmittedForm } from '../member-page.ts';

const upload = pictureUpload('photo');

export function coverFields({ cover, coverId }: Collection, errors: string[]) {
  return html`<fieldset><legend>${t('collections.cover')}</legend>
${cover ? html`<div class="photo"><img src="${pictureUrls(cover.key).small}" alt="" width="96" height="96"><div>${coverId === null ? html`<p class="hint">${t('collections.cover-first')}</p>` : checkbox({ name: 'no_cover', label: t('collections.cover-use-first'), checked: false })}</div></div>` : ''}
${field({ name: 'photo', label: t('collections.photo'), type: 'file', errors, hint: t('collections.photo-formats'), attributes: { accept: pictureTypes } })}
${field({ name: 'photo-alt', label: t('collections.alt-text'), hint: t('collections.alt-hint'), attributes: { maxlength: 1500 } })}</fieldset>`;
}

/** Stores an uploaded photo. Throws validation_failed with the key `file`. */
export async function receiveCover({
  fields,
  files,
  me,
}: SubmittedForm): Promise<{ coverId?: number | null }> {
  const file = files.get('photo');
  if (!file) return fields.has('no_cover') ? { coverId: null } : {};
  await enforceRateLimit(uploadLimit, `member ${me}`);
  return {
    coverId: await addMedium(me, parseOrThrow(upload, { file, description: fields.get('photo-alt') ?? '' })),
  };
}
