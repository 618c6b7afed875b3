/** Renders an item of a collection for its owner: note, order and removal. */

import { html } from 'hono/html';
import type { CollectionItem } from '../../domain/collections/collections.ts';
import { maxNoteLength } from '../../http/input/collection.ts';
import { pictureUrls } from '../../http/media.ts';
import { t } from '../../lib/language/text.ts';
import { patternFor } from '../art/patterns.ts';
import { hidden } from '../components/field.ts';
import { pathOf, titleOf } from '../components/item-link.ts';

/** The first button is the one that Enter presses. */
export function entryRow(collectionId: number, { object, note }: CollectionItem, token: string) {
  const title = titleOf(object);
  const of = html`<span class="visually-hidden"> ${title}</span>`;
  const [picture] = object.sensitive ? [] : object.media;
  const noteId = `note-${object.id}`;
  return html`<li id="entry-${object.id}"><img src="${picture ? pictureUrls(picture.key).small : patternFor(object.id)}" alt="" width="72" height="72" loading="lazy">
<form method="post" action="/collections/${collectionId}/items/${object.id}">${hidden({ form_token: token })}
<a href="${pathOf(object)}">${title}</a>
<div class="field"><label for="${noteId}">${t('collections.note')}${of}</label><textarea id="${noteId}" name="note" rows="2" maxlength="${maxNoteLength}">
${note}</textarea></div>
<div class="actions"><button class="small quiet" name="do" value="save">${t('collections.save-note')}${of}</button><button class="small quiet" name="do" value="up">${t('collections.up')}${of}</button><button class="small quiet" name="do" value="down">${t('collections.down')}${of}</button><button class="small danger" name="do" value="remove">${t('collections.remove')}${of}</button></div></form></li>`;
}
