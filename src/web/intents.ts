/** Receives members whom another server sends here to follow, like, boost, reply or read (FEP-3b86, OStatus subscribe). */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { search } from '../domain/search/search.ts';
import { formToken } from '../http/browser-session.ts';
import { config } from '../lib/config.ts';
import { intents as names } from '../lib/intents.ts';
import { collectionPath } from './collections/paths.ts';
import { hidden } from './components/field.ts';
import { pathOf } from './components/item-link.ts';
import { type PageContent, pageHandler, type Visitor } from './components/page-handler.ts';
import { confirmFollow, confirmOnItem, profileOf } from './intents/confirm.ts';
import { closeWindow, type IntentRequest, readCallback, readIntent } from './intents/request.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';
import { lookUpLimit } from './rate-limit.ts';

const paths = ['/authorize_interaction', `/intents/:intent{${names.join('|')}}`];

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
    return message('Nothing to show', 'This link names neither an account nor a page of another server.');
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
    return message(
      'Nothing found',
      'Its server did not answer, or knows no such account or page. Try again in a moment, or check the address.',
    );
  }
  const { pathname, search } = new URL(c.req.url);
  const body = html`<h1>Look it up</h1>
<p>This server does not know <strong>${object}</strong> yet.</p>
<form method="post" action="${pathname}${search}">${hidden({ form_token: formToken(c, session) })}
<div class="choices"><button>Look it up on its server</button><a class="button quiet" href="/home">Cancel</a></div></form>`;
  return { title: 'Look it up', body };
}

const message = (title: string, text: string): PageContent => ({
  ...{ title, body: html`<h1>${title}</h1><p>${text}</p>`, status: 422 },
});

async function showCallback({ c }: Visitor): Promise<PageContent | Response> {
  const to = readCallback(c.req.query('to') ?? '');
  if (to === '') return c.redirect(`${config.baseUrl}/home`, 303);
  if (to === closeWindow) {
    const body = html`<h1>Done</h1><p data-close>You can close this window.</p>`;
    return { title: 'Done', body };
  }
  const { host } = new URL(to);
  const body = html`<h1>Continue to ${host}?</h1><p>You came here from a link on another site. It wants to send you to <strong>${to}</strong>.</p>
<p><a class="button" href="${to}" rel="nofollow noopener noreferrer">Continue to ${host}</a></p>`;
  return { title: `Continue to ${host}`, body };
}
