/** Where members say who they are, who may find them, and how they write. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getAccount } from '../../../domain/accounts/account.ts';
import { updateProfile } from '../../../domain/accounts/profile.ts';
import { describeAvatar, removeAvatar } from '../../../domain/media/avatar.ts';
import { addAvatar } from '../../../domain/media/upload.ts';
import { config } from '../../../lib/config.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { profileChanges, profileOf } from '../../input/profile.ts';
import { avatarChanges, pictureUpload } from '../../input/upload.ts';
import { parse } from '../../issues.ts';
import { takeOne, uploadLimit } from '../../limits.ts';
import { type MemberVisitor, memberPage, type Sent } from '../member.ts';
import { check } from '../parts/choice.ts';
import { field } from '../parts/field.ts';
import { avatar } from '../parts/person.ts';
import { settingsForm, settingsShown, token } from './frame.ts';

const path = '/settings';
const portrait = pictureUpload('avatar');

export const profile = new Hono()
  .get(
    path,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    path,
    settingsForm(save, (errors, sent) => show(sent, errors, sent.fields)),
  );

async function save({ me, fields, files }: Sent): Promise<string> {
  const changes = parse(profileChanges, {
    name: fields.get('name') ?? '',
    summary: fields.get('summary') ?? '',
    locked: fields.has('locked'),
    discoverable: fields.has('discoverable'),
    indexable: fields.has('indexable'),
    recipes_as_notes: fields.has('recipes_as_notes'),
    ...(fields.has('locale') && { locale: fields.get('locale')?.trim() || null }),
  });
  const alt = fields.get('avatar-alt');
  const file = files.get('avatar');
  if (file) {
    if (config.rateLimits) await takeOne(uploadLimit, `member ${me}`, {});
    await addAvatar(me, parse(portrait, { file, description: alt ?? '' }));
  } else if (fields.has('avatar-drop')) await removeAvatar(me);
  else if (alt !== null) await describeAvatar(me, parse(avatarChanges, { description: alt }).description);
  await updateProfile(me, profileOf(changes));
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor, errors: FieldErrors = {}, typed: URLSearchParams | null = null) {
  const account = await getAccount(visitor.me);
  const { avatarKey, avatarDescription, locale, recipesAsNotes } = account;
  const text = (name: 'name' | 'summary') => typed?.get(name) ?? account[name];
  const flag = (name: 'locked' | 'discoverable' | 'indexable', label: string, hint: string) =>
    check({ name, label, hint, checked: typed ? typed.has(name) : account[name] });
  const body = html`<h2 class="visually-hidden">Profile</h2><form method="post" enctype="multipart/form-data" action="${path}">${token(visitor)}
${field({ name: 'name', label: 'Name', value: text('name'), errors: errors.name, attributes: { maxlength: 100 } })}
${field({ name: 'summary', label: 'About you', type: 'textarea', value: text('summary'), hint: 'Markdown', errors: errors.summary, attributes: { maxlength: 5000 } })}
<fieldset><legend>Portrait</legend><div class="photo">${avatar(account, 96)}<div>${field({ name: 'avatar', label: 'A new picture', type: 'file', errors: errors.file, attributes: { accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif' } })}${field({ name: 'avatar-alt', label: 'What it shows', value: typed?.get('avatar-alt') ?? avatarDescription ?? '', hint: 'Read out to who does not see it, here and elsewhere.', errors: errors.description, attributes: { maxlength: 1500 } })}${avatarKey ? check({ name: 'avatar-drop', label: 'Take the picture away', checked: false }) : ''}</div></div></fieldset>
<fieldset><legend>Who may find you</legend>
${flag('locked', 'Ask me before somebody follows me', 'Once you uncheck it, who waits is let in.')}
${flag('discoverable', 'Show me among the people of this server', 'On the first page and in search.')}
${flag('indexable', 'Let search find what I publish', 'Here and in search engines.')}</fieldset>
<fieldset><legend>What you write</legend>
${field({ name: 'locale', label: 'Language', value: typed?.get('locale') ?? (locale === 'und' ? '' : locale), hint: 'Such as en, de or pt-BR. Empty: found out from each text.', errors: errors.locale, attributes: { maxlength: 35, autocapitalize: 'none', spellcheck: 'false' } })}
${check({ name: 'recipes_as_notes', label: 'Send recipes to other servers as notes', hint: 'They go as articles otherwise, of which some servers show no more than title and link. A note has neither title nor summary of its own: everybody gets the whole text. Nothing changes between servers like this one.', checked: typed ? typed.has('recipes_as_notes') : recipesAsNotes })}</fieldset>
<div class="choices"><button>Save</button></div></form>`;
  return settingsShown(visitor, path, 'Profile', body);
}
