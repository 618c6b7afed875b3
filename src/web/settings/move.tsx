/** The settings page to move followers from or to another account. */
import { Hono } from 'hono';
import { type Account, findAccount, getAccount } from '../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../domain/migration/move.ts';
import { aliases, moveTarget } from '../../http/input/account.ts';
import { lookUpLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, Byline } from '../components/account.tsx';
import { Note } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberPage } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/move';
const options = { page: path, rateLimit: lookUpLimit };

export const move = new Hono()
  .get(path, memberPage(show))
  .post(
    `${path}/aliases`,
    confirmedForm(async ({ me, fields }) => {
      const named = (fields.get('aliases') ?? '').split(/\s+/).filter(Boolean);
      await setAliases(me, parseOrThrow(aliases, { aliases: named }).aliases);
      return `${path}?saved=yes`;
    }, options),
  )
  .post(
    `${path}/away`,
    confirmedForm(async (form) => {
      const { target } = parseOrThrow(moveTarget, { target: form.fields.get('target') ?? '' });
      const text = { action: t('move.submit'), about: target, final: t('move.undo-text') };
      const question = askFirst(form, { ...text, back: path });
      if (question) return question;
      await moveAway(form.me, target);
      return `${path}?saved=yes`;
    }, options),
  )
  .post(
    `${path}/back`,
    confirmedForm(
      async ({ me }) => {
        await moveBack(me);
        return `${path}?saved=yes`;
      },
      { page: path },
    ),
  );

async function show(visitor: MemberVisitor) {
  const account = await getAccount(visitor.me);
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const body = (
    <>
      <h2>{t('move.from-here')}</h2>
      {target ? <MovedNotice visitor={visitor} target={target} /> : <MoveForm visitor={visitor} account={account} />}
      <h2>{t('move.to-here')}</h2>
      <p>{t('move.to-here-text')}</p>
      <PostForm visitor={visitor} action={`${path}/aliases`}>
        <Field
          name="aliases"
          label={t('move.aliases')}
          type="textarea"
          value={account.alsoKnownAs.join('\n')}
          hint={t('move.aliases-hint')}
          attributes={{ autocapitalize: 'none', spellcheck: 'false' }}
        />
        <ProofField visitor={visitor} path={path} id="alias-password" />
        <button>{t('common.save')}</button>
      </PostForm>
    </>
  );
  return settingsPage(visitor, path, t('move.title'), body);
}

const MoveForm = ({ visitor, account }: { visitor: MemberVisitor; account: Account }) => (
  <>
    <p>{richText('move.from-here-text', { address: <strong>{addressOf(account)}</strong> })}</p>
    <PostForm visitor={visitor} action={`${path}/away`}>
      <Field
        name="target"
        label={t('move.new-account')}
        hint={t('move.new-account-hint')}
        attributes={{ required: true, maxlength: 1_000, autocapitalize: 'none', spellcheck: 'false' }}
      />
      <ProofField visitor={visitor} path={path} />
      <button class="danger">{t('move.submit')}</button>
    </PostForm>
  </>
);

const MovedNotice = ({ visitor, target }: { visitor: MemberVisitor; target: Account }) => (
  <>
    <Note>{t('move.moved')}</Note>
    <Byline person={target} line={addressOf(target)} />
    <PostForm visitor={visitor} action={`${path}/back`}>
      <p>{t('move.undo-text')}</p>
      <ProofField visitor={visitor} path={path} />
      <button class="quiet">{t('move.undo')}</button>
    </PostForm>
  </>
);
