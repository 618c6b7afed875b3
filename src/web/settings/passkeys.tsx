/** The settings page for passkeys. */
import { Hono } from 'hono';
import {
  addPasskey,
  arePasskeysPossible,
  listPasskeys,
  registrationOptions,
  removePasskey,
} from '../../domain/access/second-factor.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { readId } from '../../http/pagination.ts';
import { browserName } from '../../lib/browser-name.ts';
import { notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Empty } from '../components/elements.tsx';
import { Checkbox, Field, PasskeyForm, PostForm } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberPage } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/passkeys';

export const passkeys = new Hono()
  .get(path, memberPage(show))
  .post(
    path,
    confirmedForm(async (form) => {
      const { c, fields } = form;
      const name = (fields.get('name') ?? '').trim().slice(0, 60) || browserName(c.req.header('user-agent') ?? '');
      await addPasskey(ownerOf(form), name, {
        state: fields.get('state') ?? '',
        credential: fields.get('credential') ?? '',
      });
      return `${path}?saved=yes`;
    }),
  )
  .post(
    `${path}/remove`,
    confirmedForm(
      async (form) => {
        const id = readId(form.fields.get('id') ?? '') ?? 0;
        const passkey = (await listPasskeys(form.me)).find((each) => each.id === id);
        const text = { action: t('passkey.remove'), consequence: t('ask.passkey'), back: path };
        const question = passkey && askFirst(form, { ...text, about: passkey.name });
        if (question) return question;
        await removePasskey(ownerOf(form), id);
        return `${path}?saved=yes`;
      },
      { page: path },
    ),
  );

const ownerOf = ({ me, session }: MemberVisitor) => ({
  accountId: me,
  sessionId: session.id,
  username: session.username,
});

async function show(visitor: MemberVisitor) {
  if (!arePasskeysPossible) throw notFound();
  const [known, { name: serverName }] = await Promise.all([listPasskeys(visitor.me), getInstanceProfile()]);
  const options = await registrationOptions(ownerOf(visitor), serverName);
  const rows = known.map(({ id, name, createdAt, lastUsedAt }) => {
    const used = lastUsedAt
      ? richText('passkey.added-and-used', { day: <Day date={createdAt} />, lastUsed: <Day date={lastUsedAt} /> })
      : richText('passkey.added', { day: <Day date={createdAt} /> });
    const label = (
      <>
        <bdi>{name}</bdi> <span class="hint">{used}</span>
      </>
    );
    return (
      <li>
        <Checkbox type="radio" name="id" value={String(id)} label={label} required />
      </li>
    );
  });
  const body = (
    <>
      <h2>{t('passkey.title')}</h2>
      <p>{t('passkey.explanation')}</p>
      {known.length === 0 ? (
        <Empty>{t('passkey.none')}</Empty>
      ) : (
        <PostForm visitor={visitor} action={`${path}/remove`}>
          <fieldset>
            <legend>{t('passkey.yours')}</legend>
            <ul class="rows">{rows}</ul>
          </fieldset>
          <ProofField
            visitor={visitor}
            path={path}
            id="removal-password"
            label={t('access.current-password-to-remove')}
          />
          <button class="danger">{t('passkey.remove')}</button>
        </PostForm>
      )}
      <h2>{t('passkey.add-heading')}</h2>
      <PasskeyForm visitor={visitor} passkey={options} kind="create" action={path}>
        <Field name="name" label={t('passkey.name')} hint={t('passkey.name-hint')} attributes={{ maxlength: 60 }} />
        <ProofField visitor={visitor} path={path} />
        <button>{t('passkey.add')}</button>
      </PasskeyForm>
    </>
  );
  return settingsPage(visitor, '/settings/access', t('passkey.title'), body);
}
