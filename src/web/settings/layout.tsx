/** Shared parts of the settings pages: the list of sections, confirmation, and forms that show their errors. */
import type { Child } from 'hono/jsx';
import { formToken } from '../../http/browser-session.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Note, Tabs } from '../components/elements.tsx';
import { HiddenFields } from '../components/fields.tsx';
import type { Html } from '../components/layout.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { type FormOptions, type MemberVisitor, memberForm, type SubmittedForm } from '../member-page.ts';
import { requireRecentLogIn } from '../recent-log-in.tsx';

const sections: [path: string, label: MessageKey][] = [
  ['/settings', 'settings.tab-profile'],
  ['/settings/access', 'settings.tab-login'],
  ['/settings/email', 'settings.tab-email'],
  ['/settings/apps', 'settings.tab-apps'],
  ['/settings/people', 'settings.tab-people'],
  ['/settings/invitations', 'settings.tab-invitations'],
  ['/settings/filters', 'settings.tab-filters'],
  ['/language', 'settings.tab-language'],
  ['/settings/keyboard', 'settings.tab-keyboard'],
  ['/settings/import', 'settings.tab-import'],
  ['/settings/export', 'settings.tab-export'],
  ['/settings/move', 'settings.tab-move'],
  ['/settings/moderation', 'settings.tab-moderation'],
  ['/settings/leave', 'settings.tab-delete-account'],
];

/** `path` is the path of the current section. */
export function SettingsFrame({ path, children }: { path: string; children: Child }) {
  const links = sections.map(([href, label]) => ({ href, label: t(label), current: href === path }));
  return (
    <>
      <h1>{t('settings.title')}</h1>
      <div class="settings">
        <Tabs name={t('settings.title')} list={links} />
        <div>{children}</div>
      </div>
    </>
  );
}

export const FormTokenField = ({ visitor: { c, session } }: { visitor: MemberVisitor }) => (
  <HiddenFields fields={{ form_token: formToken(c, session) }} />
);

export function settingsPage({ c }: MemberVisitor, path: string, title: string, body: Html): PageContent {
  return {
    title: t('settings.page-title', { title }),
    body: (
      <SettingsFrame path={path}>
        {c.req.query('saved') ? <Note kind="good">{t('common.saved')}</Note> : null}
        {body}
      </SettingsFrame>
    ),
    layout: { width: 'text', path: '/settings' },
  };
}

type ShowForm = (errors: FieldErrors, form: SubmittedForm) => Promise<PageContent> | PageContent;

/** `save` returns the path to redirect to, or a page that is shown once. */
export const settingsForm = (
  save: (form: SubmittedForm) => Promise<string | PageContent>,
  showForm: ShowForm,
  options: FormOptions = {},
) =>
  memberForm(async (form) => {
    try {
      return await save(form);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      return { ...(await showForm(error.errors, form)), status: 422 };
    }
  }, options);

/** For changes that could take over or end the account. */
export const confirmedForm = (
  save: (form: SubmittedForm) => Promise<string | PageContent>,
  showForm: ShowForm,
  options: FormOptions = {},
) =>
  settingsForm(
    async (form) => {
      await requireRecentLogIn(form);
      return save(form);
    },
    showForm,
    options,
  );
