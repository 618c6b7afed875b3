/** The profile page of an account: recipes, cooked items and posts. */
import { Hono } from 'hono';
import { raw } from 'hono/html';
import { type Account, findAccountByHandle, getVisibleAccount, isLocal } from '../../domain/accounts/account.ts';
import { applyFilters } from '../../domain/filters/filters.ts';
import { getRelationship, type Relationship } from '../../domain/interactions/follow.ts';
import { listPins } from '../../domain/interactions/on-item.ts';
import type { EventableType } from '../../domain/items/eventable.ts';
import { type ItemCard, listByIds, listItemsOf, withQuotes } from '../../domain/items/read.ts';
import { oneOf } from '../../http/schema.ts';
import { config } from '../../lib/config.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { collectionsOf } from '../collections/show.tsx';
import { Avatar, addressOf, nameOf, profileUrl } from '../components/account.tsx';
import {
  ActionButton,
  type ActionContext,
  actionContext,
  CopyLink,
  followToggle,
  ShareLink,
  ToggleButton,
} from '../components/actions.tsx';
import {
  EndlessScript,
  MenuLink,
  MoreMenu,
  MorePager,
  Note,
  requestedPage,
  Tabs,
  withNeighbours,
} from '../components/elements.tsx';
import { Cards, Posts } from '../components/item-lists.tsx';
import { sourceSet } from '../components/item-parts.tsx';
import { alternateHeader, feedLinkTags, type Html, headTags } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText, webUrl } from '../components/texts.tsx';
import { blockedProfile } from './mute-and-block.tsx';

// Renders the top of a profile: cover, portrait, names, buttons, counts and what the account says about itself

async function profileHeader(account: Account, context: ActionContext | null): Promise<Html> {
  const { followersCount, followingCount, summaryHtml } = account;
  const buttons = context ? (
    <AccountActions account={account} relationship={await getRelationship(context.me, account.id)} context={context} />
  ) : (
    <VisitorActions account={account} />
  );
  return (
    <header class="profile">
      <Cover account={account} />
      <div class="profile-top">
        <Avatar person={account} size={112} />
        {buttons}
      </div>
      <h1>
        <bdi>{nameOf(account)}</bdi>
      </h1>
      <p class="address">
        <bdi>{addressOf(account)}</bdi>
      </p>
      {summaryHtml ? <div class="prose">{raw(isLocal(account) ? addRelMe(summaryHtml) : summaryHtml)}</div> : null}
      <ul class="facts">
        <li>{richText('profile.followers', { count: followersCount, strong })}</li>
        <li>{richText('profile.following', { count: followingCount, strong })}</li>
      </ul>
      {context || !isLocal(account) ? null : <OtherWaysToFollow account={account} />}
    </header>
  );
}

/** It says nothing that the page does not say, so it has no alternative text. */
function Cover({ account: { headerKey } }: { account: Account }) {
  if (headerKey === null) return <div class="profile-cover" />;
  const { src, srcset } = sourceSet({ key: headerKey, width: 0, height: 0 });
  return (
    <img
      class="profile-cover"
      src={src}
      srcset={srcset}
      sizes="(max-width: 60rem) 100vw, 60rem"
      alt=""
      fetchpriority="high"
    />
  );
}
const strong = (text: unknown) => <strong>{text}</strong>;

/** Marks links in the summary as `rel=me`, so that other sites can verify them. */
const addRelMe = (summary: string) =>
  summary.replaceAll(' rel="nofollow noopener noreferrer">', ' rel="me nofollow noopener noreferrer">');

const OtherWaysToFollow = ({ account }: { account: Account }) => (
  <details class="linked no-print">
    <summary>{t('profile.follow-from')}</summary>
    <p>
      {richText('profile.how-to-follow', {
        address: <strong>{addressOf(account)}</strong>,
        ...feedLinkTags(`/@${account.username}`),
      })}
    </p>
  </details>
);

// Stands in front of the profile of an account that moderators limited

/** Null for the account itself, for its followers, and for those who asked to see the profile. */
async function findLimitedNote(account: Account, { c, viewer }: Visitor): Promise<PageContent | null> {
  const me = viewer.accountId;
  if (account.limitedAt === null || account.id === me || c.req.query('show') === 'yes') return null;
  if (me !== null && (await getRelationship(me, account.id)).following) return null;

  const address = addressOf(account);
  const { pathname } = new URL(c.req.url);
  const body = (
    <>
      <h1>{address}</h1>
      <Note>{t('profile.limited')}</Note>
      <p>
        <a class="button quiet" href={`${pathname}?show=yes`} rel="nofollow">
          {t('profile.show-anyway')}
        </a>
      </p>
    </>
  );
  return {
    title: address,
    body,
    layout: {
      width: 'text',
      head: headTags({ title: address, canonical: `${config.baseUrl}${pathname}`, index: false }),
    },
  };
}

// The profile page of an account: recipes, cooked items and posts

