/** Receives members whom another server sends here to follow, like, boost, reply or read (FEP-3b86, OStatus subscribe). */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { search } from '../domain/search/search.ts';
import { formToken } from '../http/browser-session.ts';
import { oneOf } from '../http/schema.ts';
import { config } from '../lib/config.ts';
import { intents as names } from '../lib/intents.ts';
import { t } from '../lib/language/text.ts';
import { collectionPath } from './collections/show.ts';
import { hidden } from './components/field.ts';
import { pathOf } from './components/item-link.ts';
import { type PageContent, pageHandler, type Visitor } from './components/page-handler.ts';
import { richText } from './components/rich-text.ts';
import { confirmFollow, confirmOnItem, profileOf } from './intents/confirm.ts';
import { closeWindow, type IntentRequest, readCallback, readIntent } from './intents/request.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';
import { lookUpLimit } from './rate-limit.ts';

const paths = ['/authorize_interaction', `/intents/:intent${oneOf(names)}`];

export const intents = new Hono().get('/intents/done', pageHandler(showCallback));

for (const path of paths) {
  intents.get(path, memberPage(show));
  // Only a form makes this server ask another one.
  intents.post(
    path,
    memberForm(
      async ({ c, me }) => {
        const { object } = readIntent(c);
        if (object) await search(me, { query: object, type: null, resolve: true, limit: 1 });
        const url = new URL(c.req.url);
        url.searchParams.set('resolved', 'yes');
        return url.pathname + url.search;
      },
      { rateLimit: lookUpLimit },
    ),
  );
}

async function show(visitor: MemberVisitor): Promise<PageContent | Response> {
  const { c, me } = visitor;
  const request = readIntent(c);
  const { intent, object, content } = request;
  const redirect = (path: string) => c.redirect(new URL(path, config.baseUrl).href, 303);
  if (object === '') {
    if (intent === 'create') return redirect(`/write/post?${new URLSearchParams({ content })}`);
    return message(t('intents.nothing'), t('intents.nothing-hint'));
  }

  const found = await search(me, { query: object, type: null, resolve: false, limit: 1 });
  const [account, item, collection] = [found.accounts[0], found.items[0], found.collections[0]];
  if (account && account.state !== 'unknown') {
    const mayFollow = intent === 'follow' || intent === null;
    return mayFollow ? confirmFollow(visitor, account, request) : redirect(profileOf(account));
  }
  if (item) {
    if (intent === 'create') return redirect(`/write/post?to=${item.id}`);
    const isQuestion = intent === 'like' || intent === 'announce';
    return isQuestion ? confirmOnItem(visitor, item, request) : redirect(pathOf(item));
  }
  if (collection) return redirect(collectionPath(collection));
  return lookUp(visitor, request);
}

/** What this server has to fetch first. */
function lookUp({ c, session }: MemberVisitor, { object }: IntentRequest): PageContent {
  if (c.req.query('resolved') !== undefined) {
    return message(t('intents.not-found'), t('intents.not-found-hint'));
  }
  const { pathname, search } = new URL(c.req.url);
  const body = html`<h1>${t('intents.look-up')}</h1>
<p>${richText('intents.unknown', { address: html`<strong>${object}</strong>` })}</p>
<form method="post" action="${pathname}${search}">${hidden({ form_token: formToken(c, session) })}
<div class="choices"><button>${t('search.look-up')}</button><a class="button quiet" href="/home">${t('common.cancel')}</a></div></form>`;
  return { title: t('intents.look-up'), body };
}

const message = (title: string, text: string): PageContent => ({
  title,
  body: html`<h1>${title}</h1><p>${text}</p>`,
  status: 422,
});

async function showCallback({ c }: Visitor): Promise<PageContent | Response> {
  const to = readCallback(c.req.query('to') ?? '');
  if (to === '') return c.redirect(`${config.baseUrl}/home`, 303);
  if (to === closeWindow) {
    const body = html`<h1>${t('intents.done')}</h1><p data-close>${t('intents.close-window')}</p>`;
    return { title: t('intents.done'), body };
  }
  const { host } = new URL(to);
  const body = html`<h1>${t('intents.continue-question', { server: host })}</h1><p>${richText('intents.came-from', { address: html`<strong>${to}</strong>` })}</p>
<p><a class="button" href="${to}" rel="nofollow noopener noreferrer">${t('intents.continue-to', { server: host })}</a></p>`;
  return { title: t('intents.continue-to', { server: host }), body };
}
