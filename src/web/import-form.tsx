/** The form of an import, and the upload of large files. */
import type { Child } from 'hono/jsx';
import { maxReadingMinutes } from '../domain/migration/reading/reader.ts';
import { appendChunk, getUpload, startUpload, uploadLimits } from '../domain/migration/start-import.ts';
import { formToken } from '../http/browser-session.ts';
import { chunkQuery, importUploadInput } from '../http/input/import.ts';
import { readId } from '../http/pagination.ts';
import { chunkLimit, largeUploadLimit } from '../http/rate-limits.ts';
import { parseOrThrow } from '../http/validation.ts';
import { config } from '../lib/config.ts';
import type { FieldErrors } from '../lib/errors.ts';
import { type MessageKey, t } from '../lib/language/text.ts';
import { maxFileBytes } from '../recipe-import/formats/archive.ts';
import { assetPaths } from './assets.ts';
import { Field, HiddenFields } from './components/fields.tsx';
import type { PageContent } from './components/page-handler.tsx';
import { richText } from './components/texts.tsx';
import { Bookmarklet, SentPageForm } from './import-bookmarklet.tsx';
import type { MemberVisitor } from './member-page.ts';
import { scriptForm } from './script-form.ts';
import { SettingsFrame } from './settings/layout.tsx';

// Renders the form in which members choose what to import

const path = '/settings/import';
const brought: MessageKey[] = [
  'migration.brings-recipes',
  'migration.brings-lists',
  'migration.brings-posts',
  'migration.brings-account',
];
const strong = (content: Child) => <strong>{content}</strong>;

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
  const form = (
    <>
      <p>{t('migration.intro')}</p>
      <ul>
        {brought.map((key) => (
          <li>{richText(key, { strong })}</li>
        ))}
      </ul>
      <form
        method="post"
        enctype="multipart/form-data"
        action={path}
        data-failed={t('upload.failed')}
        data-uploading={t('upload.progress', { percent: '{percent}' })}
        data-too-large-together={t('upload.too-large-together')}
        data-too-large={t('upload.too-large')}
        data-reading={t('upload.reading')}
        data-max-bytes={maxUploadBytes}
        data-max-file-bytes={uploadLimits.fileBytes}
      >
        <HiddenFields
          fields={{ form_token: formToken(c, session), upload_id: '', page_of_form: isSetting ? 'settings' : 'write' }}
        />
        <Field
          name="url"
          label={t('import.link')}
          value={url}
          errors={errors.url}
          attributes={{ inputmode: 'url', autocapitalize: 'none', maxlength: 2000, placeholder: 'example.org/recipe' }}
        />
        <Field
          name="text"
          label={t('import.paste')}
          type="textarea"
          value={text}
          errors={errors.text}
          hint={t('import.paste-hint')}
          attributes={{ rows: 6, maxlength: 200_000 }}
        />
        <Field
          name="file"
          label={t('import.files')}
          type="file"
          errors={errors.file ?? errors.files ?? errors.upload_id}
          hint={`${t('import.files-hint', sizes)} ${t('import.limits', limits)}`}
          attributes={{ multiple: true }}
        />
        <p id="upload-status" role="status" />
        <div class="choices">
          <button>{t('import.continue')}</button>
        </div>
      </form>
      <Bookmarklet />
    </>
  );
  const sent = <SentPageForm action={path} formToken={formToken(c, session)} />;
  const body = isSetting ? (
    <SettingsFrame path={path}>
      <h2>{t('migration.title')}</h2>
      {form}
    </SettingsFrame>
  ) : (
    <>
      <h1>{t('migration.title')}</h1>
      {sent}
      {form}
    </>
  );
  const head = <script type="module" src={assetPaths.import} />;
  return {
    title: t('migration.title'),
    body,
    layout: { width: 'text', head, path: isSetting ? '/settings' : '/write' },
  };
}

// Receives the chunks of a file that is too large for a form, sent by the script of the import page

const answer = (id: number, offset: number) =>
  Response.json({ id, offset }, { headers: { 'Cache-Control': 'private, no-store' } });

export const postUpload = scriptForm(
  async ({ fields, session: { accountId } }) => {
    const input = { name: fields.get('name') ?? '', bytes: Number(fields.get('bytes')) };
    const { name, bytes } = parseOrThrow(importUploadInput, input);
    return answer(await startUpload(accountId, name, bytes), 0);
  },
  { rateLimit: largeUploadLimit },
);

export const postChunk = scriptForm(
  async ({ c, fields, files, session: { accountId } }) => {
    const id = readId(c.req.param('id') ?? '') ?? 0;
    const chunk = files.get('chunk');
    // Without a chunk it asks where to continue.
    if (chunk) {
      const { offset } = parseOrThrow(chunkQuery, { offset: fields.get('offset') ?? '' });
      await appendChunk(accountId, id, offset, await chunk.bytes());
    }
    return answer(id, (await getUpload(accountId, id)).received);
  },
  { rateLimit: chunkLimit, withFiles: true },
);
