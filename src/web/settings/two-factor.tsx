/** The settings page for two-factor authentication: set up an authenticator app, renew recovery codes, turn it off. */
import { Hono } from 'hono';
import {
  beginEnrolment,
  findEnrolment,
  findSecondFactor,
  finishEnrolment,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../domain/access/second-factor.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import type { PageContent } from '../components/page-handler.tsx';
import { drawQrCode, QrCode } from '../components/qr-code.tsx';
import { richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { ProofField } from '../forms/recent-log-in.tsx';
import { confirmedForm, settingsPage } from './layout.tsx';

const path = '/settings/two-factor';

const form = (save: (form: SubmittedForm) => Promise<PageContent | string>) => confirmedForm(save, { page: path });

export const twoFactor = new Hono()
  .get(path, memberPage(show))
  .post(
    path,
    form(async (given) => {
      const codes = await finishEnrolment(await ownerOf(given), given.fields.get('code') ?? '');
      return showCodes(given, codes, t('two-factor.now-on'));
    }),
  )
  .post(
    `${path}/begin`,
    form(async (given) => {
      await beginEnrolment(await ownerOf(given));
      return path;
    }),
  )
  .post(
    `${path}/codes`,
    form(async (given) => {
      const text = { action: t('two-factor.renew-codes'), consequence: t('two-factor.renew-hint') };
      const question = askFirst(given, { ...text, back: path });
      if (question) return question;
      return showCodes(given, await renewRecoveryCodes(given.me, given.session.username), t('two-factor.new-codes'));
    }),
  )
  .post(
    `${path}/off`,
    form(async (given) => {
      const text = { action: t('two-factor.turn-off'), consequence: t('ask.two-factor') };
      const question = askFirst(given, { ...text, back: path });
      if (question) return question;
      await turnOffSecondFactor(given.me, given.session.username);
      return `${path}?saved=yes`;
    }),
  );

const ownerOf = async ({ me, session }: MemberVisitor) => ({
  accountId: me,
  sessionId: session.id,
  username: session.username,
  issuer: (await getInstanceProfile()).name,
});

async function showCodes(visitor: MemberVisitor, codes: string[], title: string) {
  const body = (
    <>
      <h2>{title}</h2>
      <Note>{t('two-factor.save-now')}</Note>
      <p>{t('two-factor.codes-text')}</p>
      <pre>{`${codes.join('\n')}`}</pre>
      <p>
        <a href={path}>{t('two-factor.back')}</a>
      </p>
    </>
  );
  return settingsPage(visitor, '/settings/access', title, body);
}

async function show(visitor: MemberVisitor) {
  const { isOn, recoveryCodesLeft } = await findSecondFactor(visitor.me);
  const body = isOn ? <TwoFactorOn visitor={visitor} codesLeft={recoveryCodesLeft} /> : await setUp(visitor);
  return settingsPage(visitor, '/settings/access', t('two-factor.title'), body);
}

async function setUp(visitor: MemberVisitor) {
  const enrolment = await findEnrolment(await ownerOf(visitor));
  const reason = (
    <>
      <h2>{t('two-factor.title')}</h2>
      <p>{t('two-factor.reason')}</p>
    </>
  );
  if (!enrolment)
    return (
      <>
        {reason}
        <PostForm visitor={visitor} action={`${path}/begin`}>
          <ProofField visitor={visitor} path={path} />
          <button>{t('access.start-two-factor')}</button>
        </PostForm>
      </>
    );
  const { secret, uri } = enrolment;
  return (
    <>
      {reason}
      <ol>
        <li>
          {richText('two-factor.scan', { key: <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code> })}
          <div class="qr-code" role="img" aria-label={t('access.qr-code-label')}>
            <QrCode drawing={drawQrCode(uri)} />
          </div>
        </li>
        <li>{t('access.enter-code')}</li>
      </ol>
      <p class="hint">{t('two-factor.key-expires')}</p>
      <PostForm visitor={visitor} action={path}>
        <Field
          name="code"
          label={t('two-factor.code')}
          attributes={{ required: true, maxlength: 10, inputmode: 'numeric', autocomplete: 'one-time-code' }}
        />
        <ProofField visitor={visitor} path={path} />
        <button>{t('two-factor.turn-on')}</button>
      </PostForm>
    </>
  );
}

function TwoFactorOn({ visitor, codesLeft }: { visitor: MemberVisitor; codesLeft: number }) {
  const choice = (action: string, label: string, kind: string) => (
    <button class={kind} formaction={`${path}/${action}`}>
      {label}
    </button>
  );
  return (
    <>
      <h2>{t('two-factor.title')}</h2>
      <Note kind="good">{t('two-factor.is-on')}</Note>
      <p>{t('two-factor.codes-left', { count: codesLeft })}</p>
      <PostForm visitor={visitor} action={`${path}/codes`}>
        <ProofField visitor={visitor} path={path} />
        <div class="choices">
          {choice('codes', t('two-factor.renew-codes'), 'quiet')}
          {choice('off', t('two-factor.turn-off'), 'danger')}
        </div>
      </PostForm>
      <p class="hint">{t('two-factor.renew-hint')}</p>
    </>
  );
}
