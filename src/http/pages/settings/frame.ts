/** What the pages of settings share: where else to go, word that it was saved, and the form again when it was not. */
import { html } from 'hono/html';
import { isOwnPassword } from '../../../domain/accounts/own-access.ts';
import { config } from '../../../lib/config.ts';
import { DomainError, type FieldErrors, invalid } from '../../../lib/errors.ts';
import { type Limit, takeOne } from '../../limits.ts';
import type { Html } from '../layout.ts';
import { type MemberVisitor, memberForm, type Sent } from '../member.ts';
import { note, tabs } from '../parts/blocks.ts';
import { field, hidden } from '../parts/field.ts';
import { formToken } from '../session.ts';
import type { Shown } from '../show.ts';

const sections: [path: string, label: string][] = [
  ['/settings', 'Profile'],
  ['/settings/access', 'Access'],
  ['/settings/apps', 'Apps'],
  ['/settings/people', 'People'],
  ['/settings/import', 'Import'],
  ['/settings/export', 'Export'],
  ['/settings/move', 'Move'],
  ['/settings/leave', 'Leave'],
];

export const settingsTabs = (path: string) =>
  tabs(
    'Settings',
    sections.map(([href, label]) => ({ href, label, current: href === path })),
  );

export const token = ({ c, visit }: MemberVisitor) => hidden({ form_token: formToken(c, visit) });

/** `path` is the section's. */
export function settingsShown({ c }: MemberVisitor, path: string, title: string, body: Html): Shown {
  return {
    title: `${title} · Settings`,
    body: html`<h1>Settings</h1>${settingsTabs(path)}${c.req.query('saved') ? note('Saved.', 'good') : ''}${body}`,
    frame: { width: 'text', path: '/settings' },
  };
}

type Again = (errors: FieldErrors, sent: Sent) => Promise<Shown> | Shown;

/** `save` answers with the path to go on to, or with a page that is shown once. */
export const settingsForm = (save: (sent: Sent) => Promise<string | Shown>, again: Again) =>
  memberForm(async (sent) => {
    try {
      return await save(sent);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      return { ...(await again(error.errors, sent)), status: 422 };
    }
  });

/** Guesses at a password by who has the session. */
const passwordLimit: Limit = { name: 'password', quota: 10, window: 300 };

/** Throws validation_failed on `current`. */
export async function demandPassword({ me, fields }: Sent): Promise<void> {
  if (config.rateLimits) await takeOne(passwordLimit, `member ${me}`, {});
  if (!(await isOwnPassword(me, fields.get('current') ?? ''))) throw invalid('current', 'is wrong');
}

export const currentPassword = (errors: FieldErrors) =>
  field({
    name: 'current',
    label: 'Your password',
    type: 'password',
    errors: errors.current,
    attributes: { required: true, autocomplete: 'current-password' },
  });
