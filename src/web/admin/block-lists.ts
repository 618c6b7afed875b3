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
import { day } from '../components/date-text.ts';
import { empty } from '../components/elements.ts';
import { field, hidden } from '../components/field.ts';
import type { Html } from '../components/layout.ts';
import { page, pageHeaders } from '../components/layout.ts';
import { type AdminForm, adminForm, adminPage } from './guard.ts';
import { adminContent, button, facts, row, rows } from './layout.ts';

const path = '/admin/domains/lists';
const maxShown = 200;

export const blockLists = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const lists = await listBlockLists();
      const body = html`<p><a href="/admin/domains">Rules for servers</a></p>
<h2>Import</h2><form class="admin-form" method="post" enctype="multipart/form-data" action="${path}/preview">${hidden({ form_token: visitor.token })}
${field({ name: 'file', label: 'File', type: 'file', hint: 'The CSV of Mastodon’s administration. You will see the effects before you confirm.', attributes: { required: true, accept: '.csv,text/csv,application/json' } })}<button class="quiet">Preview import</button></form>
<h2>Export</h2><p><a href="${path}/export.csv" download>Download all rules as CSV</a> <span class="hint">Mastodon can import this file. Private comments are not in it.</span></p>
<h2>Lists at an address</h2>${lists.length > 0 ? rows(lists.map((list) => row(describe(list), [button(visitor.token, `${path}/${list.id}/unfollow`, 'Stop following')]))) : empty('You follow no lists.')}
<form class="admin-form" method="post" action="${path}/preview">${hidden({ form_token: visitor.token })}
${field({ name: 'url', label: 'Address of a list', type: 'url', hint: 'It is read every day. Its rules end when the list drops them; your own rules stay as they are.', attributes: { required: true, maxlength: 500 } })}<button class="quiet">Preview list</button></form>`;
      return adminContent(visitor, '/admin/domains', 'Block lists', body);
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
    adminForm('manage-domains', async (form) => {
      const url = form.fields.get('url') ?? '';
      const text = new TextDecoder().decode(form.files.get('file') ?? new Uint8Array());
      const preview = url ? await previewBlockList(url) : await previewImport(text);
      return confirm(form, preview, url ? { url } : { list: text });
    }),
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
  html`<strong><bdi>${url}</bdi></strong><br><span class="hint">${rules} rules${readAt ? html`, read ${day(readAt)}` : ', not read yet'}${skipped > 0 ? `, ${skipped} lines without a readable name` : ''}</span>${error ? html`<p class="error"><bdi>${error}</bdi></p>` : ''}`;

const importLabel = (count: number) => (count === 1 ? 'Import 1 rule' : `Import ${count} rules`);

/** Shown once, in answer to the form, because a list can be long. */
async function confirm(
  { c, session }: AdminForm,
  preview: ImportPreview,
  source: Record<string, string>,
): Promise<Response> {
  const { added, changed, unchanged, skipped, accounts, follows } = preview;
  const isList = 'url' in source;
  const names = (list: string[]) =>
    html`<ul>${list.slice(0, maxShown).map((name) => html`<li><bdi>${name}</bdi></li>`)}${list.length > maxShown ? html`<li>and ${list.length - maxShown} more</li>` : ''}</ul>`;
  const rules = (list: ImportPreview['added']) =>
    names(
      list.map(({ host, severity, rejectMedia }) =>
        [host, severity, rejectMedia && 'pictures rejected'].filter(Boolean).join(', '),
      ),
    );
  const body = html`<h1>Check the list</h1>${facts([
    ['New rules', added.length],
    ['Rules changed', changed.length],
    ['Already the same', unchanged],
    ['Skipped', skipped.length],
    ['Accounts hidden', accounts],
    ['Follows ended', follows],
  ])}
${added.length > 0 ? html`<h2>New rules</h2>${rules(added)}` : ''}${changed.length > 0 && !isList ? html`<h2>Changed rules</h2>${rules(changed)}` : ''}
${skipped.length > 0 ? html`<h2>Skipped</h2><p class="hint">Names with asterisks can only be used if the list has a digest of a server that is known here.</p>${names(skipped)}` : ''}
<form method="post" action="${path}/${isList ? 'follow' : 'import'}">${hidden({ form_token: formToken(c, session), ...source })}<div class="admin-actions"><button>${isList ? 'Follow this list' : importLabel(added.length + changed.length)}</button><a class="button quiet" href="${path}">Cancel</a></div></form>`;
  return c.html(page('Check the list', body, { session, width: 'wide' }), 200, pageHeaders);
}
