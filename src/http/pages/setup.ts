/** The page behind the one-time link: makes the first administrator. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { logIn } from '../../domain/accounts/sessions.ts';
import { isSetupToken } from '../../domain/instance.ts';
import { setUp } from '../../domain/setup.ts';
import { config } from '../../lib/config.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { page, pageHeaders } from './layout.ts';
import { field } from './parts/field.ts';
import { setSession } from './session.ts';

const maxForm = 16_384;

export const setup = new Hono()
  .get('/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isSetupToken(token))) return c.html(spent(), 403, pageHeaders);
    return c.html(form(token), 200, pageHeaders);
  })
  .post('/setup', async (c) => {
    if (c.req.header('origin') !== config.baseUrl) return c.html(spent(), 403, pageHeaders);
    if (Number(c.req.header('content-length') ?? maxForm + 1) > maxForm)
      return c.html(spent(), 413, pageHeaders);

    const fields = new URLSearchParams(await c.req.text());
    const token = fields.get('token') ?? '';
    const name = (fields.get('name') ?? '').trim().toLowerCase();
    try {
      const password = fields.get('password') ?? '';
      await setUp(token, { name, password });
      setSession(c, await logIn({ name, password, userAgent: c.req.header('user-agent') ?? '' }));
      return c.html(done(name), 200, pageHeaders);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== 'validation_failed') return c.html(spent(), 403, pageHeaders);
      return c.html(form(token, name, error.errors), 422, pageHeaders);
    }
  });

function form(token: string, name = '', errors: FieldErrors = {}) {
  return page(
    'Set up',
    html`<h1>Welcome to your Potluck</h1>
      <p>Make the first account. It runs this server, and it can cook, too.</p>
      <form method="post" action="/setup">
        <input type="hidden" name="token" value="${token}" />
        ${field({
          name: 'name',
          label: 'Name',
          value: name,
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
        <button>Make the account</button>
      </form>`,
  );
}

function done(name: string) {
  return page(
    'Ready',
    html`<h1>Ready, @${name}@${config.host}</h1>
      <p>Apps speak to <a href="/api/docs">the REST API</a>. A token for one of them:</p>
      <pre>npm run --silent cli -- token create --account ${name} --scope "read write account:read account:write"</pre>
      <p>And a first recipe, from any page that has one:</p>
      <pre>npm run cli -- recipe import page.html --account ${name}</pre>`,
  );
}

function spent() {
  return page(
    'Set up',
    html`<h1>This link does not open anything</h1>
      <p>A set-up link works once, and only the latest. While there is no administrator, each start prints a new one.</p>`,
  );
}
