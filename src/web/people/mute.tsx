/** The form with which members mute an account. The script opens it as a dialog. */
import { Hono } from 'hono';
import { type Account, currentIdOf, getAccount } from '../../domain/accounts/account.ts';
import { mute } from '../../domain/interactions/block.ts';
import { formToken } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, Byline, nameOf, profilePath } from '../components/account.tsx';
import { Checkbox, HiddenFields, SelectField } from '../components/fields.tsx';
import { referringPath } from '../components/local-url.ts';
import { setNotice } from '../components/page-handler.tsx';
import { inPlaceOr, isInPlace } from '../forms/in-place.ts';
import { type MemberVisitor, memberForm, memberPage, returnUrl } from '../forms/member-page.ts';

const hour = 3_600;
const day = 24 * hour;
const durations: [seconds: number, label: () => string][] = [
  [0, () => t('mutes.no-end')],
  ...[1, 6].map((n): [number, () => string] => [n * hour, () => t('mutes.hours', { n })]),
  ...[1, 3, 7, 30].map((n): [number, () => string] => [n * day, () => t('mutes.days', { n })]),
];

export const muteForm = new Hono().get('/accounts/:id/mute', memberPage(show)).post(
  '/accounts/:id/mute',
  memberForm(async (form) => {
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
  }),
);

/** The account that the path names. Throws not_found, also for the member's own account. */
export async function accountOf({ c, me }: MemberVisitor): Promise<Account> {
  const account = await getAccount(await currentIdOf(readId(c.req.param('id')!) ?? 0));
  if (account.id === me || account.deletedAt) throw notFound();
  return account;
}

async function show(visitor: MemberVisitor) {
  const { c, session } = visitor;
  const account = await accountOf(visitor);
  const back = referringPath(c.req.header('referer')) ?? profilePath(account);
  const title = t('mutes.mute-account', { name: nameOf(account) });
  const options = durations.map(([seconds, label]): [string, string] => [String(seconds), label()]);
  const body = (
    <>
      <h1>{title}</h1>
      <Byline person={account} line={addressOf(account)} />
      <p>{t('mutes.mute-hint')}</p>
      <form method="post" action={`/accounts/${account.id}/mute`} data-in-place="">
        <HiddenFields fields={{ form_token: formToken(c, session), back }} />
        <SelectField name="duration" label={t('mutes.how-long')} value="0" options={options} />
        <Checkbox name="notifications" label={t('mutes.hide-notifications')} checked />
        <div class="choices">
          <button>{t('mutes.save')}</button>
          <a class="button quiet" href={back}>
            {t('mutes.cancel')}
          </a>
        </div>
      </form>
    </>
  );
  return { title, body, layout: { width: 'text' as const } };
}
