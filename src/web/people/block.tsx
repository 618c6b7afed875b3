/** The form with which members block an account. It asks first, and the script opens it as a dialog. */
import { Hono } from 'hono';
import type { Account } from '../../domain/accounts/account.ts';
import { block } from '../../domain/interactions/block.ts';
import { formToken } from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, Byline, nameOf, profilePath } from '../components/account.tsx';
import { ActionButton, actionContext } from '../components/actions.tsx';
import { DangerChoices, HiddenFields } from '../components/fields.tsx';
import { referringPath } from '../components/local-url.ts';
import { setNotice } from '../components/page-handler.tsx';
import { inPlaceOr, isInPlace } from '../forms/in-place.ts';
import { type MemberVisitor, memberForm, memberPage, returnUrl } from '../forms/member-page.ts';
import { accountOf } from './mute.tsx';

const path = '/accounts/:id/block';

export const blockForm = new Hono().get(path, memberPage(show)).post(
  path,
  memberForm(async (form) => {
    const { c, me } = form;
    const account = await accountOf(form);
    await block(me, account.id);
    if (!isInPlace(c)) setNotice(c, 'blocked', account.id);
    return inPlaceOr(c, returnUrl(form, profilePath(account)), () => ({
      message: t('notices.blocked'),
      toggles: [],
      undo: { action: `/accounts/${account.id}/unblock`, label: t('actions.undo') },
    }));
  }),
);

async function show(visitor: MemberVisitor) {
  const { c, session } = visitor;
  const account = await accountOf(visitor);
  const back = referringPath(c.req.header('referer')) ?? profilePath(account);
  const title = t('blocks.title', { name: nameOf(account) });
  const body = (
    <>
      <h1>{title}</h1>
      <Byline person={account} line={addressOf(account)} />
      <p>{t('blocks.effect')}</p>
      <p>{t('blocks.undo')}</p>
      <form method="post" action={`/accounts/${account.id}/block`} data-in-place="">
        <HiddenFields fields={{ form_token: formToken(c, session), back }} />
        <DangerChoices action={t('actions.block')} back={back} />
      </form>
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
