/** The page where members export all their data as one file. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getAccount } from '../domain/accounts/account.ts';
import { findExport, openExport, startExport } from '../domain/migration/export.ts';
import { memberLists } from '../domain/migration/lists/export.ts';
import { formToken } from '../http/browser-session.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { config } from '../lib/config.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { day } from './components/date-text.ts';
import { note } from './components/elements.ts';
import { hidden } from './components/field.ts';
import type { PageContent } from './components/page-handler.ts';
import { progressPanel } from './components/progress.ts';
import { csvFile } from './csv-file.ts';
import { type FormOptions, type MemberVisitor, memberForm, memberPage } from './member-page.ts';
import { settingsTabs } from './settings/layout.ts';

const path = '/settings/export';
const weekMs = 7 * 24 * 3_600_000;
const exportLimit: RateLimit = { name: 'export', quota: 4, windowSeconds: 24 * 3_600 };

export const exportPage = new Hono()
  .get(path, memberPage(show))
  .post(path, exportForm(path))
  .get(`${path}/file`, memberPage(exportFile))
  .get(`${path}/:name{[a-z_]+\\.csv}`, memberPage(list));

/** Starts an export and returns to the page that shows it. */
export function exportForm(page: string, findSession?: FormOptions['findSession']) {
  const start = async ({ me }: MemberVisitor) => {
    await startExport(me).catch(ignoreConflict);
    return page;
  };
  return memberForm(start, { rateLimit: exportLimit, findSession });
}

/** An export is already running, and the page shows its progress. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
}

/** The state of the export, with the form to start one at `path`. */
export async function exportPanel(
  { c, session, me }: MemberVisitor,
  path: string,
): Promise<Required<Pick<PageContent, 'body' | 'headers'>>> {
  const found = await findExport(me);
  const button = (label: string, kind = '') =>
    html`<form method="post" action="${path}">${hidden({ form_token: formToken(c, session) })}<div class="choices"><button class="${kind}">${label}</button></div></form>`;
  return found && !found.finishedAt
    ? progressPanel(c, { label: 'Items exported', done: found.done, total: found.total })
    : {
        body: found?.finishedAt
          ? html`${note(html`<a href="${path}/file" download>Download your export</a> (${sizeOf(found.bytes)}), created on ${day(found.finishedAt)}. Available until ${day(new Date(found.finishedAt.getTime() + weekMs))}.`, 'good')}${found.bytes > config.maxUploadBytes ? note(`It is larger than ${sizeOf(config.maxUploadBytes)}, the limit for uploads. To import it, send it to the operator of the server.`) : ''}${button('Create a new export', 'quiet')}`
          : button('Create export'),
        headers: {},
      };
}

async function show(visitor: MemberVisitor): Promise<PageContent> {
  const { body: state, headers } = await exportPanel(visitor, path);
  const body = html`<h1>Settings</h1>${settingsTabs(path)}<h2>Export your data</h2>
<p>You get a zip file with your recipes (schema.org JSON-LD, which other recipe apps can read), cooked dishes, posts, photos with their alt text, profile, follows and blocks (in Mastodon’s format), likes, collections, private notes, filters and your shopping list. You can <a href="/settings/import">import</a> it here or on another Potluck server, and everything is restored as it was.</p>
<p class="hint">The file includes private items and drafts. Only you can download it.</p>${state}
<h2>${t('migration.export-lists')}</h2><p>${t('migration.export-lists-hint')}</p>
<ul>${memberLists.map(({ name, label }) => html`<li><a href="${path}/${name}" download>${t(label)}</a> <span class="hint">${name}</span></li>`)}</ul>`;
  return { title: 'Export', body, layout: { width: 'text' }, headers };
}

const sizeOf = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.ceil(bytes / 2 ** 20)} MB`;

async function list({ c, me }: MemberVisitor): Promise<Response> {
  const name = c.req.param('name')!;
  const write = memberLists.find((each) => each.name === name)?.write;
  if (!write) throw notFound();
  return csvFile(name, write(me));
}

export async function exportFile({ me }: MemberVisitor): Promise<Response> {
  const [found, stored, account] = await Promise.all([findExport(me), openExport(me), getAccount(me)]);
  if (!found?.finishedAt || !stored) throw notFound();
  const name = `potluck-${account.username}-${found.finishedAt.toISOString().slice(0, 10)}.zip`;
  return new Response(stored.body instanceof Blob ? stored.body.stream() : stored.body, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(stored.size),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Cookie',
    },
  });
}
