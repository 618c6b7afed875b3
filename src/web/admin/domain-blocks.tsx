/** The admin page for rules about other servers, with a preview of each. */
import { Hono } from 'hono';
import { domainSeverities } from '../../db/vocabulary.ts';
import {
  blockDomain,
  blockRule,
  type DomainBlock,
  type DomainRule,
  findDomainBlock,
  listDomainBlocks,
  previewDomainBlock,
  unblockDomain,
} from '../../domain/moderation/domain-rules.ts';
import { logged } from '../../domain/roles/admin-log.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { StateChips } from '../components/elements.tsx';
import { Checkbox, Field, PostForm, SelectField } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage, FactList, FormButton, Row, Rows } from './layout.tsx';

const path = '/admin/domains';

export const domainBlocks = new Hono()
  .get(
    path,
    adminPage('manage-domains', async (visitor) => {
      const requestedHost = (visitor.c.req.query('host') ?? '').slice(0, 300).trim();
      const blocks = await listDomainBlocks();
      const { preview, errors } = await previewOf(requestedHost, visitor);
      const list = blocks.map((block) => (
        <Row
          text={<Description block={block} />}
          buttons={[
            <a class="button quiet small" href={`${path}?host=${encodeURIComponent(block.host)}`}>
              {t('admin-servers.change-rule')}
            </a>,
            <FormButton
              visitor={visitor}
              action={`${path}/unblock`}
              label={t('admin-servers.unblock')}
              fields={{ host: block.host }}
            />,
          ]}
        />
      ));
      const body = (
        <>
          <p>
            <a href={`${path}/lists`}>{t('admin-servers.lists-import-export')}</a> ·{' '}
            <a href={`${path}/allowed`}>{t('admin-servers.allowed')}</a>
          </p>
          <form class="admin-search" method="get" action={path}>
            <Field
              name="host"
              label={t('admin-servers.block-or-limit')}
              value={requestedHost}
              errors={errors}
              hint={t('admin-servers.block-or-limit-hint')}
              attributes={{ required: true, autocapitalize: 'none', spellcheck: 'false' }}
            />
            <button class="quiet">{t('admin-servers.preview')}</button>
          </form>
          {preview}
          <h2>{t('admin-servers.rules')}</h2>
          <Rows list={list} empty={t('admin-servers.no-rules')} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-blocked-servers'), body);
    }),
  )
  .post(
    `${path}/block`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      const rule = ruleOf(fields);
      const subject = `${host}, ${rule.severity}`;
      const entry = { action: 'block-domain', subject, reason: rule.privateComment } as const;
      await blockDomain(host, rule, logged(moderator, entry));
      return `${path}?done=block-domain`;
    }),
  )
  .post(
    `${path}/unblock`,
    adminForm('manage-domains', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      await unblockDomain(host, logged(moderator, { action: 'unblock-domain', subject: host }));
      return `${path}?done=unblock-domain`;
    }),
  );

function Description({
  block: { host, severity, rejectMedia, rejectReports, listId, createdAt, ...comments },
}: {
  block: DomainBlock;
}) {
  const states = [
    severity !== 'noop' && t(`admin-servers.state-${severity}`),
    rejectMedia && t('admin-servers.state-pictures-rejected'),
    rejectReports && t('admin-servers.state-reports-rejected'),
    comments.obfuscate && t('admin-servers.state-name-hidden'),
    listId !== null && t('admin-servers.state-from-list'),
  ];
  const comment = comments.privateComment || comments.publicComment;
  return (
    <>
      <strong>{host}</strong>
      <StateChips states={states} />
      <br />
      <span class="hint">{richText('admin-servers.since', { date: <Day date={createdAt} /> })}</span>
      {comment ? <p class="admin-quote">{comment}</p> : null}
    </>
  );
}

const ruleOf = (fields: URLSearchParams): DomainRule => ({
  severity: domainSeverities.find((each) => each === fields.get('severity')) ?? 'suspend',
  rejectMedia: fields.has('reject_media'),
  rejectReports: fields.has('reject_reports'),
  obfuscate: fields.has('obfuscate'),
  publicComment: (fields.get('public_comment') ?? '').trim().slice(0, 500),
  privateComment: (fields.get('private_comment') ?? '').trim().slice(0, 500),
});

async function previewOf(requestedHost: string, visitor: AdminVisitor) {
  if (requestedHost === '') return { preview: '', errors: [] };
  try {
    const { host, accounts, followers, followed, items } = await previewDomainBlock(requestedHost);
    const rule = (await findDomainBlock(host)) ?? blockRule;
    const preview = (
      <section class="panel">
        <h2>{t('admin-servers.rule-for', { host })}</h2>
        <FactList
          list={[
            [t('admin-servers.accounts-concerned'), accounts],
            [t('admin-servers.items-concerned'), items],
            [t('admin-servers.followers-lost'), followers],
            [t('admin-servers.follows-lost'), followed],
          ]}
        />
        <p class="hint">{t('admin-servers.effects-hint')}</p>
        <PostForm visitor={visitor} action={`${path}/block`} fields={{ host }}>
          <SelectField
            name="severity"
            label={t('admin-servers.rule')}
            value={rule.severity}
            options={(['suspend', 'silence', 'noop'] as const).map((each) => [each, t(`admin-servers.rule-${each}`)])}
          />
          <Checkbox
            name="reject_media"
            label={t('admin-servers.reject-pictures')}
            hint={t('admin-servers.reject-pictures-hint')}
            checked={rule.rejectMedia}
          />
          <Checkbox name="reject_reports" label={t('admin-servers.reject-reports')} checked={rule.rejectReports} />
          <Field
            name="public_comment"
            label={t('admin-servers.public-comment')}
            value={rule.publicComment}
            hint={t('admin-servers.public-comment-hint')}
            attributes={{ maxlength: 500 }}
          />
          <Field
            name="private_comment"
            label={t('admin-servers.private-comment')}
            value={rule.privateComment}
            attributes={{ maxlength: 500 }}
          />
          <Checkbox name="obfuscate" label={t('admin-servers.hide-name')} checked={rule.obfuscate} />
          <button>{t('admin-servers.save-rule', { host })}</button>
        </PostForm>
      </section>
    );
    return { preview, errors: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { preview: '', errors: Object.values(error.errors).flat() };
  }
}
