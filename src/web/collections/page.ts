/** The page of a collection, for everybody who may see it. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Account, getVisibleAccount, unfiltered } from '../../domain/accounts/account.ts';
import { type Collection, getCollection, listItems } from '../../domain/collections/collections.ts';
import { applyFilters } from '../../domain/filters/filters.ts';
import { type ItemSummary, listCardsByIds } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { readId } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { byline } from '../components/account.ts';
import { actionButton, actionContext } from '../components/action-buttons.ts';
import { empty, note } from '../components/elements.ts';
import { factLine } from '../components/fact-line.ts';
import { feedLinkTags } from '../components/feed-links.ts';
import { filteredList } from '../components/filtered.ts';
import { alternateHeader, headTags } from '../components/head.ts';
import { cards } from '../components/item-cards.ts';
import { pageHandler, type Visitor } from '../components/page-handler.ts';
import { richText } from '../components/rich-text.ts';
import { visuallyHidden } from '../components/visually-hidden.ts';
import { webUrl } from '../components/web-url.ts';
import { jsonLdElement } from '../recipe/json-ld.ts';
import { itemListJsonLd } from './json-ld.ts';
import { itemPager, requestedItems } from './paging.ts';
import { collectionPath, ownText } from './paths.ts';

const perPage = 48;

export const collectionPage = new Hono().get('/:name{@[^/]+}/collections/:id', pageHandler(show));

/** Throws not_found unless the collection belongs to the account in the path. */
export async function getFromPath({ c, viewer }: Pick<Visitor, 'c' | 'viewer'>): Promise<{
  owner: Account;
  collection: Collection;
}> {
  const owner = await getVisibleAccount(c.req.param('name')!.slice(1), viewer);
  const collection = await getCollection(readId(c.req.param('id')!) ?? 0, viewer);
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
  const below = (item: { id: number }) => ownText(notes.get(item.id) ?? '');
  const body = html`${originNote(collection)}${head(collection, visitor)}
${
  items.length > 0
    ? html`<h2 class="visually-hidden">${t('collections.items')}</h2>${filteredList(objects, filters, (shown) => cards(shown, { below, filters }))}`
    : empty(emptyText(collection, visitor))
}${pager}`;
  return { title: name, body, ...headFor(collection, owner, itemListJsonLd(collection, objects)) };
}

/** A card shows of a sensitive post only its warning. */
export const covered = <Item extends ItemSummary>(item: Item): Item =>
  item.sensitive ? { ...item, name: item.spoilerText || t('collections.sensitive'), media: [] } : item;

function emptyText({ account }: Collection, { session }: Visitor): string {
  if (account.id === session?.accountId) return t('collections.empty-own');
  return account.host === '' ? t('collections.empty') : t('collections.empty-remote');
}

function head(collection: Collection, visitor: Visitor) {
  const { name, description, cover, itemsCount, followersCount, visibility, account } = collection;
  const facts = [
    t('collections.items-count', { count: itemsCount }),
    followersCount > 0 && t('collections.followers-count', { count: followersCount }),
  ];
  return html`<header class="collection">${cover && html`<img class="collection-cover" src="${pictureUrls(cover.key).medium}" alt="${cover.description}" width="${cover.width || 1200}" height="${cover.height || 800}">`}
<div><h1>${name}</h1>${byline(account, factLine(facts))}${ownText(description)}
${visibility === 'private' ? html`<p class="hint">${t('collections.only-you')}</p>` : ''}${actions(collection, visitor)}</div></header>`;
}

function actions({ id, iri, following, visibility, account }: Collection, visitor: Visitor) {
  const context = actionContext(visitor);
  if (context?.me === account.id)
    return html`<div class="actions no-print"><a class="button small quiet" href="/collections/${id}/edit">${t('collections.edit')}</a></div>`;
  if (context)
    return html`<div class="actions no-print">${
      following
        ? actionButton(
            context,
            `/collections/${id}/unfollow`,
            richText('collections.following', { hidden: visuallyHidden }),
          )
        : actionButton(context, `/collections/${id}/follow`, t('collections.follow'), { kind: undefined })
    }</div>`;
  if (account.host !== '' || visibility === 'private') return '';
  const path = `/@${account.username}/collections/${id}`;
  return html`<details class="linked no-print"><summary>${t('collections.follow-from')}</summary><p>${richText('collections.how-to-follow', { address: html`<strong>${iri}</strong>`, ...feedLinkTags(path) })}</p></details>`;
}

function originNote({ account, url }: Collection) {
  const home = webUrl(url);
  if (account.host === '' || !home) return '';
  return note(
    richText('collections.origin', {
      server: html`<strong>${account.host}</strong>`,
      link: (text) => html`<a href="${home}" rel="nofollow noopener noreferrer">${text}</a>`,
    }),
  );
}

function headFor(collection: Collection, owner: Account, jsonLd: object) {
  const { id, name, description, cover, visibility, account, url, iri } = collection;
  const isLocal = account.host === '';
  const isShared = isLocal && visibility !== 'private';
  const canonical = isLocal ? `${config.baseUrl}${collectionPath(collection)}` : (webUrl(url) ?? iri);
  const head = headTags({
    ...{ title: name, description: escapeHtml(description), canonical, picture: cover },
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
