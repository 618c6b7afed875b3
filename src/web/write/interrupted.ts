/** Keeps what a visitor has written when the session has ended: the page carries it until the visitor has logged in again. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { formToken, readUncheckedForm } from '../../http/browser-session.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { note } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import { page, pageHeaders } from '../components/layout.ts';

/** By address, because such forms are read without an account. */
const interruptedLimit: RateLimit = { name: 'interrupted-form', quota: 20, windowSeconds: 300 };
const dropped = new Set(['form_token', 'intent']);

/** Nothing is stored. Throws forbidden for a form of another origin. */
export async function interruptedPage(c: Context): Promise<Response> {
  await enforceRateLimit(interruptedLimit, clientAddressOf(c));
  const { fields, files } = await readUncheckedForm(c, null);
  const kept = [...fields].filter(([name]) => !dropped.has(name));
  const photos = files.size > 0 ? ' Photos that you just chose have to be chosen again.' : '';
  const body = html`<h1>You are logged out</h1>
${note(`What you wrote is safe on this page.${photos}`)}
<ol class="plain-steps"><li><a href="/login?next=/write/continue" target="_blank">Log in (opens a new tab)</a></li><li>Come back to this tab and continue.</li></ol>
<form method="post" enctype="multipart/form-data" action="${new URL(c.req.url).pathname}">${hidden({ form_token: formToken(c, null), intent: 'edit' })}${kept.map(([name, value]) => hidden({ [name]: value }))}
<div class="choices"><button>Continue writing</button></div></form>`;
  return c.html(page('You are logged out', body), 403, pageHeaders);
}

/** Opened in the other tab after the login. */
export const continuePage = async () => ({
  title: 'Logged in',
  body: html`<h1>You are logged in again</h1><p>Close this tab and go back to what you were writing.</p>`,
});
