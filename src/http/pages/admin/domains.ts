/** Servers that are shut out: what a block would touch, then the block, and its end. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { noting } from '../../../domain/admin/log.ts';
import { blockDomain, listDomainBlocks, previewBlock, unblockDomain } from '../../../domain/domain-blocks.ts';
import { DomainError } from '../../../lib/errors.ts';
import { empty } from '../parts/blocks.ts';
import { field } from '../parts/field.ts';
import { day } from '../parts/time.ts';
import { type AdminVisitor, adminForm, adminPage } from './door.ts';
import { adminShown, button, facts, row, rows } from './frame.ts';

const path = '/admin/domains';

export const domains = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const { c, token } = visitor;
      const asked = (c.req.query('host') ?? '').slice(0, 300).trim();
      const blocks = await listDomainBlocks();
      const { preview, errors } = await previewOf(asked, visitor);
      const list = blocks.map(({ host, createdAt }) =>
        row(html`<strong>${host}</strong><br><span class="hint">since ${day(createdAt)}</span>`, [
          button(token, `${path}/unblock`, 'Lift', { host }),
        ]),
      );
      const body = html`<form class="admin-search" method="get" action="${path}">${field({ name: 'host', label: 'Block a server, with all below it', value: asked, errors, hint: 'You see what this touches before anything is done.', attributes: { required: true, autocapitalize: 'none', spellcheck: 'false' } })}<button class="quiet">Look first</button></form>
${preview}<h2>Blocked</h2>${list.length > 0 ? rows(list) : empty('No server is blocked.')}`;
      return adminShown(visitor, path, 'Blocked servers', body);
    }),
  )
  .post(
    `${path}/block`,
    adminForm(async ({ visit, fields }) => {
      const host = fields.get('host') ?? '';
      await noting(visit.accountId, 'block-domain', host, () => blockDomain(host));
      return `${path}?done=block-domain`;
    }),
  )
  .post(
    `${path}/unblock`,
    adminForm(async ({ visit, fields }) => {
      const host = fields.get('host') ?? '';
      await noting(visit.accountId, 'unblock-domain', host, () => unblockDomain(host));
      return `${path}?done=unblock-domain`;
    }),
  );

async function previewOf(asked: string, { token }: AdminVisitor) {
  if (asked === '') return { preview: '', errors: [] };
  try {
    const { host, accounts, followers, followed, items } = await previewBlock(asked);
    const preview = html`<section class="panel"><h2>Block ${host}?</h2>${facts([
      ['Accounts hidden', accounts],
      ['Items hidden', items],
      ['Followers lost', followers],
      ['Follows ended', followed],
    ])}<p>When the block is lifted, accounts and items are shown again; follows stay ended.</p>${button(token, `${path}/block`, `Block ${host}`, { host })}</section>`;
    return { preview, errors: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: '', errors: Object.values(error.errors).flat() };
  }
}
