/** The way from here to one's own server, to follow, like or answer there. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { config } from '../../lib/config.ts';
import { isOurs } from '../../lib/iris.ts';
import { type Limit, takeOne } from '../limits.ts';
import { addressOf } from '../serve.ts';
import { page, pageHeaders } from './layout.ts';
import { notice, refusal } from './notice.ts';
import { note } from './parts/blocks.ts';
import { field, hidden } from './parts/field.ts';
import { formToken, readOwnForm, visitOf } from './session.ts';

/** Null when the server of `handle` (`name@host`) does not say where. */
export type FindPage = (handle: string, uri: string) => Promise<string | null>;

/** Each asks another server something. */
const interactLimit: Limit = { name: 'interact', quota: 20, window: 300 };
const address = /^@?([^@\s/?#:]{1,255})@([^@\s/?#]{1,255})$/;

export const interactFor = (findPage: FindPage) =>
  new Hono()
    .get('/interact', async (c) => {
      const uri = ours(c.req.query('uri'));
      if (!uri) return notice(c, 404, 'Nothing on this plate', 'This is no address of ours.');
      return c.html(await form(c, { uri }), 200, pageHeaders);
    })
    .post('/interact', async (c) => {
      const headers: Record<string, string> = {};
      try {
        if (config.rateLimits) await takeOne(interactLimit, addressOf(c), headers);
        return await send(c, findPage);
      } catch (error) {
        return refusal(c, error, headers);
      }
    });

const ours = (text: string | null | undefined) =>
  text && text.length <= 2_000 && isOurs(text) ? new URL(text).href : null;

async function send(c: Context, findPage: FindPage): Promise<Response> {
  const fields = await readOwnForm(c, await visitOf(c));
  const uri = ours(fields.get('uri'));
  if (!uri) return notice(c, 404, 'Nothing on this plate', 'This is no address of ours.');

  const handle = (fields.get('address') ?? '').trim().slice(0, 300);
  const [, name, host] = address.exec(handle) ?? [];
  const ask = name !== undefined && host !== undefined && config.federates;
  const found = ask ? await findPage(`${name}@${host.toLowerCase()}`, uri) : null;
  if (!found) return c.html(await form(c, { uri, handle, failed: true }), 422, pageHeaders);

  // Browsers hold a redirect that answers a form against form-action, and this one may lead anywhere.
  const body = html`<h1>On to ${new URL(found).host}</h1><p>Your own server goes on from here.</p><p><a class="button" href="${found}" rel="noreferrer">Continue</a></p>`;
  const head = html`<meta http-equiv="refresh" content="0; url=${found}">`;
  return c.html(page('Continue', body, { head }), 200, pageHeaders);
}

async function form(
  c: Context,
  { uri, handle = '', failed = false }: { uri: string; handle?: string; failed?: boolean },
) {
  const visit = await visitOf(c);
  const errors = failed
    ? ['This server does not say where to go on. Search there for the address below instead.']
    : [];
  const body = html`<h1>Go on at your own server</h1>
<p>Follow, like or answer with the account you have, wherever in the fediverse it is.</p>
<form method="post" action="/interact">${hidden({ form_token: formToken(c, visit), uri })}
${field({
  name: 'address',
  label: 'Your address',
  value: handle,
  hint: 'As in @you@mastodon.example',
  errors,
  attributes: { required: true, maxlength: 300, autocapitalize: 'none', spellcheck: 'false' },
})}
<button>Continue</button></form>
${note(html`Or search there for<br><code>${uri}</code>`)}`;
  return page('Go on at your own server', body, { visit });
}
