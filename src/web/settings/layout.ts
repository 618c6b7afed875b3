/** Shared parts of the settings pages: tabs, confirmation, and forms that show their errors. */
import { html } from 'hono/html';
import { formToken } from '../../http/browser-session.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { note, tabs } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import type { Html } from '../components/layout.ts';
import type { PageContent } from '../components/page-handler.ts';
import { type MemberVisitor, memberForm, type SubmittedForm } from '../member-page.ts';
import { requireRecentLogIn } from '../recent-log-in.ts';

const sections: [path: string, label: string][] = [
  ['/settings', 'Profile'],
  ['/settings/access', 'Login'],
  ['/settings/email', 'E-mail'],
  ['/settings/apps', 'Apps'],
  ['/settings/people', 'People'],
  ['/settings/invitations', 'Invitations'],
  ['/settings/filters', 'Filters'],
  ['/language', 'Language'],
  ['/settings/keyboard', 'Keyboard'],
  ['/settings/import', 'Import'],
  ['/settings/export', 'Export'],
  ['/settings/move', 'Move'],
  ['/settings/moderation', 'Moderation'],
  ['/settings/leave', 'Delete account'],
];

export const settingsTabs = (path: string) =>
  tabs(
    'Settings',
    sections.map(([href, label]) => ({ href, label, current: href === path })),
  );

export const formTokenField = ({ c, session }: MemberVisitor) =>
  hidden({ form_token: formToken(c, session) });

/** `path` is the path of the current tab. */
export function settingsPage({ c }: MemberVisitor, path: string, title: string, body: Html): PageContent {
  return {
    title: `${title} · Settings`,
    body: html`<h1>Settings</h1>${settingsTabs(path)}${c.req.query('saved') ? note('Saved.', 'good') : ''}${body}`,
    layout: { width: 'text', path: '/settings' },
  };
}

type ShowForm = (errors: FieldErrors, form: SubmittedForm) => Promise<PageContent> | PageContent;

/** `save` returns the path to redirect to, or a page that is shown once. */
export const settingsForm = (
  save: (form: SubmittedForm) => Promise<string | PageContent>,
  showForm: ShowForm,
) =>
  memberForm(async (form) => {
    try {
      return await save(form);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      return { ...(await showForm(error.errors, form)), status: 422 };
    }
  });

/** For changes that could take over or end the account. */
export const confirmedForm = (
  save: (form: SubmittedForm) => Promise<string | PageContent>,
  showForm: ShowForm,
) =>
  settingsForm(async (form) => {
    await requireRecentLogIn(form);
    return save(form);
  }, showForm);
