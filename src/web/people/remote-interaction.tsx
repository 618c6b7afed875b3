/** Sends visitors to their own server, to follow, like or reply there. */
import { type Context, Hono } from 'hono';
import { findBrowserSession } from '../../http/browser-session.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { type Intent, intentPath, intents } from '../../lib/intents.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { page, pageHeaders } from '../components/layout.tsx';
import { limitByAddress, messagePage } from '../forms/answers.tsx';
import { pathWith } from '../forms/refused-form.ts';
import { type VisitorForm, visitorForm } from '../forms/visitor-form.ts';

/** Returns the page on the server of `handle` (`name@host`) on which to do this with `uri`, or null. */
export type FindPage = (handle: string, uri: string, intent: Intent) => Promise<string | null>;

/** Each submission sends a request to another server. */
const interactLimit: RateLimit = { name: 'interact', quota: 20, windowSeconds: 300 };
const address = /^@?([^@\s/?#:]{1,255})@([^@\s/?#]{1,255})$/;

export const remoteInteraction = (findPage: FindPage) =>
  new Hono()
    .get('/interact', async (c) => {
      const uri = localIri(c.req.query('uri'));
      if (!uri)
        return messagePage(c, 404, t('remote-interaction.wrong-link-title'), t('remote-interaction.wrong-link'));
      return c.html(await form(c, { uri, intent: readIntent(c.req.query('intent')) }), 200, pageHeaders);
    })
    .post(
      '/interact',
      limitByAddress(interactLimit),
      visitorForm(
        (form) => send(form, findPage),
        (fields) => pathWith('/interact', fields, ['uri', 'intent']),
      ),
    );

const localIri = (text: string | null | undefined) =>
  text && text.length <= 2_000 && isLocalIri(text) ? new URL(text).href : null;

const readIntent = (text: string | null | undefined): Intent => intents.find((each) => each === text) ?? 'object';

async function send({ c, fields }: VisitorForm, findPage: FindPage): Promise<Response> {
  const uri = localIri(fields.get('uri'));
  if (!uri) return messagePage(c, 404, t('remote-interaction.wrong-link-title'), t('remote-interaction.wrong-link'));

  const intent = readIntent(fields.get('intent'));
  const [, name, host] = address.exec((fields.get('address') ?? '').trim().slice(0, 300)) ?? [];
  if (host?.toLowerCase() === config.host) return c.redirect(config.baseUrl + intentPath(intent, uri), 303);
  const canAsk = name !== undefined && host !== undefined && config.federates;
  const found = canAsk ? await findPage(`${name}@${host.toLowerCase()}`, uri, intent) : null;
  if (!found) throw invalid('address', t('remote-interaction.failed'));

  // A redirect after a form must match form-action in the CSP, so this page redirects by a meta tag instead.
  const body = (
    <>
      <h1>{t('remote-interaction.heading-host', { host: new URL(found).host })}</h1>
      <p>{t('remote-interaction.being-sent')}</p>
      <p>
        <a class="button" href={found} rel="noreferrer">
          {t('remote-interaction.continue')}
        </a>
      </p>
    </>
  );
  const head = <meta http-equiv="refresh" content={`0; url=${found}`} />;
  return c.html(page(t('remote-interaction.continue'), body, { head }), 200, pageHeaders);
}

async function form(c: Context, { uri, intent }: { uri: string; intent: Intent }) {
  const session = await findBrowserSession(c);
  const body = (
    <>
      <h1>{t('remote-interaction.heading')}</h1>
      <p>{t('remote-interaction.explanation')}</p>
      {!session && (
        <p>
          {t('login.at', { host: config.host })}{' '}
          <a href={`/login?${new URLSearchParams({ next: intentPath(intent, uri) })}`}>{t('login.title')}</a>
        </p>
      )}
      <PostForm visitor={{ c, session }} action="/interact" fields={{ uri, intent }}>
        <Field
          name="address"
          label={t('remote-interaction.address')}
          hint={t('remote-interaction.address-hint')}
          attributes={{ required: true, maxlength: 300, autocapitalize: 'none', spellcheck: 'false' }}
        />
        <button>{t('remote-interaction.continue')}</button>
      </PostForm>
      <Note>
        {t('remote-interaction.copy-link')}
        <br />
        <code>{uri}</code>
      </Note>
    </>
  );
  return page(t('remote-interaction.heading'), body, { session });
}
