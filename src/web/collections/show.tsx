/** Shows collections. */
import { type Context, Hono } from 'hono';
import { type Account, getVisibleAccount, unfiltered } from '../../domain/accounts/account.ts';
import { type Collection, getCollection, listCollections, listItems } from '../../domain/collections/collections.ts';
import { followCollection, unfollowCollection } from '../../domain/collections/remote.ts';
import { applyFilters } from '../../domain/filters/filters.ts';
import { type ItemSummary, listCardsByIds } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { idInPath, readId } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml, excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';
import { Byline, nameLine, nameOf, profileUrl } from '../components/account.tsx';
import { ActionButton, actionContext, pathOf, titleOf } from '../components/actions.tsx';
import { Empty, factLine, MorePager, Note, requestedPage, withNeighbours } from '../components/elements.tsx';
import { Cards } from '../components/item-lists.tsx';
import { CardPicture } from '../components/item-parts.tsx';
import { alternateHeader, feedLinkTags, type Html, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText, visuallyHidden, webUrl } from '../components/texts.tsx';
import { memberForm, returnUrl } from '../forms/member-page.ts';
import { jsonLdElement } from '../items/recipe-files.tsx';

// Returns the paths of collections and their texts

type Linked = Pick<Collection, 'id' | 'url'> & { account: Pick<Collection['account'], 'handle'> };

/** A path on this server, or the original URL if the owner has no page here. */
export const collectionPath = ({ id, url, account: { handle } }: Linked): string =>
  handle === null ? (webUrl(url) ?? '#') : `/@${handle}/collections/${id}`;

/** The plain text of an owner, with its line breaks. */
const OwnText = ({ text }: { text: string }) => (text === '' ? null : <p class="own-text">{text}</p>);

// Pages through the items of a collection, in its order

/** Reads one extra row, to know whether there is a next page. */
export function requestedItems(c: Context, limit: number): Page {
  return { limit: limit + 1, maxId: null, minId: readId(c.req.query('after') ?? ''), order: 'asc' };
}

export function itemPager<Row extends { id: number }>(rows: Row[], { limit, minId }: Page, path: string) {
  const items = rows.slice(0, limit - 1);
  const next = rows.length === limit ? `${path}?after=${items.at(-1)!.id}` : null;
  if (next === null && minId === null) return { items, pager: '' };
  const links = (
    <>
      {minId !== null && (
        <a class="button quiet" href={path}>
          {t('collections.first-page')}
        </a>
      )}
      {next && (
        <a class="button quiet" href={next} rel="next">
          {t('collections.next-page')}
        </a>
      )}
    </>
  );
  return {
    items,
    pager: (
      <nav class="pager" aria-label={t('site.pages')}>
        {links}
      </nav>
    ),
  };
}

// Renders lists of collections as cards with their covers

interface Options {
  withOwner?: boolean;
  /** Marks collections that not everybody sees. */
  withVisibility?: boolean;
}

export const CollectionCards = ({
  collections,
  isRow = false,
  ...options
}: { collections: Collection[]; isRow?: boolean } & Options) => (
  <ul class={isRow ? 'cards row' : 'cards'}>
    {collections.map((collection) => (
      <li>
        <Card collection={collection} {...options} />
      </li>
    ))}
  </ul>
);

function Card({ collection, withOwner = false, withVisibility = false }: { collection: Collection } & Options) {
  const { name, description, cover, itemsCount, visibility, account } = collection;
  const facts = [
    t('collections.items-count', { count: itemsCount }),
    withVisibility && visibility !== 'public' && t(`collections.mark-${visibility}`),
  ];
  return (
    <article class="card">
      <CardPicture picture={cover} item={collection} />
      <div class="card-text">
        <h3 class="card-title">
          <a href={collectionPath(collection)}>{name}</a>
        </h3>
        {description && <p>{excerpt(description, 90)}</p>}
        <p class="hint">{factLine(facts)}</p>
        {withOwner && <p class="card-foot">{nameLine(account)}</p>}
      </div>
    </article>
  );
}

// The buttons that follow and unfollow a collection

export const collectionFollows = new Hono()
  .post(
    '/collections/:id/follow',
    memberForm(async (form) => {
      await followCollection(form.me, idInPath(form.c));
      return returnUrl(form, '/collections');
    }),
  )
  .post(
    '/collections/:id/unfollow',
    memberForm(async (form) => {
      await unfollowCollection(form.me, idInPath(form.c));
      return returnUrl(form, '/collections');
    }),
  );

// Builds the schema.org/ItemList data of a collection for search engines

type Listed = Parameters<typeof pathOf>[0] & Parameters<typeof titleOf>[0];

function itemListJsonLd({ name, description, itemsCount, cover, account, url }: Collection, items: Listed[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    url,
    name,
    ...(description && { description }),
    ...(cover && { image: pictureUrls(cover.key).medium }),
    author: {
      '@type': 'Person',
      name: nameOf(account),
      url: new URL(profileUrl(account), config.baseUrl).href,
    },
    numberOfItems: itemsCount,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: titleOf(item),
      url: new URL(pathOf(item), config.baseUrl).href,
    })),
  };
}

// The collections tab of a profile

const perPageOfAccount = 24;

export async function collectionsOf(
  account: Account,
  { c, viewer }: Visitor,
): Promise<{ list: Html; pager: Html | string }> {
  const page = requestedPage(c, perPageOfAccount);
  const found = await listCollections(account.id, viewer, page);
  const { items, ...ends } = withNeighbours(found, page, `/@${account.handle}/collections`);
  const list =
    items.length > 0 ? (
      <CollectionCards collections={items} withVisibility />
    ) : (
      <Empty>{t('profile.no-collections')}</Empty>
    );
  return { list, pager: <MorePager {...ends} /> };
}

