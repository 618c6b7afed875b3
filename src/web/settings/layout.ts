/** Shared parts of the settings pages: the list of sections, confirmation, and forms that show their errors. */
import { html } from 'hono/html';
import { formToken } from '../../http/browser-session.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { note, tabs } from '../components/elements.ts';
import { hidden } from '../components/fields.ts';
import type { Html } from '../components/layout.ts';
import type { PageContent } from '../components/page-handler.ts';
import { type FormOptions, type MemberVisitor, memberForm, type SubmittedForm } from '../member-page.ts';
import { requireRecentLogIn } from '../recent-log-in.ts';

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
export function settingsFrame(path: string, body: Html): Html {
  const links = sections.map(([href, label]) => ({ href, label: t(label), current: href === path }));
  return html`<h1>${t('settings.title')}</h1><div class="settings">${tabs(t('settings.title'), links)}<div>${body}</div></div>`;
}

export const formTokenField = ({ c, session }: MemberVisitor) => hidden({ form_token: formToken(c, session) });

export function settingsPage({ c }: MemberVisitor, path: string, title: string, body: Html): PageContent {
  return {
    title: t('settings.page-title', { title }),
    body: settingsFrame(path, html`${c.req.query('saved') ? note(t('common.saved'), 'good') : ''}${body}`),
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
export const confirmedForm = (save: (form: SubmittedForm) => Promise<string | PageContent>, showForm: ShowForm) =>
  settingsForm(async (form) => {
    await requireRecentLogIn(form);
    return save(form);
  }, showForm);
