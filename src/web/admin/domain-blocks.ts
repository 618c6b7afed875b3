/** The admin page for blocked servers, with a preview of each block. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import {
  blockDomain,
  listDomainBlocks,
  previewDomainBlock,
  unblockDomain,
} from '../../domain/moderation/domain-blocks.ts';
import { DomainError } from '../../lib/errors.ts';
import { day } from '../components/date-text.ts';
import { empty } from '../components/elements.ts';
import { field } from '../components/field.ts';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent, button, facts, row, rows } from './layout.ts';

const path = '/admin/domains';

export const domainBlocks = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const { c, token } = visitor;
      const requestedHost = (c.req.query('host') ?? '').slice(0, 300).trim();
      const blocks = await listDomainBlocks();
      const { preview, errors } = await previewOf(requestedHost, visitor);
      const list = blocks.map(({ host, createdAt }) =>
        row(html`<strong>${host}</strong><br><span class="hint">blocked ${day(createdAt)}</span>`, [
          button(token, `${path}/unblock`, 'Unblock', { host }),
        ]),
      );
      const body = html`<form class="admin-search" method="get" action="${path}">${field({ name: 'host', label: 'Block a server and its subdomains', value: requestedHost, errors, hint: 'You will see the effects before you confirm.', attributes: { required: true, autocapitalize: 'none', spellcheck: 'false' } })}<button class="quiet">Preview</button></form>
${preview}<h2>Blocked servers</h2>${list.length > 0 ? rows(list) : empty('No servers are blocked.')}`;
      return adminContent(visitor, path, 'Blocked servers', body);
    }),
  )
  .post(
    `${path}/block`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      await logAdminAction(moderator, 'block-domain', host, () => blockDomain(host));
      return `${path}?done=block-domain`;
    }),
  )
  .post(
    `${path}/unblock`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      await logAdminAction(moderator, 'unblock-domain', host, () => unblockDomain(host));
      return `${path}?done=unblock-domain`;
    }),
  );

async function previewOf(requestedHost: string, { token }: AdminVisitor) {
  if (requestedHost === '') return { preview: '', errors: [] };
  try {
    const { host, accounts, followers, followed, items } = await previewDomainBlock(requestedHost);
    const preview = html`<section class="panel"><h2>Block ${host}?</h2>${facts([
      ['Accounts hidden', accounts],
      ['Items hidden', items],
      ['Followers lost', followers],
      ['Follows lost', followed],
    ])}<p>If you unblock the server later, its accounts and items are shown again. Follows are not restored.</p>${button(token, `${path}/block`, `Block ${host}`, { host })}</section>`;
    return { preview, errors: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: '', errors: Object.values(error.errors).flat() };
  }
}
