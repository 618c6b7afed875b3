/** The page behind the one-time link: makes the first administrator, and says what the instance is. */
import { z } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { findSession, logIn } from '../../domain/accounts/sessions.ts';
import { examineFromOutside } from '../../domain/doctor/checks.ts';
import { isSetupToken } from '../../domain/instance.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { setUp } from '../../domain/setup.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { readForm } from '../form.ts';
import { instanceChanges } from '../input/instance.ts';
import { parse } from '../issues.ts';
import { page, pageHeaders } from './layout.ts';
import { note } from './parts/blocks.ts';
import { field, hidden } from './parts/field.ts';
import { findings } from './parts/findings.ts';
import { instanceFields, registrationChoice } from './parts/instance-fields.ts';
import { setSession, type Visit } from './session.ts';

const { name, description, registration } = instanceChanges.shape;
/** What is not sent stays as it is. */
const instance = z.object({
  instance_name: name.optional(),
  instance_description: description.optional(),
  registration: registration.optional(),
});

export const setup = new Hono()
  .get('/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isSetupToken(token))) return c.html(spent(), 403, pageHeaders);
    const known = await getInstanceProfile();
    const typed = {
      instance_name: known.name,
      instance_description: known.description,
      registration: known.registration,
    };
    return c.html(form(token, typed), 200, pageHeaders);
  })
  .post('/setup', async (c) => {
    if (c.req.header('origin') !== config.baseUrl) return c.html(spent(), 403, pageHeaders);
    let fields = new URLSearchParams();
    try {
      fields = await readForm(c.req.raw);
      return await begin(c, fields);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      if (error.code !== 'validation_failed') return c.html(spent(), 403, pageHeaders);
      const { token = '', ...typed } = Object.fromEntries(fields);
      return c.html(form(token, typed, error.errors), 422, pageHeaders);
    }
  });

async function begin(c: Context, fields: URLSearchParams) {
  const said = Object.fromEntries(fields);
  const { instance_name, instance_description, registration: mode } = parse(instance, said);
  const who = { name: (said.name ?? '').trim().toLowerCase(), password: said.password ?? '' };
  await setUp(said.token ?? '', who, {
    ...(instance_name !== undefined && { name: instance_name }),
    ...(instance_description !== undefined && { description: instance_description }),
    ...(mode !== undefined && { registration: mode }),
  });

  const text = await logIn({ ...who, userAgent: c.req.header('user-agent') ?? '' });
  setSession(c, text);
  const session = text === null ? null : await findSession(text);
  const found = await examineFromOutside();
  return c.html(done(who.name, found, session && { ...session, text: text! }), 200, pageHeaders);
}

function form(token: string, typed: Record<string, string>, errors: FieldErrors = {}) {
  const body = html`<h1>Welcome to your Potluck</h1>
<p>Say what this server is, and make the first account. It runs the server, and it can cook, too.</p>
<form method="post" action="/setup">${hidden({ token })}
<h2>This server</h2>
${instanceFields({ name: typed.instance_name ?? '', description: typed.instance_description ?? '', errors, prefix: 'instance_' })}
${registrationChoice(typed.registration ?? '', errors)}
<h2>Your account</h2>
${field({
  name: 'name',
  label: 'Name',
  value: typed.name ?? '',
  hint: `Your address will be @name@${config.host}: a–z, 0–9 and _`,
  errors: errors.name,
  attributes: { required: true, maxlength: 30, autocomplete: 'username', autocapitalize: 'none' },
})}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  hint: 'At least 10 characters. It is kept only as a hash.',
  errors: errors.password,
  attributes: { required: true, minlength: 10, autocomplete: 'new-password' },
})}
<button>Set up</button></form>`;
  return page('Set up', body);
}

function done(username: string, found: Awaited<ReturnType<typeof examineFromOutside>>, visit: Visit | null) {
  const wrong = found.filter(({ ok }) => !ok).length;
  const verdict =
    wrong === 0
      ? note('The server is well.', 'good')
      : note(wrong === 1 ? 'One thing is to be done.' : `${wrong} things are to be done.`, 'bad');
  const body = html`<h1>Ready, @${username}@${config.host}</h1>
<p>You are logged in. <a href="/write/recipe">Write a recipe</a>, <a href="/settings">say who you are</a>, or <a href="/admin">look after the server</a>.</p>
<h2>What the doctor says</h2>${verdict}${findings(found)}<p class="hint">It says the same later, at any time: on <a href="/admin">the operator’s pages</a>, and with <code>npm run cli -- doctor</code>.</p>
<h2>Recipes and apps</h2><p>Recipes that you have elsewhere, in files or on pages, are <a href="/settings/import">brought here</a> in a minute. Apps speak to <a href="/api/docs">the REST API</a>; a token for one of them is made <a href="/settings/apps">in your settings</a>.</p>`;
  return page('Ready', body, { visit, width: 'text' });
}

function spent() {
  return page(
    'Set up',
    html`<h1>This link does not open anything</h1>
      <p>A set-up link works once, and only the latest. While there is no administrator, each start prints a new one.</p>`,
  );
}
