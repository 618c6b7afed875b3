/** The frame of the forms for recipes, cooked items and posts: hidden fields, buttons, and the script. */

import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import { hidden } from '../components/field.ts';
import type { PageContent } from '../components/page-handler.ts';
import { richText } from '../components/rich-text.ts';
import type { MemberVisitor } from '../member-page.ts';
import type { FormState } from './form-state.ts';

export const actionOf = (before: Pick<Eventable, 'id'> | null, path = '/write/recipe'): string =>
  before ? `/items/${before.id}/edit` : path;

/** Opens the form. `copy` names the copy that the script keeps in the browser. */
export function writeForm(
  { c, session }: MemberVisitor,
  action: string,
  { values, isUnsaved = false }: FormState,
  fields: Record<string, string> = {},
) {
  const own = { form_token: formToken(c, session), copy: values.get('copy') ?? '', ...fields };
  return html`<form method="post" enctype="multipart/form-data" action="${action}" class="write-form" data-member="${session.username}"${isUnsaved ? html` data-unsaved` : ''}>${hidden(own)}
<div id="kept-copy" class="note" role="status" hidden>${richText('write.kept-copy', { time: () => html`<time></time>` })}<div class="choices"><button type="button" class="small" data-restore>${t('write.restore')}</button><button type="button" class="quiet small" data-discard>${t('write.discard')}</button></div></div>`;
}

export const saveButtons = (isDraft: boolean) =>
  isDraft
    ? html`<button name="intent" value="publish">${t('write.publish')}</button><button name="intent" value="draft" class="quiet">${t('write.save-draft')}</button>`
    : html`<button name="intent" value="save">${t('common.save')}</button>`;

/** The preview has no photos to change. */
export const writeLayout = (
  width: 'form' | 'text' | 'wide' = 'form',
  hasPhotos = true,
): Pick<PageContent, 'layout'> => ({
  layout: {
    width,
    path: '/write',
    head: html`<script type="module" src="${assetPaths.write}"></script>${hasPhotos ? html`<script type="module" src="${assetPaths.photos}"></script>` : ''}`,
  },
});
