/** The admin page to import, export and follow block lists. Nothing is imported before its effects were shown. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { writeBlockList } from '../../domain/moderation/block-list-file.ts';
import {
  type BlockList,
  followBlockList,
  listBlockLists,
  previewBlockList,
  unfollowBlockList,
} from '../../domain/moderation/block-lists.ts';
import { listDomainBlocks } from '../../domain/moderation/domain-blocks.ts';
import { type ImportPreview, importDomains, previewImport } from '../../domain/moderation/import-domains.ts';
import { formToken } from '../../http/browser-session.ts';
import { readId } from '../../http/ids.ts';
import { t } from '../../lib/language/text.ts';
import { day } from '../components/date-text.ts';
import { empty } from '../components/elements.ts';
import { field, hidden } from '../components/field.ts';
import type { Html } from '../components/layout.ts';
import { page, pageHeaders } from '../components/layout.ts';
import { richText } from '../components/rich-text.ts';
import { type AdminForm, adminForm, adminPage } from './guard.ts';
import { adminContent, button, facts, row, rows } from './layout.ts';

const path = '/admin/domains/lists';
const maxShown = 200;

export const blockLists = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const lists = await listBlockLists();
      const body = html`<p><a href="/admin/domains">${t('admin-servers.rules')}</a></p>
<h2>${t('admin-lists.import')}</h2><form class="admin-form" method="post" enctype="multipart/form-data" action="${path}/preview">${hidden({ form_token: visitor.token })}
${field({ name: 'file', label: t('admin-lists.file'), type: 'file', hint: t('admin-lists.file-hint'), attributes: { required: true, accept: '.csv,text/csv,application/json' } })}<button class="quiet">${t('admin-lists.preview-import')}</button></form>
<h2>${t('admin-lists.export')}</h2><p><a href="${path}/export.csv" download>${t('admin-lists.download')}</a> <span class="hint">${t('admin-lists.download-hint')}</span></p>
<h2>${t('admin-lists.lists-at-addresses')}</h2>${lists.length > 0 ? rows(lists.map((list) => row(describe(list), [button(visitor.token, `${path}/${list.id}/unfollow`, t('admin-lists.stop-following'))]))) : empty(t('admin-lists.none-followed'))}
<form class="admin-form" method="post" action="${path}/preview">${hidden({ form_token: visitor.token })}
${field({ name: 'url', label: t('admin-lists.address'), type: 'url', hint: t('admin-lists.address-hint'), attributes: { required: true, maxlength: 500 } })}<button class="quiet">${t('admin-lists.preview-list')}</button></form>`;
      return adminContent(visitor, '/admin/domains', t('admin-lists.title'), body);
    }),
  )
  .get(
    `${path}/export.csv`,
    adminPage('manage-domains', async () => {
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' };
      return new Response(writeBlockList(await listDomainBlocks()), { headers });
    }),
  )
  .post(
    `${path}/preview`,
    adminForm(
      'manage-domains',
      async (form) => {
        const url = form.fields.get('url') ?? '';
        const text = new TextDecoder().decode(form.files.get('file') ?? new Uint8Array());
        const preview = url ? await previewBlockList(url) : await previewImport(text);
        return confirm(form, preview, url ? { url } : { list: text });
      },
      { withFiles: true },
    ),
  )
  .post(
    `${path}/import`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      await importDomains(moderator, fields.get('list') ?? '');
      return '/admin/domains?done=import-domains';
    }),
  )
  .post(
    `${path}/follow`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      await followBlockList(moderator, fields.get('url') ?? '');
      return `${path}?done=follow-block-list`;
    }),
  )
  .post(
    `${path}/:id/unfollow`,
    adminForm('manage-domains', async ({ c, moderator }) => {
      await unfollowBlockList(moderator, readId(c.req.param('id')!) ?? 0);
      return `${path}?done=unfollow-block-list`;
    }),
  );

const describe = ({ url, rules, skipped, readAt, error }: BlockList): Html =>
  html`<strong><bdi>${url}</bdi></strong><br><span class="hint">${richText('admin-lists.state', { rules, isRead: readAt ? 'yes' : 'no', date: readAt ? day(readAt) : '', skipped })}</span>${error ? html`<p class="error"><bdi>${error}</bdi></p>` : ''}`;

/** Shown once, in answer to the form, because a list can be long. */
async function confirm(
  { c, session }: AdminForm,
  preview: ImportPreview,
  source: Record<string, string>,
): Promise<Response> {
  const { added, changed, unchanged, skipped, accounts, follows } = preview;
  const isList = 'url' in source;
  const names = (list: string[]) =>
    html`<ul>${list.slice(0, maxShown).map((name) => html`<li><bdi>${name}</bdi></li>`)}${list.length > maxShown ? html`<li>${t('admin-lists.more', { count: list.length - maxShown })}</li>` : ''}</ul>`;
  const rules = (list: ImportPreview['added']) =>
    names(
      list.map(({ host, severity, rejectMedia }) =>
        t('admin-lists.rule', { host, severity, rejectsPictures: rejectMedia ? 'yes' : 'no' }),
      ),
    );
  const body = html`<h1>${t('admin-lists.check')}</h1>${facts([
    [t('admin-lists.new-rules'), added.length],
    [t('admin-lists.rules-changed'), changed.length],
    [t('admin-lists.already-the-same'), unchanged],
    [t('admin-lists.skipped'), skipped.length],
    [t('admin-lists.accounts-hidden'), accounts],
    [t('admin-lists.follows-ended'), follows],
  ])}
${added.length > 0 ? html`<h2>${t('admin-lists.new-rules')}</h2>${rules(added)}` : ''}${changed.length > 0 && !isList ? html`<h2>${t('admin-lists.changed-rules')}</h2>${rules(changed)}` : ''}
${skipped.length > 0 ? html`<h2>${t('admin-lists.skipped')}</h2><p class="hint">${t('admin-lists.skipped-hint')}</p>${names(skipped)}` : ''}
<form method="post" action="${path}/${isList ? 'follow' : 'import'}">${hidden({ form_token: formToken(c, session), ...source })}<div class="admin-actions"><button>${isList ? t('admin-lists.follow-this-list') : t('admin-lists.import-rules', { count: added.length + changed.length })}</button><a class="button quiet" href="${path}">${t('common.cancel')}</a></div></form>`;
  return c.html(page(t('admin-lists.check'), body, { session, width: 'wide' }), 200, pageHeaders);
}
