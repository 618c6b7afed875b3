/** Where members say who they are, whom they let in, and go. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listBlocked, listRequesters, type RelatedAccount } from '../../domain/account-lists.ts';
import { getAccount } from '../../domain/accounts/account.ts';
import { leave } from '../../domain/accounts/leave.ts';
import { changePassword, endOtherSessions, isOwnPassword } from '../../domain/accounts/own-access.ts';
import { updateProfile } from '../../domain/accounts/profile.ts';
import { removeAvatar } from '../../domain/media/avatar.ts';
import { addAvatar } from '../../domain/media/upload.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { firstPage } from '../../lib/page.ts';
import { profileChanges } from '../input/profile.ts';
import { pictureUpload } from '../input/upload.ts';
import { parse } from '../issues.ts';
import { type Limit, takeOne, uploadLimit } from '../limits.ts';
import { type MemberVisitor, memberForm, memberPage, type Sent } from './member.ts';
import { type Acts, actsOf, press } from './parts/acts.ts';
import { empty } from './parts/blocks.ts';
import { addressOf, byline } from './parts/person.ts';
import { setSession } from './session.ts';
import { accessPage, leavePage, profilePage, settingsTabs } from './settings/forms.ts';
import type { Shown } from './show.ts';

/** Guesses at a password by who has the session. */
const passwordLimit: Limit = { name: 'password', quota: 10, window: 300 };
const portrait = pictureUpload('avatar');
const list = { ...firstPage, limit: 80 };

export const settings = new Hono()
  .get(
    '/settings',
    memberPage(async (visitor) => profilePage(visitor, await getAccount(visitor.me))),
  )
  .post(
    '/settings',
    memberForm((sent) =>
      orAgain(sent, saveProfile, async (errors) =>
        profilePage(sent, await getAccount(sent.me), errors, sent.fields),
      ),
    ),
  )
  .get(
    '/settings/access',
    memberPage(async (visitor) => accessPage(visitor)),
  )
  .post(
    '/settings/access',
    memberForm((sent) => orAgain(sent, savePassword, (errors) => accessPage(sent, errors))),
  )
  .post(
    '/settings/sessions',
    memberForm(async ({ me, visit }) => {
      await endOtherSessions(me, visit.id);
      return '/settings/access?saved=yes';
    }),
  )
  .get('/settings/people', memberPage(people))
  .get(
    '/settings/leave',
    memberPage(async (visitor) => leavePage(visitor)),
  )
  .post(
    '/settings/leave',
    memberForm((sent) => orAgain(sent, goAway, (errors) => leavePage(sent, errors))),
  );

async function orAgain(
  sent: Sent,
  save: (sent: Sent) => Promise<string>,
  again: (errors: FieldErrors) => Promise<Shown> | Shown,
): Promise<Shown | string> {
  try {
    return await save(sent);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await again(error.errors)), status: 422 };
  }
}

async function saveProfile({ me, fields, files }: Sent): Promise<string> {
  const changes = parse(profileChanges, {
    name: fields.get('name') ?? '',
    summary: fields.get('summary') ?? '',
    locked: fields.has('locked'),
    discoverable: fields.has('discoverable'),
    indexable: fields.has('indexable'),
  });
  const file = files.get('avatar');
  if (file) {
    if (config.rateLimits) await takeOne(uploadLimit, `member ${me}`, {});
    await addAvatar(me, parse(portrait, { file, description: fields.get('avatar-alt') ?? '' }));
  } else if (fields.has('avatar-drop')) await removeAvatar(me);
  await updateProfile(me, changes);
  return '/settings?saved=yes';
}

async function demandPassword({ me, fields }: Sent): Promise<void> {
  if (config.rateLimits) await takeOne(passwordLimit, `member ${me}`, {});
  if (!(await isOwnPassword(me, fields.get('current') ?? ''))) throw invalid('current', 'is wrong');
}

async function savePassword(sent: Sent): Promise<string> {
  await demandPassword(sent);
  await changePassword(sent.me, sent.fields.get('password') ?? '', sent.visit.id);
  return '/settings/access?saved=yes';
}

async function goAway(sent: Sent): Promise<string> {
  await demandPassword(sent);
  await leave(sent.me);
  setSession(sent.c, null);
  return '/';
}

async function people(visitor: MemberVisitor) {
  const [asking, blocked] = await Promise.all([
    listRequesters(visitor.me, list),
    listBlocked(visitor.me, list),
  ]);
  const acts = actsOf(visitor)!;
  const body = html`<h1>Settings</h1>${settingsTabs('/settings/people')}
<h2>Who asks to follow you</h2>${rows(asking, acts, { authorize: 'Let them follow', reject: 'Refuse' }, 'Nobody waits.')}
<h2>Whom you block</h2>${rows(blocked, acts, { unblock: 'Unblock' }, 'Nobody.')}`;
  return { title: 'People', body, frame: { width: 'text' as const } };
}

function rows(found: RelatedAccount[], acts: Acts, ways: Record<string, string>, nobody: string) {
  if (found.length === 0) return empty(nobody);
  return html`<ul class="rows">${found.map(
    ({ account }) =>
      html`<li>${byline(account, addressOf(account))}<div class="acts">${Object.entries(ways).map(([act, label]) => press(acts, `/accounts/${account.id}/${act}`, label, { of: addressOf(account) }))}</div></li>`,
  )}</ul>`;
}
