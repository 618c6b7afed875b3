/** Shared parts of the admin pages: tabs, confirmations, rows and buttons. */
import { may, type Permission } from '../../domain/roles/permissions.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Note, Tabs } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import type { AdminVisitor } from './guard.ts';

const sections: [path: string, label: MessageKey, permission: Permission][] = [
  ['/admin', 'admin.section-overview', 'moderate'],
  ['/admin/accounts', 'admin.section-accounts', 'moderate'],
  ['/admin/reports', 'admin.section-reports', 'moderate'],
  ['/admin/domains', 'admin.section-blocked-servers', 'manage-domains'],
  ['/admin/hosts', 'admin.section-servers', 'operate'],
  ['/admin/jobs', 'admin.section-jobs', 'operate'],
  ['/admin/storage', 'admin.section-storage', 'operate'],
  ['/admin/instance', 'admin.section-instance', 'change-instance'],
  ['/admin/log', 'admin.section-log', 'moderate'],
];

/** By the value of `done` in the address. */
const confirmations = [
  'decide',
  'undo',
  'appeal',
  'role',
  'block-domain',
  'unblock-domain',
  'import-domains',
  'follow-block-list',
  'unfollow-block-list',
  'approve-block-list',
  'keep-block-list',
  'allowed',
  'retry-host',
  'replay-job',
  'approve',
  'reject',
  'change-retention',
  'change-instance',
] as const;

/** `path` is the path of the current tab. */
export function adminContent({ c, session }: AdminVisitor, path: string, title: string, body: Html): PageContent {
  const done = confirmations.find((each) => each === c.req.query('done'));
  const nav = sections
    .filter(([, , permission]) => may(session.role, permission))
    .map(([href, label]) => ({ label: t(label), href, current: href === path }));
  return {
    title: t('admin.page-title', { title }),
    body: (
      <>
        <h1>{title}</h1>
        <Tabs name={t('admin.administration')} list={nav} />
        {done ? <Note kind="good">{t(`admin.done-${done}`)}</Note> : null}
        {body}
      </>
    ),
    layout: { width: 'wide', path: '/admin' },
  };
}

/** A form with one button. Actions that cannot be undone link to a confirmation page instead. */
export function FormButton({
  token,
  action,
  label,
  fields = {},
}: {
  token: string;
  action: string;
  label: string;
  fields?: Record<string, string>;
}) {
  return (
    <form method="post" action={action}>
      <HiddenFields fields={{ form_token: token, ...fields }} />
      <button class="quiet small">{label}</button>
    </form>
  );
}

export const Rows = ({ list }: { list: Html[] }) => (
  <ul class="admin-rows">
    {list.map((row) => (
      <li>{row}</li>
    ))}
  </ul>
);

/** Text on the left, buttons on the right. */
export const Row = ({ text, buttons = [] }: { text: Html | string; buttons?: (Html | string)[] }) => (
  <>
    <div class="admin-text">{text}</div>
    {buttons.length > 0 && <div class="admin-actions">{buttons}</div>}
  </>
);

export function FactList({ list }: { list: [label: string, value: Html | string | number][] }) {
  return (
    <dl class="admin-facts">
      {list.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The cursor of a list. The first page starts below the largest id. */
export function beforeId({ c }: AdminVisitor): number {
  const text = c.req.query('before') ?? '';
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

/** Returns null on the last page. Expects one row more than `limit`. */
export const olderThan = (list: { id: number }[], limit: number, path: string): string | null =>
  list.length > limit ? `${path}${path.includes('?') ? '&' : '?'}before=${list[limit - 1]!.id}` : null;
