/** The second step of a log-in, for members who use an authenticator app. */
import { type Context, Hono } from 'hono';
import { finishLogIn, readChallenge } from '../../domain/access/sessions.ts';
import { findBrowserSession, formToken } from '../../http/browser-session.ts';
import { requestLimit } from '../../http/rate-limits.ts';
import { clientOf } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Field, HiddenFields } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { localPageUrl } from '../components/local-url.ts';
import { richText } from '../components/texts.tsx';
import { limitByAddress } from '../forms/rate-limit.ts';
import { completeLogIn, type VisitorForm, visitorForm } from '../forms/visitor-form.ts';

const path = '/login/code';

export const secondFactor = new Hono().post(path, limitByAddress(requestLimit), visitorForm(attempt));

async function attempt(form: VisitorForm) {
  const { c, fields } = form;
  const next = localPageUrl(fields.get('next'));
  const text = fields.get('challenge') ?? '';
  const challenge = readChallenge(text);
  if (!challenge) return c.redirect(`${config.baseUrl}/login`, 303);

  try {
    const token = await finishLogIn({ challenge, code: fields.get('code') ?? '', client: clientOf(c) });
    if (token !== null) return completeLogIn(form, token, next);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
    return codePage(c, { challenge: text, next, problem: error.errors.base!.join(' '), status: 429 });
  }
  return codePage(c, { challenge: text, next, problem: t('login.code-wrong'), status: 422 });
}

interface CodePage {
  challenge: string;
  next: string | null;
  problem?: string;
  status?: 200 | 422 | 429;
}

/** Asks for the code of the member who has entered the right password. */
export async function codePage(c: Context, { challenge, next, problem = '', status = 200 }: CodePage) {
  const session = await findBrowserSession(c);
  const fields = {
    form_token: formToken(c, session),
    challenge,
    ...(next && { next: next.slice(config.baseUrl.length) }),
  };
  const body = (
    <>
      <h1>{t('login.code-title')}</h1>
      <p>{t('login.code-text', { host: config.host })}</p>
      <form method="post" action={path}>
        <HiddenFields fields={fields} />
        {problem ? <Note kind="bad">{problem}</Note> : null}
        <Field
          name="code"
          label={t('login.code')}
          attributes={{
            required: true,
            maxlength: 40,
            autocomplete: 'one-time-code',
            autocapitalize: 'none',
            autofocus: true,
            spellcheck: 'false',
          }}
        />
        <button>{t('login.code-submit')}</button>
      </form>
      <p class="hint">{richText('login.code-lost', { link: (text) => <a href="/about">{text}</a> })}</p>
    </>
  );
  return c.html(page(t('login.code-title'), body, { path: '/login' }), status, pageHeaders);
}