const perPage = 24;

const sections: Record<string, { label: MessageKey; types: EventableType[]; emptyText: MessageKey }> = {
  '': { label: 'profile.recipes', types: ['recipe'], emptyText: 'profile.no-recipes' },
  cooked: { label: 'profile.cooked', types: ['baking', 'preparation'], emptyText: 'profile.nothing-cooked' },
  posts: { label: 'profile.posts', types: ['status'], emptyText: 'profile.no-posts' },
  collections: { label: 'profile.collections', types: [], emptyText: 'profile.no-collections' },
};

export const profile = new Hono()
  .get(
    '/:name{@[^/]+}',
    pageHandler((visitor) => show(visitor, '')),
  )
  .get(
    `/:name{@[^/]+}/:section${oneOf(['cooked', 'posts', 'collections'])}`,
    pageHandler((visitor) => show(visitor, visitor.c.req.param('section')!)),
  );

/** The page of an account that the member blocks, from which it can be unblocked. */
async function findBlocked(name: string, { session, ...visitor }: Visitor): Promise<PageContent | null> {
  const account = session && (await findAccountByHandle(name));
  if (!account || account.deletedAt || account.suspendedAt) return null;
  const me = session.accountId;
  const { blocking } = await getRelationship(me, account.id);
  return blocking ? blockedProfile({ ...visitor, session, me }, account) : null;
}

async function show(visitor: Visitor, section: string) {
  const { c, viewer } = visitor;
  const name = c.req.param('name')!.slice(1);
  let account: Account;
  try {
    account = await getVisibleAccount(name, viewer);
  } catch (error) {
    const blocked = await findBlocked(name, visitor);
    if (blocked) return blocked;
    throw error;
  }
  const limitedNote = await findLimitedNote(account, visitor);
  if (limitedNote) return limitedNote;
  const { label, types, emptyText } = sections[section]!;
  const page = requestedPage(c, perPage);
  const path = `/@${account.handle}`;
  const found = await listItemsOf(account.id, types, viewer, page);
  const { items, newer, older } = withNeighbours(found, page, section ? `${path}/${section}` : path);
  const isFirst = section === '' && page.maxId === null && page.minId === null;
  const pinned = isFirst ? await pinnedOf(account, viewer) : [];
  const list = Object.entries(sections).map(([name, each]) => ({
    label: t(each.label),
    href: name ? `${path}/${name}` : path,
    current: name === section,
  }));
  const shown =
    section === 'collections'
      ? await collectionsOf(account, visitor)
      : {
          list:
            items.length === 0 && account.id === viewer.accountId && page.maxId === null && page.minId === null ? (
              <FirstAction section={section} />
            ) : (
              await itemList(items, section, t(emptyText), visitor)
            ),
          pager: <MorePager newer={newer} older={older} />,
        };
  const body = (
    <>
      {await profileHeader(account, actionContext(visitor))}
      <Tabs name={t('profile.sections')} list={list} />
      {pinned.length > 0 ? (
        <>
          <section class="pinned">
            <h2>{t('profile.pinned')}</h2>
            <Cards items={pinned} withAuthor={false} />
          </section>
          <h2>{t(label)}</h2>
        </>
      ) : (
        <h2 class="visually-hidden">{t(label)}</h2>
      )}
      <div data-endless="">{shown.list}</div>
      {shown.pager}
    </>
  );
  const title = `${nameOf(account)} (${addressOf(account)})`;
  return {
    title,
    body,
    layout: {
      width: 'wide' as const,
      head: (
        <>
          {headFor(account, title)}
          <EndlessScript />
        </>
      ),
    },
    headers: alternateHeader(isLocal(account) ? account.iri : null),
  };
}

/** What to do on an own profile that is empty. */
function FirstAction({ section }: { section: string }) {
  const isRecipes = section === '';
  return (
    <div class="empty">
      <p>{t(isRecipes ? 'profile.own-empty' : 'profile.own-section-empty')}</p>
      <p class="choices">
        <a class="button" href={isRecipes ? '/write/recipe' : '/write'}>
          {t(isRecipes ? 'profile.first-recipe' : 'home.write')}
        </a>
        {isRecipes ? (
          <a class="button quiet" href="/settings/import">
            {t('admin-start.import-recipes')}
          </a>
        ) : null}
      </p>
    </div>
  );
}

async function itemList(items: ItemCard[], section: string, emptyText: string, visitor: Visitor) {
  const listed = section === 'posts' ? await withQuotes(items, visitor.viewer) : items;
  const list = { items: listed, filters: await applyFilters(listed, visitor.viewer, 'account'), empty: emptyText };
  if (section === 'posts') return <Posts {...list} context={actionContext(visitor)} />;
  return <Cards {...list} withAuthor={false} />;
}

