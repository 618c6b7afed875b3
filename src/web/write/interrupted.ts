/** Keeps what a visitor has written when the session has ended: the page carries it until the visitor has logged in again. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { formToken, readUncheckedForm } from '../../http/browser-session.ts';
import { enforceRateLimit, type RateLimit } from '../../http/rate-limits.ts';
import { clientAddressOf } from '../../http/serve.ts';
import { t } from '../../lib/language/text.ts';
import { note } from '../components/elements.ts';
import { hidden } from '../components/field.ts';
import { page, pageHeaders } from '../components/layout.ts';

/** By address, because such forms are read without a session. */
const interruptedLimit: RateLimit = { name: 'interrupted-form', quota: 20, windowSeconds: 300 };
const dropped = new Set(['form_token', 'intent']);

/** Nothing is stored. Throws forbidden for a form of another origin. */
export async function interruptedPage(c: Context): Promise<Response> {
  await enforceRateLimit(interruptedLimit, clientAddressOf(c));
  const { fields, oversized } = await readUncheckedForm(c, null);
  const kept = [...fields].filter(([name]) => !dropped.has(name));
  const body = html`<h1>${t('write.logged-out')}</h1>
${note(oversized.length > 0 ? t('write.safe-without-photos') : t('write.safe'))}
<ol class="plain-steps"><li><a href="/login?next=/write/continue" target="_blank">${t('write.log-in-new-tab')}</a></li><li>${t('write.come-back')}</li></ol>
<form method="post" enctype="multipart/form-data" action="${new URL(c.req.url).pathname}">${hidden({ form_token: formToken(c, null), intent: 'edit' })}${kept.map(([name, value]) => hidden({ [name]: value }))}
<div class="choices"><button>${t('write.continue')}</button></div></form>`;
  return c.html(page(t('write.logged-out'), body), 403, pageHeaders);
}

/** Opened in the other tab after the login. */
export const continuePage = async () => ({
  title: t('write.logged-in'),
  body: html`<h1>${t('write.logged-in-again')}</h1><p>${t('write.close-tab')}</p>`,
});
