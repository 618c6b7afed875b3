/** The admin page for rules about other servers, with a preview of each. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import {
  blockDomain,
  blockRule,
  type DomainBlock,
  type DomainRule,
  findDomainBlock,
  listDomainBlocks,
  previewDomainBlock,
  severities,
  unblockDomain,
} from '../../domain/moderation/domain-blocks.ts';
import { DomainError } from '../../lib/errors.ts';
import { checkbox, selectField } from '../components/choice-fields.ts';
import { day } from '../components/date-text.ts';
import { empty } from '../components/elements.ts';
import { field, hidden } from '../components/field.ts';
import { type AdminVisitor, adminForm, adminPage } from './guard.ts';
import { adminContent, button, facts, row, rows } from './layout.ts';

const path = '/admin/domains';

const severityTexts: Record<DomainRule['severity'], string> = {
  suspend: 'Block: exchange nothing and hide its accounts',
  silence: 'Limit: only followers see its accounts in lists',
  noop: 'Only what is ticked below',
};

export const domainBlocks = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const { c, token } = visitor;
      const requestedHost = (c.req.query('host') ?? '').slice(0, 300).trim();
      const blocks = await listDomainBlocks();
      const { preview, errors } = await previewOf(requestedHost, visitor);
      const list = blocks.map((block) =>
        row(describe(block), [
          html`<a class="button quiet small" href="${path}?host=${encodeURIComponent(block.host)}">Change</a>`,
          button(token, `${path}/unblock`, 'Unblock', { host: block.host }),
        ]),
      );
      const body = html`<p><a href="${path}/lists">Block lists, import and export</a> · <a href="${path}/allowed">Allowed servers</a></p>
<form class="admin-search" method="get" action="${path}">${field({ name: 'host', label: 'Block or limit a server and its subdomains', value: requestedHost, errors, hint: 'You will see the effects before you confirm.', attributes: { required: true, autocapitalize: 'none', spellcheck: 'false' } })}<button class="quiet">Preview</button></form>
${preview}<h2>Rules for servers</h2>${list.length > 0 ? rows(list) : empty('No servers are blocked.')}`;
      return adminContent(visitor, path, 'Blocked servers', body);
    }),
  )
  .post(
    `${path}/block`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      const rule = ruleOf(fields);
      const subject = `${host}, ${rule.severity}`;
      await logAdminAction(
        moderator,
        'block-domain',
        subject,
        () => blockDomain(host, rule),
        rule.privateComment,
      );
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

function describe({
  host,
  severity,
  rejectMedia,
  rejectReports,
  listId,
  createdAt,
  ...comments
}: DomainBlock) {
  const states = [
    { suspend: 'blocked', silence: 'limited', noop: '' }[severity],
    rejectMedia && 'pictures rejected',
    rejectReports && 'reports rejected',
    comments.obfuscate && 'name hidden',
    listId !== null && 'from a block list',
  ].filter(Boolean);
  const comment = comments.privateComment || comments.publicComment;
  return html`<strong>${host}</strong>${states.map((state) => html` <span class="chip">${state}</span>`)}<br><span class="hint">since ${day(createdAt)}</span>${comment ? html`<p class="admin-quote">${comment}</p>` : ''}`;
}

const ruleOf = (fields: URLSearchParams): DomainRule => ({
  severity: severities.find((each) => each === fields.get('severity')) ?? 'suspend',
  rejectMedia: fields.has('reject_media'),
  rejectReports: fields.has('reject_reports'),
  obfuscate: fields.has('obfuscate'),
  publicComment: (fields.get('public_comment') ?? '').trim().slice(0, 500),
  privateComment: (fields.get('private_comment') ?? '').trim().slice(0, 500),
});

async function previewOf(requestedHost: string, { token }: AdminVisitor) {
  if (requestedHost === '') return { preview: '', errors: [] };
  try {
    const { host, accounts, followers, followed, items } = await previewDomainBlock(requestedHost);
    const rule = (await findDomainBlock(host)) ?? blockRule;
    const preview = html`<section class="panel"><h2>Rule for ${host}</h2>${facts([
      ['Accounts concerned', accounts],
      ['Items concerned', items],
      ['Followers lost', followers],
      ['Follows lost', followed],
    ])}<p class="hint">Follows are lost only if the server is blocked, and do not come back. Everything else is shown again when the rule ends.</p>
<form method="post" action="${path}/block">${hidden({ form_token: token, host })}
${selectField({ name: 'severity', label: 'Rule', value: rule.severity, options: (['suspend', 'silence', 'noop'] as const).map((each) => [each, severityTexts[each]]) })}
${checkbox({ name: 'reject_media', label: 'Reject its pictures', hint: 'Stored ones are deleted.', checked: rule.rejectMedia })}
${checkbox({ name: 'reject_reports', label: 'Reject its reports', checked: rule.rejectReports })}
${field({ name: 'public_comment', label: 'Public comment', value: rule.publicComment, hint: 'A rule with a public comment is listed on the page about this server.', attributes: { maxlength: 500 } })}
${field({ name: 'private_comment', label: 'Private comment', value: rule.privateComment, attributes: { maxlength: 500 } })}
${checkbox({ name: 'obfuscate', label: 'Hide part of the name in the public list', checked: rule.obfuscate })}
<button>Save rule for ${host}</button></form></section>`;
    return { preview, errors: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: '', errors: Object.values(error.errors).flat() };
  }
}
