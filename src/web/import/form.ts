/** Renders the form in which members choose what to import. */

import { html } from 'hono/html';
import { maxReadingMinutes } from '../../domain/migration/reading/reader.ts';
import { uploadLimits } from '../../domain/migration/start-import.ts';
import { formToken } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import { maxFileBytes } from '../../recipe-import/formats/archive.ts';
import { assetPaths } from '../assets.ts';
import { field, hidden } from '../components/field.ts';
import type { PageContent } from '../components/page-handler.ts';
import { richText } from '../components/rich-text.ts';
import type { MemberVisitor } from '../member-page.ts';
import { settingsFrame } from '../settings/layout.ts';

const path = '/settings/import';
const brought: MessageKey[] = [
  'migration.brings-recipes',
  'migration.brings-lists',
  'migration.brings-posts',
  'migration.brings-account',
];
const strong = (content: unknown) => html`<strong>${content}</strong>`;

const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);

/** Below the settings, or as a page of its own below "Write". */
export function uploadForm(
  { c, session }: MemberVisitor,
  errors: FieldErrors = {},
  { url = '', text = '', isSetting = true } = {},
): PageContent {
  const { maxUploadBytes } = config;
  const limits = { file: megabytes(maxFileBytes), minutes: maxReadingMinutes };
  const sizes = { together: megabytes(maxUploadBytes), one: megabytes(uploadLimits.fileBytes) };
  const form = html`<p>${t('migration.intro')}</p><ul>${brought.map((key) => html`<li>${richText(key, { strong })}</li>`)}</ul>
<form method="post" enctype="multipart/form-data" action="${path}" data-failed="${t('upload.failed')}" data-uploading="${t('upload.progress', { percent: '{percent}' })}" data-too-large-together="${t('upload.too-large-together')}" data-too-large="${t('upload.too-large')}" data-reading="${t('upload.reading')}" data-max-bytes="${maxUploadBytes}" data-max-file-bytes="${uploadLimits.fileBytes}">${hidden({ form_token: formToken(c, session), upload_id: '' })}
${field({ name: 'url', label: t('import.link'), type: 'url', value: url, errors: errors.url, attributes: { maxlength: 2000, placeholder: 'https://' } })}
${field({ name: 'text', label: t('import.paste'), type: 'textarea', value: text, errors: errors.text, hint: t('import.paste-hint'), attributes: { rows: 6, maxlength: 200_000 } })}
${field({ name: 'file', label: t('import.files'), type: 'file', errors: errors.file ?? errors.files ?? errors.upload_id, hint: `${t('import.files-hint', sizes)} ${t('import.limits', limits)}`, attributes: { multiple: true } })}
<p id="upload-status" role="status"></p>
<div class="choices"><button>${t('import.continue')}</button></div></form>`;
  const body = isSetting
    ? settingsFrame(path, html`<h2>${t('migration.title')}</h2>${form}`)
    : html`<h1>${t('migration.title')}</h1>${form}`;
  const head = html`<script type="module" src="${assetPaths.import}"></script>`;
  return {
    ...{
      title: t('migration.title'),
      body,
      layout: { width: 'text', head, path: isSetting ? '/settings' : '/write' },
    },
  };
}
