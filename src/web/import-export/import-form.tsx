/** The form of an import, the upload of large files, and the bookmarklet. */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { maxReadingMinutes } from '../../domain/migration/reading/reader.ts';
import {
  appendChunk,
  getUpload,
  type SentPage,
  startUpload,
  uploadLimits,
} from '../../domain/migration/start-import.ts';
import { maxSmallFormBytes, readFormSubmission } from '../../http/form.ts';
import { chunkQuery, importUploadInput } from '../../http/input/import.ts';
import { idInPath } from '../../http/pagination.ts';
import { chunkLimit, enforceRateLimit, largeUploadLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { maxFileBytes } from '../../recipe-import/read-file.ts';
import { webUrl } from '../../recipe-import/recipe-details.ts';
import { assetPaths } from '../assets.ts';
import { Choices, Field, PostForm } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, scriptForm } from '../forms/member-page.ts';
import { SettingsFrame } from '../settings/layout.tsx';

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
  visitor: MemberVisitor,
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
      <PostForm
        visitor={visitor}
        enctype="multipart/form-data"
        action={path}
        fields={{ upload_id: '', page_of_form: isSetting ? 'settings' : 'write' }}
        data-failed={t('upload.failed')}
        data-uploading={t('upload.progress', { percent: '{percent}' })}
        data-too-large-together={t('upload.too-large-together')}
        data-too-large={t('upload.too-large')}
        data-reading={t('upload.reading')}
        data-max-bytes={maxUploadBytes}
        data-max-file-bytes={uploadLimits.fileBytes}
      >
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
        <Choices action={t('import.continue')} />
      </PostForm>
      <Bookmarklet isSetting={isSetting} />
    </>
  );
  const body = isSetting ? (
    <SettingsFrame path={path}>
      <h2>{t('migration.title')}</h2>
      {form}
    </SettingsFrame>
  ) : (
    <>
      <h1>{t('migration.title')}</h1>
      <SentPageForm visitor={visitor} />
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
    const id = idInPath(c);
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

// Fills the form with what another app shares with the installed web app. The service worker keeps shared files for the
// page, and sends everything else. Nothing is imported before the member sends the form

/** The share target of the web app manifest. It has no form token, so it only shows a form. */
export const sharePath = '/import/shared';

type Shared = (name: 'url' | 'text' | 'title') => string | null | undefined;

/** `url`, or a `text` or `title` that contains a link, as many apps send it, or else a text. */
export function sharedForm(visitor: MemberVisitor, shared: Shared): PageContent {
  const [given, text, title] = (['url', 'text', 'title'] as const).map((name) =>
    (shared(name) ?? '').slice(0, 200_000).trim(),
  );
  const links = [given, text, title].map((each) => /https?:\/\/[^\s<>"]{1,1990}/i.exec(each!)?.[0]);
  const url = links.find(Boolean) ?? '';
  return uploadForm(visitor, {}, { url, text: url === '' ? text! : '', isSetting: false });
}

/** Without the service worker, a shared file arrives here and has to be chosen again. */
export const postShared = memberForm(async (form) => sharedForm(form, (name) => form.fields.get(name)), {
  withFiles: true,
  sharedByStranger: async (c) => {
    const next = encodeURIComponent(await formPathOf(c));
    return c.redirect(`${config.baseUrl}/login?next=${next}`, 303);
  },
});

/** By address, because what strangers share is read without a session. */
const strangerLimit: RateLimit = { name: 'shared-by-stranger', quota: 20, windowSeconds: 300 };
/** The path is encoded once more for the login, and proxies take lines of 8 KB. */
const maxPathLength = 2_000;

/** Returns the path of the form with what was shared. A long text does not fit, and the service worker keeps it. */
async function formPathOf(c: Context): Promise<string> {
  const bytes = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY);
  if (!(bytes <= maxSmallFormBytes)) return '/import';
  await enforceRateLimit(strangerLimit, clientAddressOf(c));
  const { fields } = await readFormSubmission(c.req.raw, 'dropped');
  const shared = ['title', 'text', 'url'].map((name) => [name, fields.get(name) ?? '']);
  const path = `/import?${new URLSearchParams(shared.filter(([, value]) => value !== ''))}`;
  return path.length <= maxPathLength ? path : '/import';
}

// Imports a page as a member's browser shows it, for sites that refuse servers

/** With at most three bytes each, they fit into a form. */
const maxCharacters = 300_000;
const leftOut = [
  'script:not([type*="ld+json"])',
  'style',
  'link:not([rel=canonical])',
  'svg',
  'iframe',
  'noscript',
  'template',
  'video',
  'audio',
  'canvas',
].join();

const code = () =>
  [
    'javascript:(()=>{',
    'const d=document.documentElement.cloneNode(true);',
    `d.querySelectorAll('${leftOut}').forEach(e=>e.remove());`,
    `const html=d.outerHTML.slice(0,${maxCharacters}).replace(/[\\ud800-\\udbff]$/,'');`,
    `open('${config.baseUrl}/import\\x23page='+encodeURIComponent(JSON.stringify({url:location.href,html})))`,
    '})()',
  ].join('');

/** Shown by the script: without scripts, no bookmarklet works. */
const Bookmarklet = ({ isSetting }: { isSetting: boolean }) => (
  <section id="bookmarklet" hidden>
    {isSetting ? <h3>{t('import.bookmarklet-title')}</h3> : <h2>{t('import.bookmarklet-title')}</h2>}
    <p>{t('import.bookmarklet-hint')}</p>
    <p>
      <a class="button quiet" href="#bookmarklet" data-code={code()}>
        {t('import.bookmarklet', { site: config.host })}
      </a>
    </p>
  </section>
);

/** Filled in and shown by the script. Nothing is sent before the member says so. */
const SentPageForm = ({ visitor }: { visitor: MemberVisitor }) => (
  <PostForm
    visitor={visitor}
    id="sent-page"
    class="panel"
    enctype="multipart/form-data"
    action={path}
    fields={{ page_url: '' }}
    hidden
  >
    <textarea name="page" aria-label={t('import.sent-page-title')} hidden />
    <p data-text={t('import.sent-page', { host: '{host}' })} />
    <button>{t('import.read-sent-page')}</button>
  </PostForm>
);

/** Returns null for another form. */
export function sentPage(fields: URLSearchParams): SentPage | null {
  const [html = '', url] = [fields.get('page')?.trim(), webUrl(fields.get('page_url'))];
  return html !== '' && url !== null ? { html, url } : null;
}