// The page of a collection, for everybody who may see it

const perPage = 48;

export const collectionPage = new Hono().get('/:name{@[^/]+}/collections/:id', pageHandler(show));

/** Throws not_found unless the collection belongs to the account in the path. */
export async function getFromPath({ c, viewer }: Pick<Visitor, 'c' | 'viewer'>): Promise<{
  owner: Account;
  collection: Collection;
}> {
  const owner = await getVisibleAccount(c.req.param('name')!.slice(1), viewer);
  const collection = await getCollection(idInPath(c), viewer);
  if (collection.account.id !== owner.id) throw notFound();
  return { owner, collection };
}

async function show(visitor: Visitor) {
  const { c, viewer } = visitor;
  const { owner, collection } = await getFromPath(visitor);
  const { id, name } = collection;
  const page = requestedItems(c, perPage);
  const path = collectionPath(collection);
  const { items, pager } = itemPager(await listItems(id, viewer, page), page, path);
  const notes = new Map(items.map((item) => [item.object.id, item.note]));
  const ids = items.map(({ object }) => object.id);
  const objects = (await listCardsByIds(ids, viewer)).map(covered);
  const readers = owner.id === viewer.accountId ? unfiltered(viewer) : viewer;
  const filters = await applyFilters(objects, readers, 'account');
  const below = (item: { id: number }) => <OwnText text={notes.get(item.id) ?? ''} />;
  const body = (
    <>
      <OriginNote collection={collection} />
      <CollectionHead collection={collection} visitor={visitor} />
      {items.length > 0 && <h2 class="visually-hidden">{t('collections.items')}</h2>}
      <Cards items={objects} below={below} filters={filters} empty={emptyText(collection, visitor)} />
      {pager}
    </>
  );
  return { title: name, body, ...headFor(collection, owner, itemListJsonLd(collection, objects)) };
}

/** A card shows of a sensitive post only its warning. */
export const covered = <Item extends ItemSummary>(item: Item): Item =>
  item.sensitive ? { ...item, name: item.spoilerText || t('collections.sensitive'), media: [] } : item;

function emptyText({ account }: Collection, { session }: Visitor): string {
  if (account.id === session?.accountId) return t('collections.empty-own');
  return account.host === '' ? t('collections.empty') : t('collections.empty-remote');
}

function CollectionHead({ collection, visitor }: { collection: Collection; visitor: Visitor }) {
  const { name, description, cover, itemsCount, followersCount, visibility, account } = collection;
  const facts = [
    t('collections.items-count', { count: itemsCount }),
    followersCount > 0 && t('collections.followers-count', { count: followersCount }),
  ];
  return (
    <header class="collection">
      {cover && (
        <img
          class="collection-cover"
          src={pictureUrls(cover.key).medium}
          alt={cover.description}
          width={cover.width || 1200}
          height={cover.height || 800}
        />
      )}
      <div>
        <h1>{name}</h1>
        <Byline person={account} line={factLine(facts)} />
        <OwnText text={description} />
        {visibility === 'private' && <p class="hint">{t('collections.only-you')}</p>}
        <CollectionActions collection={collection} visitor={visitor} />
      </div>
    </header>
  );
}

function CollectionActions({
  collection: { id, iri, following, visibility, account },
  visitor,
}: {
  collection: Collection;
  visitor: Visitor;
}) {
  const context = actionContext(visitor);
  if (context?.me === account.id)
    return (
      <div class="actions no-print">
        <a class="button small quiet" href={`/collections/${id}/edit`}>
          {t('collections.edit')}
        </a>
      </div>
    );
  if (context)
    return (
      <div class="actions no-print">
        {following ? (
          <ActionButton
            context={context}
            action={`/collections/${id}/unfollow`}
            label={richText('collections.following', { hidden: visuallyHidden })}
          />
        ) : (
          <ActionButton context={context} action={`/collections/${id}/follow`} label={t('collections.follow')} />
        )}
      </div>
    );
  if (account.host !== '' || visibility === 'private') return null;
  const path = `/@${account.username}/collections/${id}`;
  return (
    <details class="linked no-print">
      <summary>{t('collections.follow-from')}</summary>
      <p>{richText('collections.how-to-follow', { address: <strong>{iri}</strong>, ...feedLinkTags(path) })}</p>
    </details>
  );
}

function OriginNote({ collection: { account, url } }: { collection: Collection }) {
  const home = webUrl(url);
  if (account.host === '' || !home) return null;
  return (
    <Note>
      {richText('collections.origin', {
        server: <strong>{account.host}</strong>,
        link: (text) => (
          <a href={home} rel="nofollow noopener noreferrer">
            {text}
          </a>
        ),
      })}
    </Note>
  );
}

function headFor(collection: Collection, owner: Account, jsonLd: object) {
  const { id, name, description, cover, visibility, account, url, iri } = collection;
  const isLocal = account.host === '';
  const isShared = isLocal && visibility !== 'private';
  const canonical = isLocal ? `${config.baseUrl}${collectionPath(collection)}` : (webUrl(url) ?? iri);
  const head = headTags({
    title: name,
    description: escapeHtml(description),
    canonical,
    picture: cover,
    index: isLocal && visibility === 'public' && owner.indexable && owner.discoverable,
    activity: isShared ? iri : null,
    embeds: isShared,
    ...(isShared && { feed: { path: `/@${account.username}/collections/${id}/feed`, title: name } }),
    more: jsonLdElement(jsonLd),
  });
  return {
    layout: { width: 'wide' as const, head },
    headers: alternateHeader(isShared ? iri : null),
  };
}
