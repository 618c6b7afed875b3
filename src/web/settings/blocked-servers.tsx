/** The part of the People settings with the servers that a member blocks. */
import { Hono } from 'hono';
import { blockDomain, listDomainBlocks, unblockDomain } from '../../domain/interactions/block.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Empty } from '../components/elements.tsx';
import { Field, HiddenFields } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { type MemberVisitor, memberForm } from '../forms/member-page.ts';
import { FormTokenField, settingsForm, settingsPage } from './layout.tsx';

const people = '/settings/people';
const path = `${people}/servers`;

export const blockedServers = new Hono()
  .post(
    path,
    settingsForm(
      async ({ c, me, fields }) => {
        await blockDomain(me, fields.get('host') ?? '');
        setNotice(c, 'server-blocked');
        return people;
      },
      async (errors, form) => {
        const section = await blockedServersSection(form, errors, form.fields.get('host') ?? '');
        return settingsPage(form, people, t('mutes.blocked-servers'), section);
      },
    ),
  )
  .post(
    `${path}/unblock`,
    memberForm(async ({ c, me, fields }) => {
      await unblockDomain(me, fields.get('host') ?? '');
      setNotice(c, 'server-unblocked');
      return people;
    }),
  );

export async function blockedServersSection(
  visitor: MemberVisitor,
  errors: FieldErrors = {},
  value = '',
): Promise<Html> {
  const hosts = await listDomainBlocks(visitor.me);
  const token = <FormTokenField visitor={visitor} />;
  const row = (host: string) => (
    <li>
      <bdi>{host}</bdi>
      <div class="actions">
        <form method="post" action={`${path}/unblock`}>
          {token}
          <HiddenFields fields={{ host }} />
          <button class="small quiet">
            {t('mutes.unblock')}
            <span class="visually-hidden"> {host}</span>
          </button>
        </form>
      </div>
    </li>
  );
  return (
    <>
      <h2>{t('mutes.blocked-servers')}</h2>
      <p class="hint">{t('mutes.blocked-servers-hint')}</p>
      {hosts.length > 0 ? <ul class="rows">{hosts.map(row)}</ul> : <Empty>{t('mutes.no-blocked-servers')}</Empty>}
      <form method="post" action={path}>
        {token}
        <Field
          name="host"
          label={t('mutes.server')}
          value={value}
          errors={errors.host}
          hint={t('mutes.server-example')}
          attributes={{ required: true, maxlength: 300, autocapitalize: 'none', spellcheck: 'false' }}
        />
        <button>{t('mutes.block-this-server')}</button>
      </form>
    </>
  );
}
