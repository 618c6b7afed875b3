/** Where members fetch all that they have here, in one file. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getAccount } from '../../domain/accounts/account.ts';
import { findExport, openExport, startExport } from '../../domain/moving/export.ts';
import { config } from '../../lib/config.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { type Limit, takeOne } from '../limits.ts';
import { underWay } from './import/progress.ts';
import { type MemberVisitor, memberForm, memberPage } from './member.ts';
import { note } from './parts/blocks.ts';
import { hidden } from './parts/field.ts';
import { day } from './parts/time.ts';
import { formToken } from './session.ts';
import { settingsTabs } from './settings/frame.ts';
import type { Shown } from './show.ts';

const path = '/settings/export';
const week = 7 * 24 * 3_600_000;
const exportLimit: Limit = { name: 'export', quota: 4, window: 24 * 3_600 };

export const exporting = new Hono()
  .get(path, memberPage(show))
  .post(
    path,
    memberForm(async ({ me }) => {
      if (config.rateLimits) await takeOne(exportLimit, `member ${me}`, {});
      await startExport(me).catch(ignoreOther);
      return path;
    }),
  )
  .get(`${path}/file`, memberPage(file));

/** The one under way is shown. */
function ignoreOther(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
}

async function show({ c, visit, me }: MemberVisitor): Promise<Shown> {
  const found = await findExport(me);
  const button = (label: string, kind = '') =>
    html`<form method="post" action="${path}">${hidden({ form_token: formToken(c, visit) })}<div class="choices"><button class="${kind}">${label}</button></div></form>`;
  const { body: state, headers } =
    found && !found.finishedAt
      ? underWay(c, { label: 'Items in it', done: found.done, total: found.total })
      : {
          body: found?.finishedAt
            ? html`${note(html`<a href="${path}/file" download>Fetch your export</a> (${sizeOf(found.bytes)}), made on ${day(found.finishedAt)}. It is kept until ${day(new Date(found.finishedAt.getTime() + week))}.`, 'good')}${found.bytes > config.maxUploadBytes ? note(`It is larger than what can be handed in on a page (${sizeOf(config.maxUploadBytes)}): to bring it in again, give it to the operator of the server.`) : ''}${button('Make a new one', 'quiet')}`
            : button('Make an export'),
          headers: {},
        };
  const body = html`<h1>Settings</h1>${settingsTabs(path)}<h2>Take it all with you</h2>
<p>One zip file with your recipes as schema.org JSON-LD, which other recipe programs read, what you cooked and wrote, your pictures with what is said of them, your profile, whom you follow and block (as Mastodon writes it), what you like, and your collections. It can be brought in again, here or on another Potluck server, under <a href="/settings/import">Import</a>: every item, picture and list comes back as it was.</p>
<p class="hint">Private items and drafts are in it. Nobody but you can fetch it.</p>${state}`;
  return { title: 'Export', body, frame: { width: 'text' }, headers };
}

const sizeOf = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.ceil(bytes / 2 ** 20)} MB`;

async function file({ me }: MemberVisitor): Promise<Response> {
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
