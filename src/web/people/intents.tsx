/**
 * Receives members whom another server sends here to follow, like, boost, reply or read (FEP-3b86, OStatus subscribe).
 */
import { type Context, Hono } from 'hono';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { getRelationship } from '../../domain/interactions/follow.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { isName, search } from '../../domain/search/search.ts';
import { lookUpLimit } from '../../http/rate-limits.ts';
import { oneOf } from '../../http/schema.ts';
import { config } from '../../lib/config.ts';
import { type Intent, intents as intentNames } from '../../lib/intents.ts';
import { t } from '../../lib/language/text.ts';
import { collectionPath } from '../collections/show.tsx';
import { addressOf, Byline, nameOf, profileHere } from '../components/account.tsx';
import { pathOf, titleOf } from '../components/actions.tsx';
import { Choices, PostForm } from '../components/fields.tsx';
import { ItemEntry } from '../components/item-lists.tsx';
import type { Html } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';

// Reads what another server asks a member to do: an address or URL, an intent, and where to go afterwards

const maxLength = 2_000;

interface IntentRequest {
  /** Null shows the account or item with all actions. */
  intent: Intent | null;
  /** An address or URL; empty if there is none or if it is neither. */
  object: string;
  /** The text of a new post. */
  content: string;
  /** An http(s) URL, or `(close)`, or empty (FEP-3b86). */
  onSuccess: string;
  onCancel: string;
}

/** Reads the parameters of FEP-3b86, and `uri` as Mastodon has it. */
function readIntent(c: Context): IntentRequest {
  const { searchParams, pathname } = new URL(c.req.url);
  const text = (name: string) => {
    const value = searchParams.get(name)?.trim() ?? '';
    return value.length <= maxLength ? value : '';
  };
  const intent = intentNames.find((each) => pathname === `/intents/${each}`) ?? null;
  const given = text(intent === 'create' ? 'inReplyTo' : intent ? 'object' : 'uri').replace(/^acct:/i, '');
  return {
    intent,
    object: isName(given) ? given : '',
    content: (searchParams.get('content') ?? '').slice(0, 5_000),
    onSuccess: readCallback(text('on-success')),
    onCancel: readCallback(text('on-cancel')),
  };
}

const closeWindow = '(close)';

/** Returns an empty text for what is no web address, such as `javascript:`. */
function readCallback(text: string): string {
  if (text === closeWindow) return text;
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username ? url.href : '';
}

/** The page that says where a callback leads before anybody goes there, since anyone can write such a link. */
const callbackPath = (callback: string): string => `/intents/done?${new URLSearchParams({ to: callback })}`;

// Renders the question whether to follow, like or boost what another server named

async function confirmFollow(
  visitor: MemberVisitor,
  account: AccountCard,
  request: IntentRequest,
): Promise<PageContent> {
  const name = nameOf(account);
  const shown = (
    <div class="panel">
      <Byline person={account} line={addressOf(account)} />
    </div>
  );
  const { following, followingRequested } = await getRelationship(visitor.me, account.id);
  if (account.id === visitor.me) return stated(request, t('intents.yourself'), shown, '/home');
  if (following) return stated(request, t('intents.already-follow', { name }), shown, profileHere(account));
  if (followingRequested) return stated(request, t('intents.already-asked', { name }), shown, profileHere(account));
  const options = {
    action: `/accounts/${account.id}/follow`,
    label: t('intents.follow'),
    page: profileHere(account),
  };
  return question(visitor, request, t('intents.follow-question', { name }), shown, options);
}

function confirmOnItem(
  visitor: MemberVisitor,
  item: Eventable,
  request: IntentRequest,
): PageContent | Promise<PageContent> {
  const title = titleOf(item);
  const page = pathOf(item);
  const shown = (
    <div class="panel">
      <ItemEntry item={item} context={null} heading="h2" />
    </div>
  );
  if (request.intent === 'like') {
    if (item.liked) return stated(request, t('intents.already-like', { item: title }), shown, page);
    const options = { action: `/items/${item.id}/like`, label: t('intents.like'), page };
    return question(visitor, request, t('intents.like-question', { item: title }), shown, options);
  }
  if (item.boosted) return stated(request, t('intents.already-boosted', { item: title }), shown, page);
  const options = { action: `/items/${item.id}/boost`, label: t('intents.boost'), page };
  return question(visitor, request, t('intents.boost-question', { item: title }), shown, options);
}

interface Question {
  action: string;
  label: string;
  /** Where to go afterwards, unless the other server says so. */
  page: string;
}

/** Only the form changes something, never the link that led here. */
function question(
  visitor: MemberVisitor,
  { onSuccess, onCancel }: IntentRequest,
  title: string,
  shown: Html,
  { action, label, page }: Question,
): PageContent {
  const back = onSuccess ? callbackPath(onSuccess) : page;
  const body = (
    <>
      <h1>{title}</h1>
      {shown}
      <PostForm visitor={visitor} action={action} fields={{ back }}>
        <Choices action={label} back={onCancel ? callbackPath(onCancel) : page} />
      </PostForm>
    </>
  );
  return { title, body };
}

function stated({ onSuccess }: IntentRequest, title: string, shown: Html, page: string): PageContent {
  const body = (
    <>
      <h1>{title}</h1>
      {shown}
      <p>
        <a class="button" href={onSuccess ? callbackPath(onSuccess) : page}>
          {t('intents.continue')}
        </a>
      </p>
    </>
  );
  return { title, body };
}

// Receives members whom another server sends here to follow, like, boost, reply or read (FEP-3b86, OStatus subscribe)

const paths = ['/authorize_interaction', `/intents/:intent${oneOf(intentNames)}`];

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
    return mayFollow ? confirmFollow(visitor, account, request) : redirect(profileHere(account));
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
function lookUp(visitor: MemberVisitor, { object }: IntentRequest): PageContent {
  const { c } = visitor;
  if (c.req.query('resolved') !== undefined) {
    return message(t('intents.not-found'), t('intents.not-found-hint'));
  }
  const { pathname, search } = new URL(c.req.url);
  const body = (
    <>
      <h1>{t('intents.look-up')}</h1>
      <p>{richText('intents.unknown', { address: <strong>{object}</strong> })}</p>
      <PostForm visitor={visitor} action={`${pathname}${search}`}>
        <Choices action={t('search.look-up')} back="/home" />
      </PostForm>
    </>
  );
  return { title: t('intents.look-up'), body };
}

const message = (title: string, text: string): PageContent => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  ),
  status: 422,
});

async function showCallback({ c }: Visitor): Promise<PageContent | Response> {
  const to = readCallback(c.req.query('to') ?? '');
  if (to === '') return c.redirect(`${config.baseUrl}/home`, 303);
  if (to === closeWindow) {
    const body = (
      <>
        <h1>{t('intents.done')}</h1>
        <p data-close="">{t('intents.close-window')}</p>
      </>
    );
    return { title: t('intents.done'), body };
  }
  const { host } = new URL(to);
  const body = (
    <>
      <h1>{t('intents.continue-question', { server: host })}</h1>
      <p>{richText('intents.came-from', { address: <strong>{to}</strong> })}</p>
      <p>
        <a class="button" href={to} rel="nofollow noopener noreferrer">
          {t('intents.continue-to', { server: host })}
        </a>
      </p>
    </>
  );
  return { title: t('intents.continue-to', { server: host }), body };
}
