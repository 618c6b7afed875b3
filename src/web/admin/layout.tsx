/** Restricts admin pages and forms to the roles that may use them, and renders the parts that these pages share. */
import { type Moderator, may, type Permission } from '../../domain/roles/permissions.ts';
import type { BrowserSession } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Empty, Note, Tabs } from '../components/elements.tsx';
import { PostForm } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { memberForm, type SubmittedForm } from '../forms/member-page.ts';
import { toConfirm } from '../forms/recent-log-in.tsx';

// Restricts pages and forms to roles. Everyone else gets 404

export interface AdminVisitor extends Visitor {
  session: BrowserSession;
  /** The visitor, for operations that check the role themselves. */
  moderator: Moderator;
}

const moderatorOf = ({ accountId, role }: BrowserSession): Moderator => ({ accountId, role });

export const adminPage = (
  permission: Permission,
  handler: (visitor: AdminVisitor) => Promise<PageContent | Response>,
) =>
  pageHandler(async (visitor) => {
    const { session } = visitor;
    if (!session || !may(session.role, permission)) throw notFound();
    return handler({ ...visitor, session, moderator: moderatorOf(session) });
  });

export interface AdminForm extends SubmittedForm {
  moderator: Moderator;
}

interface AdminFormOptions {
  /**
   * Sends a moderator who has not proved a moment ago who they are to the page for that, and changes nothing. Defaults
   * to whether the permission is about the whole server.
   */
  needsRecentLogIn?: boolean;
  /** It has inputs for files. */
  withFiles?: boolean;
}

/** What a thief of a session could do to the whole server. */
const ofWholeServer = new Set<Permission>(['manage-domains', 'manage-members', 'assign-roles']);

/** What a role may not do, and what was done before, is said on the page of the form as what was entered wrongly is. */
function withMessages(error: unknown): unknown {
  const isRefusal = error instanceof DomainError && (error.code === 'conflict' || error.code === 'forbidden');
  return isRefusal ? new DomainError('validation_failed', error.errors) : error;
}

/** The handler returns the path to redirect to, or a page that is shown once, such as a question. */
export const adminForm = (
  permission: Permission,
  handler: (form: AdminForm) => Promise<string | PageContent | Response>,
  { needsRecentLogIn = ofWholeServer.has(permission), withFiles }: AdminFormOptions = {},
) =>
  memberForm(
    async (form) => {
      const { c, session } = form;
      if (needsRecentLogIn && !session.isRecentlyAuthenticated)
        return c.redirect(toConfirm(c.req.header('referer')), 303);
      try {
        return await handler({ ...form, moderator: moderatorOf(session) });
      } catch (error) {
        throw withMessages(error);
      }
    },
    { permission, withFiles },
  );

// Renders tabs, confirmations, rows and buttons

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

interface FormButtonProps {
  visitor: AdminVisitor;
  action: string;
  label: string;
  fields?: Record<string, string>;
}

/** A form with one button. Actions that cannot be undone link to a confirmation page instead. */
export const FormButton = ({ label, ...form }: FormButtonProps) => (
  <PostForm {...form}>
    <button class="quiet small">{label}</button>
  </PostForm>
);

/** `empty` stands in for a list without rows. */
export const Rows = ({ list, empty = '' }: { list: Html[]; empty?: string }) =>
  list.length === 0 ? (
    <Empty>{empty}</Empty>
  ) : (
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
export const beforeId = ({ c }: AdminVisitor): number => readId(c.req.query('before') ?? '') ?? Number.MAX_SAFE_INTEGER;

/** Returns null on the last page. Expects one row more than `limit`. */
export const olderThan = (list: { id: number }[], limit: number, path: string): string | null =>
  list.length > limit ? `${path}${path.includes('?') ? '&' : '?'}before=${list[limit - 1]!.id}` : null;
