/** The page where members log in. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { normaliseHandle } from '../../domain/accounts/account.ts';
import { logIn, logOut } from '../../domain/accounts/sessions.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { type Limit, takeOne } from '../limits.ts';
import { addressOf } from '../serve.ts';
import { page, pageHeaders } from './layout.ts';
import { ownPage } from './next.ts';
import { refusal } from './notice.ts';
import { note } from './parts/blocks.ts';
import { field, hidden } from './parts/field.ts';
import { joining } from './parts/joining.ts';
import { formToken, readOwnForm, setSession, type Visit, visitOf } from './session.ts';

/** By account and address together, so that nobody can lock somebody else out. */
const loginLimit: Limit = { name: 'login', quota: 10, window: 300 };

export const login = new Hono()
  .get('/login', async (c) => {
    const visit = await visitOf(c);
    const next = ownPage(c.req.query('next'));
    if (visit && next) return c.redirect(next, 303);
    return c.html(visit ? welcome(visit) : form(c, { next }), 200, pageHeaders);
  })
  .post('/login', async (c) => {
    const headers: Record<string, string> = {};
    try {
      return await attempt(c, headers);
    } catch (error) {
      return refusal(c, error, headers);
    }
  });

const wrong = 'Name or password is wrong.';
const waiting =
  'Your request for an account still waits for an answer. Once it is approved, you can log in here.';

async function attempt(c: Context, headers: Record<string, string>) {
  const visit = await visitOf(c);
  const fields = await readOwnForm(c, visit);
  const name = (fields.get('name') ?? '').slice(0, 300);
  const handle = normaliseHandle(name.trim());
  if (config.rateLimits) await takeOne(loginLimit, `${handle} ${addressOf(c)}`, headers);

  const next = ownPage(fields.get('next'));
  const password = fields.get('password') ?? '';
  const again = (problem: string) => c.html(form(c, { next, name, problem, visit }), 422, pageHeaders);
  try {
    const text = await logIn({ name, password, userAgent: c.req.header('user-agent') ?? '' });
    if (text === null) return await again(wrong);

    if (visit) await logOut(visit.text);
    setSession(c, text);
    return c.redirect(next ?? `${config.baseUrl}/home`, 303);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return await again(waiting);
    throw error;
  }
}

interface Shown {
  next: string | null;
  name?: string;
  problem?: string;
  visit?: Visit | null;
}

async function form(c: Context, { next, name = '', problem = '', visit = null }: Shown) {
  const { registration } = await getInstanceProfile();
  const path = next?.slice(config.baseUrl.length);
  return page(
    'Log in',
    html`<h1>Log in</h1>
      <p>With your account at ${config.host}.</p>
      <form method="post" action="/login">
        ${hidden({ form_token: formToken(c, visit), ...(path && { next: path }) })}
        ${problem ? note(problem, 'bad') : ''}
        ${field({
          name: 'name',
          label: 'Name',
          value: name,
          attributes: {
            required: true,
            maxlength: 300,
            autocomplete: 'username',
            autocapitalize: 'none',
            spellcheck: 'false',
          },
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          attributes: { required: true, autocomplete: 'current-password' },
        })}
        <button>Log in</button>
      </form>
      <p class="hint">No account yet? ${joining[registration]}${registration === 'closed' ? '' : html` <a href="/register${path ? `?next=${encodeURIComponent(path)}` : ''}">${registration === 'open' ? 'Make an account' : 'Ask for an account'}</a>`}</p>`,
    { path: '/login' },
  );
}

function welcome(visit: Visit) {
  const { username } = visit;
  return page(
    'Logged in',
    html`<h1>Logged in as @${username}</h1>
      <p>This browser speaks for @${username}@${config.host}. Apps that want to act for you ask here first.</p>
      <p><a href="/logout">Log out</a></p>`,
    { visit },
  );
}
