/** The page where members export all their data as one file, or lists of it. */
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { getAccount } from '../../domain/accounts/account.ts';
import { writeCookbook } from '../../domain/migration/cookbook.ts';
import { findExport, openExport, startExport } from '../../domain/migration/export.ts';
import { writeMarkdownLibrary } from '../../domain/migration/library.ts';
import { memberLists } from '../../domain/migration/lists.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { streamZip } from '../../lib/archive/zip.ts';
import { config } from '../../lib/config.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { PostForm } from '../components/fields.tsx';
import { type PageContent, progressPanel } from '../components/page-handler.tsx';
import { Day, richText } from '../components/texts.tsx';
import {
  type FormOptions,
  type MemberVisitor,
  memberForm,
  memberPage,
  type SubmittedForm,
} from '../forms/member-page.ts';
import { confirmPath, ProofField, requireRecentLogIn, toConfirm } from '../forms/recent-log-in.tsx';
import { SettingsFrame } from '../settings/layout.tsx';

const path = '/settings/export';
const weekMs = 7 * 24 * 3_600_000;
const exportLimit: RateLimit = { name: 'export', quota: 4, windowSeconds: 24 * 3_600 };
const libraryLimit: RateLimit = { name: 'recipe-export', quota: 20, windowSeconds: 24 * 3_600 };

/** Files with all recipes of a member, written while they are sent. */
const libraryFiles = {
  'cookbook.epub': { type: 'application/epub+zip', label: 'export.cookbook', write: writeCookbook },
  'recipes.zip': { type: 'application/zip', label: 'export.markdown', write: writeMarkdownLibrary },
} as const;

export const exportPage = new Hono()
  .get(path, memberPage(show))
  .post(path, exportForm(path))
  .get(`${path}/file`, memberPage(exportFile))
  .get(`${path}/:name{(?:cookbook\\.epub|recipes\\.zip)}`, memberPage(libraryFile))
  .get(`${path}/:name{[a-z_]+\\.csv}`, memberPage(list));

/** Starts an export and returns to the page that shows it. */
export function exportForm(page: string, findSession?: FormOptions['findSession']) {
  const start = async (form: SubmittedForm) => {
    if (needsProof(form.session)) await requireRecentLogIn(form);
    await enforceRateLimit(exportLimit, `member ${form.me}`);
    await startExport(form.me).catch(ignoreConflict);
    return page;
  };
  return memberForm(start, { page, findSession });
}

/** The session of a suspended member is at most a day old and cannot reach the page for other proofs. */
const needsProof = ({ isSuspended }: MemberVisitor['session']) => !isSuspended;

