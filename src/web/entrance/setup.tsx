/** The set-up page behind the one-time link: creates the first administrator and names the instance. */
import { z } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import { logIn } from '../../domain/access/sessions.ts';
import { completeSetup } from '../../domain/access/sign-up.ts';
import { getInstanceProfile, type InstanceProfile, isSetupToken } from '../../domain/instance/instance.ts';
import { takesBody } from '../../http/body.ts';
import { setSessionCookie } from '../../http/browser-session.ts';
import { asDomainError } from '../../http/errors.ts';
import { maxSmallFormBytes, parseForm } from '../../http/form.ts';
import { instanceChanges } from '../../http/input/account.ts';
import { clientOf } from '../../http/serve.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { Field, HiddenFields, InstanceFields, newPassword, RegistrationChoice } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { formAsked, pathWith, refuseForm } from '../forms/refused-form.ts';

const { name, description, registration } = instanceChanges.shape;
/** Absent fields keep their value. */
const instance = z.object({
  instance_name: name.optional(),
  instance_description: description.optional(),
  registration: registration.optional(),
});

export const setup = new Hono()
  .get('/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isSetupToken(token))) return c.html(invalidLink(), 403, pageHeaders);
    const known = await getInstanceProfile();
    return c.html(form(token, known), 200, pageHeaders);
  })
  .post('/setup', takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, postSetup));

async function postSetup(c: Context): Promise<Response> {
  if (c.req.header('origin') !== config.baseUrl) return c.html(invalidLink(), 403, pageHeaders);
  let fields = new URLSearchParams();
  try {
    fields = await parseForm(c.req.raw);
    const asked = await formAsked(c, { fields, files: [] }, pathWith('/setup', fields, ['token']));
    if (asked) return asked;
    return await completeSetupForm(c, fields);
  } catch (error) {
    const code = asDomainError(error)?.code;
    if (code === undefined) throw error;
    if (code !== 'validation_failed' && code !== 'unavailable') return c.html(invalidLink(), 403, pageHeaders);
    return refuseForm(c, error, { fields, files: [] }, pathWith('/setup', fields, ['token']));
  }
}

async function completeSetupForm(c: Context, fields: URLSearchParams) {
  const input = Object.fromEntries(fields);
  const { instance_name, instance_description, registration: mode } = parseOrThrow(instance, input);
  const account = { name: (input.name ?? '').trim().toLowerCase(), password: input.password ?? '' };
  await completeSetup(input.token ?? '', account, {
    ...(instance_name !== undefined && { name: instance_name }),
    ...(instance_description !== undefined && { description: instance_description }),
    ...(mode !== undefined && { registration: mode }),
  });

  const loggedIn = await logIn({ ...account, client: clientOf(c) }).catch((error: unknown) => {
    // The link is used up, so the form cannot be shown again.
    if (asDomainError(error)?.code === 'unavailable') return null;
    throw error;
  });
  if (loggedIn?.result !== 'session') return c.redirect(`${config.baseUrl}/login?next=/admin/start`, 303);
  setSessionCookie(c, loggedIn.token);
  return c.redirect(`${config.baseUrl}/admin/start`, 303);
}

function form(token: string, { name, description, registration }: InstanceProfile) {
  const body = (
    <>
      <h1>{t('setup.welcome')}</h1>
      <p>{t('setup.explanation')}</p>
      <form method="post" action="/setup">
        <HiddenFields fields={{ token }} />
        <h2>{t('setup.this-server')}</h2>
        <InstanceFields name={name} description={description} prefix="instance_" />
        <RegistrationChoice value={registration} />
        <h2>{t('setup.your-account')}</h2>
        <Field
          name="name"
          label={t('setup.name')}
          hint={t('setup.name-hint', { host: config.host })}
          attributes={{ required: true, maxlength: 30, autocomplete: 'username', autocapitalize: 'none' }}
        />
        <Field
          name="password"
          label={t('setup.password')}
          type="password"
          hint={t('setup.password-hint')}
          attributes={newPassword}
        />
        <button>{t('setup.submit')}</button>
      </form>
    </>
  );
  return page(t('setup.title'), body);
}

function invalidLink() {
  return page(
    t('setup.title'),
    <>
      <h1>{t('setup.invalid-link')}</h1>
      <p>{t('setup.invalid-link-text')}</p>
    </>,
  );
}