async function pinnedOf({ id }: Account, viewer: Visitor['viewer']) {
  const ids = (await listPins(id, viewer)).map((item) => item.id);
  const items = new Map((await listByIds(ids, viewer)).map((item) => [item.id, item]));
  const pinned = ids.flatMap((each) => items.get(each) ?? []);
  const filters = await applyFilters(pinned, viewer, 'account');
  return pinned.filter((item) => filters.of(item).length === 0);
}

function headFor(account: Account, title: string) {
  const { avatarKey, avatarDescription, username, iri, summaryHtml, discoverable, indexable } = account;
  const isLocalAccount = isLocal(account);
  return headTags({
    title,
    description: summaryHtml,
    canonical: new URL(profileUrl(account), config.baseUrl).href,
    type: 'profile',
    picture: avatarKey ? { key: avatarKey, description: avatarDescription ?? '', width: 0, height: 0 } : null,
    index: isLocalAccount && discoverable && indexable && account.limitedAt === null,
    activity: isLocalAccount ? iri : null,
    creator: addressOf(account),
    ...(isLocalAccount && { feed: { path: `/@${username}/feed`, title } }),
  });
}

// Renders the buttons for the account

function AccountActions({
  account,
  relationship,
  context,
}: {
  account: Account;
  relationship: Relationship;
  context: ActionContext;
}) {
  const { id, blocking, followed, followerRequested } = relationship;
  const address = addressOf(account);
  const sharing = sharingOf(account);
  if (id === context.me)
    return (
      <div class="actions no-print">
        <a class="button small quiet" href="/settings">
          {t('actions.edit-profile')}
        </a>
        <MoreMenu of={address} entries={sharing} />
      </div>
    );
  const path = `/accounts/${id}`;
  if (blocking)
    return (
      <div class="actions no-print">
        <ActionButton context={context} action={`${path}/unblock`} label={t('actions.unblock')} />
      </div>
    );
  return (
    <div class="actions no-print">
      <ToggleButton toggle={followToggle(relationship)} context={context} />
      {followerRequested ? (
        <>
          <ActionButton context={context} action={`${path}/authorize`} label={t('actions.accept-follower')} />
          <ActionButton context={context} action={`${path}/reject`} label={t('actions.reject-follower')} />
        </>
      ) : null}
      <MoreMenu
        of={address}
        entries={[
          ...sharing,
          followed ? (
            <ActionButton context={context} action={`${path}/remove-follower`} label={t('actions.remove-follower')} />
          ) : (
            ''
          ),
          ...quietEntries(account, relationship, context),
          <MenuLink href={`${path}/block`} label={t('blocks.menu')} of={address} dialog />,
          <MenuLink href={`/report?account=${id}`} label={t('actions.report')} of={address} />,
        ]}
      />
      {followed ? <span class="hint">{t('actions.follows-you')}</span> : null}
    </div>
  );
}

/** Mute the account, hide its boosts, block its server, and the opposites. */
function quietEntries({ host, ...account }: Account, relationship: Relationship, context: ActionContext) {
  const { id, following, followingRequested, hidingBoosts, muting, domainBlocking } = relationship;
  const path = `/accounts/${id}`;
  const button = (action: string, label: string) => (
    <ActionButton context={context} action={`${path}/${action}`} label={label} />
  );
  return [
    following || followingRequested
      ? hidingBoosts
        ? button('show-boosts', t('mutes.show-boosts'))
        : button('hide-boosts', t('mutes.hide-boosts'))
      : '',
    muting ? (
      button('unmute', t('mutes.unmute'))
    ) : (
      <MenuLink href={`${path}/mute`} label={t('mutes.mute')} of={addressOf({ host, ...account })} dialog />
    ),
    host === ''
      ? ''
      : domainBlocking
        ? button('unblock-server', t('mutes.unblock-server', { host }))
        : button('block-server', t('mutes.block-server', { host })),
  ];
}

/** Visitors follow the account from their own server, or see it on its server. */
const VisitorActions = ({ account }: { account: Account }) => (
  <div class="actions no-print">
    {isLocal(account) ? <FollowFromElsewhere account={account} /> : <ViewAtHome account={account} />}
    <MoreMenu of={addressOf(account)} entries={sharingOf(account)} />
  </div>
);

const FollowFromElsewhere = ({ account: { iri } }: { account: Account }) => (
  <a class="button small" href={`/interact?intent=follow&uri=${encodeURIComponent(iri ?? '')}`} rel="nofollow">
    {t('profile.follow')}
  </a>
);

function ViewAtHome({ account: { url, iri, host } }: { account: Account }) {
  const home = webUrl(url) ?? webUrl(iri);
  return home ? (
    <a class="button small quiet" href={home} rel="nofollow noopener noreferrer">
      {t('profile.view-on', { server: host })}
    </a>
  ) : null;
}

function sharingOf(account: Account) {
  const url = new URL(profileUrl(account), config.baseUrl).href;
  return [<CopyLink url={url} of={addressOf(account)} />, <ShareLink url={url} of={nameOf(account)} />];
}