/** An export is already running, and the page shows its progress. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
}

/** The state of the export, with the form to start one at `path`. */
export async function exportPanel(
  visitor: MemberVisitor,
  path: string,
): Promise<Required<Pick<PageContent, 'body' | 'headers'>>> {
  const { c, session, me } = visitor;
  const found = await findExport(me);
  const button = (label: string, kind = '') => (
    <PostForm visitor={visitor} action={path}>
      {needsProof(session) && <ProofField visitor={visitor} path={path} />}
      <div class="choices">
        <button class={kind}>{label}</button>
      </div>
    </PostForm>
  );
  const download = (text: Child) =>
    needsConfirmation(session) ? (
      <a href={`${confirmPath}?next=${encodeURIComponent(path)}`}>{text}</a>
    ) : (
      <a href={`${path}/file`} download>
        {text}
      </a>
    );
  return found && !found.finishedAt
    ? progressPanel(c, { label: t('export.progress'), done: found.done, total: found.total })
    : {
        body: found?.finishedAt ? (
          <>
            <Note kind="good">
              {richText('export.ready', {
                link: download,
                size: sizeOf(found.bytes),
                created: <Day date={found.finishedAt} />,
                until: <Day date={new Date(found.finishedAt.getTime() + weekMs)} />,
              })}
            </Note>
            {found.bytes > config.maxUploadBytes && (
              <Note>{t('export.larger-than-uploads', { limit: sizeOf(config.maxUploadBytes) })}</Note>
            )}
            {button(t('export.create-new'), 'quiet')}
          </>
        ) : (
          button(t('export.create'))
        ),
        headers: {},
      };
}

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const { body: state, headers } = await exportPanel(visitor, path);
  const body = (
    <>
      <h2>{t('export.heading')}</h2>
      <p>{richText('export.contents', { link: (text) => <a href="/settings/import">{text}</a> })}</p>
      <p class="hint">{t('export.private')}</p>
      {state}
      <h2>{t('export.recipes-heading')}</h2>
      <p>{t('export.recipes-hint')}</p>
      <ul>
        {Object.entries(libraryFiles).map(([name, { label }]) => (
          <li>
            <a href={needsConfirmation(visitor.session) ? toConfirmExport : `${path}/${name}`}>{t(label)}</a>{' '}
            <span class="hint">{name}</span>
          </li>
        ))}
      </ul>
      <h2>{t('migration.export-lists')}</h2>
      <p>{t('migration.export-lists-hint')}</p>
      <ul>
        {memberLists.map(({ name, label }) => (
          <li>
            <a href={`${path}/${name}`} download>
              {t(label)}
            </a>{' '}
            <span class="hint">{name}</span>
          </li>
        ))}
      </ul>
    </>
  );
  return {
    title: t('export.title'),
    body: <SettingsFrame path={path}>{body}</SettingsFrame>,
    layout: { width: 'text' },
    headers,
  };
}

const toConfirmExport = `${confirmPath}?next=${encodeURIComponent(path)}`;

const needsConfirmation = (session: MemberVisitor['session']): boolean =>
  needsProof(session) && !session.isRecentlyAuthenticated;

/** Drafts and private recipes are in it, so it needs a proof like the whole export. */
async function libraryFile({ c, session, me }: MemberVisitor): Promise<Response> {
  const name = c.req.param('name') as keyof typeof libraryFiles;
  if (needsConfirmation(session)) return c.redirect(toConfirm(config.baseUrl + path), 303);
  const { type, write } = libraryFiles[name];
  const { username } = await getAccount(me);
  const isHead = c.req.method === 'HEAD';
  if (!isHead) await enforceRateLimit(libraryLimit, `member ${me}`);
  return new Response(isHead ? null : streamZip((zip) => write(me, zip)), {
    headers: downloadHeaders(type, `${username}-${name}`),
  });
}

const sizeOf = (bytes: number) =>
  bytes < 2 ** 20
    ? t('export.kilobytes', { n: Math.ceil(bytes / 1_024) })
    : t('export.megabytes', { n: Math.ceil(bytes / 2 ** 20) });

async function list({ c, me }: MemberVisitor): Promise<Response> {
  const name = c.req.param('name')!;
  const write = memberLists.find((each) => each.name === name)?.write;
  if (!write) throw notFound();
  return csvFile(name, write(me));
}

/** One request reads everything, also what was private for years, so it needs a proof like the start of an export. */
export async function exportFile({ c, session, me }: MemberVisitor): Promise<Response> {
  if (needsConfirmation(session)) return c.redirect(toConfirm(config.baseUrl + path), 303);
  const [found, stored, account] = await Promise.all([findExport(me), openExport(me), getAccount(me)]);
  if (!found?.finishedAt || !stored) throw notFound();
  const name = `potluck-${account.username}-${found.finishedAt.toISOString().slice(0, 10)}.zip`;
  return new Response(stored.body instanceof Blob ? stored.body.stream() : stored.body, {
    headers: { ...downloadHeaders('application/zip', name), 'content-length': String(stored.size) },
  });
}

export function csvFile(name: string, content: AsyncIterable<Buffer>): Response {
  const body = Readable.toWeb(Readable.from(content)) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, { headers: downloadHeaders('text/csv; charset=utf-8', name) });
}

const downloadHeaders = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Cookie',
});
