/** The forms with which members mute and block an account. The script opens them as dialogs. */
import { Hono } from 'hono';
import { type Account, currentIdOf, getAccount } from '../../domain/accounts/account.ts';
import { block, mute } from '../../domain/interactions/block.ts';
import { idInPath } from '../../http/pagination.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, Byline, nameOf, profilePath } from '../components/account.tsx';
import { ActionButton, actionContext } from '../components/actions.tsx';
import { Checkbox, Choices, PostForm, SelectField } from '../components/fields.tsx';
import { referringPath, setNotice } from '../components/page-handler.tsx';
import { inPlaceOr, isInPlace } from '../forms/answers.tsx';
import { type MemberVisitor, memberForm, memberPage, returnUrl, type SubmittedForm } from '../forms/member-page.ts';

export const muteAndBlock = new Hono()
  .get('/accounts/:id/mute', memberPage(showMute))
  .post('/accounts/:id/mute', memberForm(saveMute))
  .get('/accounts/:id/block', memberPage(showBlock))
  .post('/accounts/:id/block', memberForm(saveBlock));

/** The account that the path names. Throws not_found, also for the member's own account. */
async function accountOf({ c, me }: MemberVisitor): Promise<Account> {
  const account = await getAccount(await currentIdOf(idInPath(c)));
  if (account.id === me || account.deletedAt) throw notFound();
  return account;
}

// Mutes an account

const hour = 3_600;
const day = 24 * hour;
const durations: [seconds: number, label: () => string][] = [
  [0, () => t('mutes.no-end')],
  ...[1, 6].map((n): [number, () => string] => [n * hour, () => t('mutes.hours', { n })]),
  ...[1, 3, 7, 30].map((n): [number, () => string] => [n * day, () => t('mutes.days', { n })]),
];

async function saveMute(form: SubmittedForm) {
  const { c, me, fields } = form;
  const account = await accountOf(form);
  const chosen = Number(fields.get('duration'));
  const seconds = durations.find(([each]) => each === chosen)?.[0] || null;
  await mute(me, account.id, { seconds, notifications: fields.get('notifications') === 'yes' });
  if (!isInPlace(c)) setNotice(c, 'muted');
  return inPlaceOr(c, returnUrl(form, '/settings/people'), () => ({
    message: t('notices.muted'),
    toggles: [],
  }));
}

async function showMute(visitor: MemberVisitor) {
  const account = await accountOf(visitor);
  const back = referringPath(visitor.c.req.header('referer')) ?? profilePath(account);
  const title = t('mutes.mute-account', { name: nameOf(account) });
  const options = durations.map(([seconds, label]): [string, string] => [String(seconds), label()]);
  const body = (
    <>
      <h1>{title}</h1>
      <Byline person={account} line={addressOf(account)} />
      <p>{t('mutes.mute-hint')}</p>
      <PostForm visitor={visitor} action={`/accounts/${account.id}/mute`} fields={{ back }} inPlace>
        <SelectField name="duration" label={t('mutes.how-long')} value="0" options={options} />
        <Checkbox name="notifications" label={t('mutes.hide-notifications')} checked />
        <Choices action={t('mutes.save')} back={back} cancel={t('mutes.cancel')} />
      </PostForm>
    </>
  );
  return { title, body, layout: { width: 'text' as const } };
}

// Blocks an account, and asks first

async function saveBlock(form: SubmittedForm) {
  const { c, me } = form;
  const account = await accountOf(form);
  await block(me, account.id);
  if (!isInPlace(c)) setNotice(c, 'blocked', account.id);
  return inPlaceOr(c, returnUrl(form, profilePath(account)), () => ({
    message: t('notices.blocked'),
    toggles: [],
    undo: { action: `/accounts/${account.id}/unblock`, label: t('actions.undo') },
  }));
}

async function showBlock(visitor: MemberVisitor) {
  const account = await accountOf(visitor);
  const back = referringPath(visitor.c.req.header('referer')) ?? profilePath(account);
  const title = t('blocks.title', { name: nameOf(account) });
  const body = (
    <>
      <h1>{title}</h1>
      <Byline person={account} line={addressOf(account)} />
      <p>{t('blocks.effect')}</p>
      <p>{t('blocks.undo')}</p>
      <PostForm visitor={visitor} action={`/accounts/${account.id}/block`} fields={{ back }} inPlace>
        <Choices kind="danger" action={t('actions.block')} back={back} />
      </PostForm>
    </>
  );
  return { title, body, layout: { width: 'text' as const } };
}

/** What a member sees in place of the profile of an account that he or she blocks. */
export function blockedProfile(visitor: MemberVisitor, account: Account) {
  const title = addressOf(account);
  const body = (
    <>
      <h1>{title}</h1>
      <p>{t('blocks.profile')}</p>
      <ActionButton
        context={actionContext(visitor)!}
        action={`/accounts/${account.id}/unblock`}
        label={t('actions.unblock')}
        hiddenText={title}
      />
    </>
  );
  return { title, body, layout: { width: 'text' as const } };
}
