/** The settings page for passkeys. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  addPasskey,
  arePasskeysPossible,
  listPasskeys,
  registrationOptions,
  removePasskey,
} from '../../domain/access/second-factor.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { formToken } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { browserName } from '../../lib/browser-name.ts';
import { type FieldErrors, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { empty, note } from '../components/elements.ts';
import { field, passkeyForm } from '../components/fields.ts';
import { day, richText } from '../components/texts.ts';
import { type MemberVisitor, memberPage, type SubmittedForm } from '../member-page.ts';
import { proofField } from '../recent-log-in.ts';
import { confirmedForm, formTokenField, settingsPage } from './layout.ts';

export const passkeysPath = '/settings/passkeys';

const form = (save: (given: SubmittedForm) => Promise<void>) =>
  confirmedForm(
    async (given) => {
      await save(given);
      return `${passkeysPath}?saved=yes`;
    },
    (errors, given) => show(given, errors),
  );

export const passkeys = new Hono()
  .get(
    passkeysPath,
    memberPage((visitor) => show(visitor)),
  )
  .post(
    passkeysPath,
    form(async (given) => {
      const { c, fields } = given;
      const name = (fields.get('name') ?? '').trim().slice(0, 60) || browserName(c.req.header('user-agent') ?? '');
      await addPasskey(ownerOf(given), name, {
        state: fields.get('state') ?? '',
        credential: fields.get('credential') ?? '',
      });
    }),
  )
  .post(
    `${passkeysPath}/remove`,
    form(async (given) => removePasskey(ownerOf(given), readId(given.fields.get('id') ?? '') ?? 0)),
  );

const ownerOf = ({ me, session }: MemberVisitor) => ({
  accountId: me,
  sessionId: session.id,
  username: session.username,
});

async function show(visitor: MemberVisitor, errors: FieldErrors = {}) {
  if (!arePasskeysPossible) throw notFound();
  const { c, session, me } = visitor;
  const [known, { name: serverName }] = await Promise.all([listPasskeys(me), getInstanceProfile()]);
  const options = await registrationOptions(ownerOf(visitor), serverName);
  const rows = known.map(
    ({ id, name, createdAt, lastUsedAt }) =>
      html`<li><div class="check"><input type="radio" id="passkey-${id}" name="id" value="${id}" required><label for="passkey-${id}"><bdi>${name}</bdi> <span class="hint">${lastUsedAt ? richText('passkey.added-and-used', { day: day(createdAt), lastUsed: day(lastUsedAt) }) : richText('passkey.added', { day: day(createdAt) })}</span></label></div></li>`,
  );
  const content = html`${field({ name: 'name', label: t('passkey.name'), hint: t('passkey.name-hint'), attributes: { maxlength: 60 } })}
${proofField({ session, path: passkeysPath, errors })}<button>${t('passkey.add')}</button>`;
  const body = html`<h2>${t('passkey.title')}</h2><p>${t('passkey.explanation')}</p>
${errors.credential ? note(errors.credential.join(' '), 'bad') : ''}
${known.length === 0 ? empty(t('passkey.none')) : html`<form method="post" action="${passkeysPath}/remove">${formTokenField(visitor)}<fieldset><legend>${t('passkey.yours')}</legend><ul class="rows">${rows}</ul></fieldset>${proofField({ session, path: passkeysPath, id: 'removal-password', label: t('access.current-password-to-remove') })}<button class="danger">${t('passkey.remove')}</button></form>`}
<h2>${t('passkey.add-heading')}</h2>${passkeyForm(options, { kind: 'create', action: passkeysPath, fields: { form_token: formToken(c, session) }, content })}`;
  return settingsPage(visitor, '/settings/access', t('passkey.title'), body);
}
