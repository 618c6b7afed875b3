/** The settings page for follow requests, muted and blocked accounts, and blocked servers. */
import { Hono } from 'hono';
import { blockDomain, listDomainBlocks, unblockDomain } from '../../domain/interactions/block.ts';
import {
  listBlocked,
  listMuted,
  listRequesters,
  type MutedAccount,
  type RelatedAccount,
} from '../../domain/interactions/follow.ts';
import { momentText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { addressOf, Byline } from '../components/account.tsx';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { setNotice } from '../components/page-handler.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { settingsPage } from './layout.tsx';

const path = '/settings/people';
const serversPath = `${path}/servers`;
const list = { ...firstPage, limit: 80 };

export const relationships = new Hono()
  .get(path, memberPage(show))
  .post(
    serversPath,
    memberForm(
      async ({ c, me, fields }) => {
        await blockDomain(me, fields.get('host') ?? '');
        setNotice(c, 'server-blocked');
        return path;
      },
      { page: path },
    ),
  )
  .post(
    `${serversPath}/unblock`,
    memberForm(async ({ c, me, fields }) => {
      await unblockDomain(me, fields.get('host') ?? '');
      setNotice(c, 'server-unblocked');
      return path;
    }),
  );

async function show(visitor: MemberVisitor) {
  const [asking, muted, blocked, servers] = await Promise.all([
    listRequesters(visitor.me, list),
    listMuted(visitor.me, list),
    listBlocked(visitor.me, list),
    blockedServersSection(visitor),
  ]);
  const context = actionContext(visitor)!;
  const body = (
    <>
      <h2>{t('people.requests')}</h2>
      <Rows
        found={asking}
        context={context}
        actions={{ authorize: t('people.accept'), reject: t('people.reject') }}
        emptyText={t('people.no-requests')}
      />
      <h2>{t('mutes.muted-accounts')}</h2>
      <Rows
        found={muted}
        context={context}
        actions={{ unmute: t('mutes.unmute') }}
        emptyText={t('mutes.no-muted-accounts')}
        detailOf={muteText}
      />
      <h2>{t('people.blocked')}</h2>
      <Rows
        found={blocked}
        context={context}
        actions={{ unblock: t('people.unblock') }}
        emptyText={t('people.no-blocked')}
      />
      {servers}
    </>
  );
  return settingsPage(visitor, path, t('people.title'), body);
}

function muteText({ expiresAt, hidesNotifications }: MutedAccount): string {
  const suffix = hidesNotifications ? '' : '-with-notifications';
  return expiresAt
    ? t(`mutes.muted-until${suffix}`, { date: momentText(expiresAt) })
    : t(`mutes.muted-without-end${suffix}`);
}

function Rows<Row extends RelatedAccount>({
  found,
  context,
  actions,
  emptyText,
  detailOf,
}: {
  found: Row[];
  context: ActionContext;
  actions: Record<string, string>;
  emptyText: string;
  detailOf?: (row: Row) => string;
}) {
  if (found.length === 0) return <Empty>{emptyText}</Empty>;
  return (
    <ul class="rows">
      {found.map((row) => {
        const { account } = row;
        return (
          <li>
            <Byline person={account} line={addressOf(account)} />
            {detailOf ? <p class="hint">{detailOf(row)}</p> : null}
            <div class="actions">
              {Object.entries(actions).map(([act, label]) => (
                <ActionButton
                  context={context}
                  action={`/accounts/${account.id}/${act}`}
                  label={label}
                  hiddenText={addressOf(account)}
                />
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

// The servers that a member blocks

async function blockedServersSection(visitor: MemberVisitor): Promise<Html> {
  const hosts = await listDomainBlocks(visitor.me);
  const row = (host: string) => (
    <li>
      <bdi>{host}</bdi>
      <div class="actions">
        <PostForm visitor={visitor} action={`${serversPath}/unblock`} fields={{ host }}>
          <button class="small quiet">
            {t('mutes.unblock')}
            <span class="visually-hidden"> {host}</span>
          </button>
        </PostForm>
      </div>
    </li>
  );
  return (
    <>
      <h2>{t('mutes.blocked-servers')}</h2>
      <p class="hint">{t('mutes.blocked-servers-hint')}</p>
      {hosts.length > 0 ? <ul class="rows">{hosts.map(row)}</ul> : <Empty>{t('mutes.no-blocked-servers')}</Empty>}
      <PostForm visitor={visitor} action={serversPath}>
        <Field
          name="host"
          label={t('mutes.server')}
          hint={t('mutes.server-example')}
          attributes={{ required: true, maxlength: 300, autocapitalize: 'none', spellcheck: 'false' }}
        />
        <button>{t('mutes.block-this-server')}</button>
      </PostForm>
    </>
  );
}
