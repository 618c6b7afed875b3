/** The admin page with the log of what moderators and administrators did, in the reader's language. */
import { Hono } from 'hono';
import { z } from 'zod';
import { undoAction } from '../../domain/moderation/decisions.ts';
import type { AdminActionName } from '../../domain/roles/admin-log.ts';
import { listAdminActions } from '../../domain/roles/admin-log.ts';
import { idInPath } from '../../http/pagination.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Pager, StateChips } from '../components/elements.tsx';
import { accessPlaceText } from '../components/value-texts.tsx';
import { adminContent, adminForm, adminPage, beforeId, FormButton, olderThan, Row, Rows } from './layout.tsx';

const perPage = 50;
const path = '/admin/log';

export const actionLog = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const found = await listAdminActions(beforeId(visitor), perPage + 1);
      const list = found
        .slice(0, perPage)
        .map(({ id, name, action, subject, reason, createdAt, undoneAt, canUndo, owner }) => (
          <Row
            text={
              <>
                <strong>{actionText(action)}</strong>{' '}
                {owner ? (
                  <>
                    <bdi>@{owner}</bdi>{' '}
                  </>
                ) : null}
                <SubjectText action={action} subject={subject} />
                <StateChips states={[undoneAt && t('admin-log.undone')]} />
                <br />
                <span class="hint">
                  @{name}, {createdAt.toISOString().slice(0, 19).replace('T', ' ')}
                </span>
                {reason ? <p class="admin-quote">{reason}</p> : null}
              </>
            }
            buttons={[
              canUndo ? <FormButton visitor={visitor} action={`${path}/${id}/undo`} label={t('admin.undo')} /> : '',
            ]}
          />
        ));
      const body = (
        <>
          <Rows list={list} empty={t('admin-log.empty')} />
          <Pager newer={null} older={olderThan(found, perPage, path)} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-log'), body);
    }),
  )
  .post(
    `${path}/:id/undo`,
    adminForm('moderate', async ({ c, moderator }) => {
      await undoAction(moderator, idInPath(c));
      return `${path}?done=undo`;
    }),
  );

// Writes entries in the reader's language; the log itself stores words that never change

const decisions = {
  warn: 'decisions.title-warn',
  'remove-items': 'decisions.title-remove_items',
  'mark-sensitive': 'decisions.title-mark_sensitive',
  limit: 'decisions.title-limit',
  suspend: 'decisions.title-suspend',
} as const satisfies Record<string, MessageKey>;

const actions: Record<AdminActionName, MessageKey> = {
  ...decisions,
  'reject-appeal': 'decisions.appeal-rejected',
  undo: 'admin-log.undo',
  'reset-password': 'admin-log.reset-password',
  'read-private': 'admin-log.read-private',
  'export-account': 'admin-log.export-account',
  'set-role': 'admin-log.set-role',
  'block-domain': 'admin-log.block-domain',
  'unblock-domain': 'admin-log.unblock-domain',
  'allow-domain': 'admin-log.allow-domain',
  'disallow-domain': 'admin-log.disallow-domain',
  'change-federation': 'admin-log.change-federation',
  'import-domains': 'admin-log.import-domains',
  'follow-block-list': 'admin-log.follow-block-list',
  'unfollow-block-list': 'admin-log.unfollow-block-list',
  'approve-block-list': 'admin-log.approve-block-list',
  'keep-block-list': 'admin-log.keep-block-list',
  'retry-host': 'admin-log.retry-host',
  'resolve-report': 'admin-log.resolve-report',
  'replay-job': 'admin-log.replay-job',
  approve: 'admin-log.approve',
  reject: 'admin-log.reject',
  'change-instance': 'admin-log.change-instance',
  'change-retention': 'admin-log.change-retention',
};

const isKnown = <Key extends string>(table: Record<Key, MessageKey>, name: string): name is Key =>
  Object.hasOwn(table, name);

/** The log may hold actions of another version of the server. */
const actionText = (action: string): string => (isKnown(actions, action) ? t(actions[action]) : action);

/** Words of a subject that are the same in all entries. */
const words: Record<string, Record<string, MessageKey>> = {
  undo: decisions,
  'set-role': {
    member: 'admin-accounts.role-member',
    moderator: 'admin-accounts.role-moderator',
    admin: 'admin-accounts.role-admin',
    owner: 'admin-accounts.role-owner',
  },
  'block-domain': {
    suspend: 'admin-servers.state-suspend',
    silence: 'admin-servers.state-silence',
    'pictures rejected': 'admin-servers.state-pictures-rejected',
  },
  'change-federation': {
    open: 'admin-servers.federates-with-open',
    allow_list: 'admin-servers.federates-with-allow-list',
  },
  'change-instance': {
    open: 'admin-start.sign-up-open',
    approval: 'admin-start.sign-up-approval',
    closed: 'admin-start.sign-up-closed',
  },
};

/** Separates the words of a subject: `suspend ann`, `ann: admin`, `far.example, silence, pictures rejected`. */
const separators: Record<string, RegExp> = { undo: / (?=\S+$)/, 'set-role': /: /, 'block-domain': /, / };

function SubjectText({ action, subject }: { action: string; subject: string }) {
  if (action === 'change-retention') return <span>{retentionText(subject) ?? subject}</span>;
  if (action === 'read-private') return <span>{accessPlaceText(subject)}</span>;
  const known = words[action] ?? {};
  const separator = separators[action];
  const parts = separator ? subject.split(separator) : [subject];
  return (
    <>
      {parts.map((part) =>
        isKnown(known, part) ? (
          <>
            <span class="chip">{t(known[part]!)}</span>{' '}
          </>
        ) : (
          <>
            <bdi>{part}</bdi>{' '}
          </>
        ),
      )}
    </>
  );
}

// Stored settings of the storage

const days = z.number().int().nullable();
const stored = z.object({ itemDays: days, mediaDays: days, keepsFollowed: z.boolean() });

/** Returns null for a text that is not JSON of these settings. */
function retentionText(json: string): string | null {
  const found = z.preprocess(parseJson, stored).safeParse(json);
  if (!found.success) return null;
  const { itemDays, mediaDays, keepsFollowed } = found.data;
  const current = t('storage.current', { items: itemDays ?? 0, pictures: mediaDays ?? 0 });
  return itemDays !== null && keepsFollowed ? `${current} ${t('storage.keep-followed')}.` : current;
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
