/** The forms of the settings. */
import { html } from 'hono/html';
import type { Account } from '../../../domain/accounts/account.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import type { MemberVisitor } from '../member.ts';
import { note, tabs } from '../parts/blocks.ts';
import { check } from '../parts/choice.ts';
import { field, hidden } from '../parts/field.ts';
import { avatar } from '../parts/person.ts';
import { formToken } from '../session.ts';
import type { Shown } from '../show.ts';

const sections: [path: string, label: string][] = [
  ['/settings', 'Profile'],
  ['/settings/access', 'Access'],
  ['/settings/people', 'People'],
  ['/settings/import', 'Import'],
  ['/settings/export', 'Export'],
  ['/settings/leave', 'Leave'],
];

export const settingsTabs = (path: string) =>
  tabs(
    'Settings',
    sections.map(([href, label]) => ({ href, label, current: href === path })),
  );

const token = ({ c, visit }: MemberVisitor) => hidden({ form_token: formToken(c, visit) });
const saved = ({ c }: MemberVisitor) => (c.req.query('saved') ? note('Saved.', 'good') : '');

export function profilePage(
  visitor: MemberVisitor,
  account: Account,
  errors: FieldErrors = {},
  typed: URLSearchParams | null = null,
): Shown {
  const text = (name: 'name' | 'summary') => typed?.get(name) ?? account[name];
  const flag = (name: 'locked' | 'discoverable' | 'indexable', label: string, hint: string) =>
    check({ name, label, hint, checked: typed ? typed.has(name) : account[name] });
  const body = html`<h1>Settings</h1>${settingsTabs('/settings')}${saved(visitor)}
<form method="post" enctype="multipart/form-data" action="/settings">${token(visitor)}
${field({ name: 'name', label: 'Name', value: text('name'), errors: errors.name, attributes: { maxlength: 100 } })}
${field({ name: 'summary', label: 'About you', type: 'textarea', value: text('summary'), hint: 'Markdown', errors: errors.summary, attributes: { maxlength: 5000 } })}
<fieldset><legend>Portrait</legend><div class="photo">${avatar(account, 96)}<div>${field({ name: 'avatar', label: 'A new picture', type: 'file', errors: errors.file, attributes: { accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif' } })}${field({ name: 'avatar-alt', label: 'What it shows', attributes: { maxlength: 1500 } })}${account.avatarKey ? check({ name: 'avatar-drop', label: 'Take the picture away', checked: false }) : ''}</div></div></fieldset>
<fieldset><legend>Who may find you</legend>
${flag('locked', 'Ask me before somebody follows me', 'Once you uncheck it, who waits is let in.')}
${flag('discoverable', 'Show me among the people of this server', 'On the first page and in search.')}
${flag('indexable', 'Let search find what I publish', 'Here and in search engines.')}</fieldset>
<div class="choices"><button>Save</button></div></form>`;
  return { title: 'Settings', body, frame: { width: 'text', path: '/settings' } };
}

const current = (errors: FieldErrors) =>
  field({
    name: 'current',
    label: 'Your password',
    type: 'password',
    errors: errors.current,
    attributes: { required: true, autocomplete: 'current-password' },
  });

export function accessPage(visitor: MemberVisitor, errors: FieldErrors = {}): Shown {
  const body = html`<h1>Settings</h1>${settingsTabs('/settings/access')}${saved(visitor)}
<h2>Password</h2><form method="post" action="/settings/access">${token(visitor)}${current(errors)}
${field({ name: 'password', label: 'New password', type: 'password', hint: 'At least 10 characters. All other browsers are logged out.', errors: errors.password, attributes: { required: true, minlength: 10, autocomplete: 'new-password' } })}
<button>Change it</button></form>
<h2>Other browsers</h2><form method="post" action="/settings/sessions">${token(visitor)}<p>Lost a device, or used one of somebody else?</p><button class="quiet">Log out everywhere else</button></form>`;
  return { title: 'Access', body, frame: { width: 'text' } };
}

export function leavePage(visitor: MemberVisitor, errors: FieldErrors = {}): Shown {
  const body = html`<h1>Settings</h1>${settingsTabs('/settings/leave')}
<h2>Leave for good</h2>${note('Your account, and everything you published, is deleted here, and other servers are asked to delete it. Your name is never given to anybody else. This cannot be undone.', 'bad')}
<form method="post" action="/settings/leave">${token(visitor)}${current(errors)}<button class="danger">Delete my account</button></form>`;
  return { title: 'Leave', body, frame: { width: 'text' } };
}
