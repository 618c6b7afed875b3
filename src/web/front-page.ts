/** The front page: the most cooked recipe of the week, a search box, rows of recipes, cooked items and collections, and people. */

import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { listNewest } from '../domain/collections/collections.ts';
import { applyFilters } from '../domain/filters/filters.ts';
import { getInstanceProfile, type InstanceProfile } from '../domain/instance/instance.ts';
import { findMostCookedRecipe, listNewestCookedItems, listNewestQuickRecipes } from '../domain/items/lists.ts';
import { type ItemCard, listNewestRecipes } from '../domain/items/read.ts';
import { listTrendingLocalAccounts } from '../domain/trending/trending.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { onceSetUp } from './before-set-up.ts';
import { collectionCards } from './collections/show.ts';
import { peopleList } from './components/account.ts';
import { empty } from './components/elements.ts';
import { filteredList } from './components/filtered.ts';
import { headTags } from './components/head.ts';
import { cards } from './components/item-cards.ts';
import type { Html } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { sourceSet } from './components/pictures.ts';
import { richText } from './components/rich-text.ts';
import { visuallyHidden } from './components/visually-hidden.ts';
import { leadRecipe } from './front-page/lead.ts';

const limits = { recipes: 10, cooked: 8, collections: 6, people: 8 };

export const frontPage = new Hono().get('/', pageHandler(onceSetUp(show)));

async function show({ viewer, session }: Visitor) {
  const [profile, lead, newest, quick, cooked, collections, people] = await Promise.all([
    getInstanceProfile(),
    findMostCookedRecipe(viewer),
    listNewestRecipes(viewer, limits.recipes),
    listNewestQuickRecipes(viewer, limits.recipes),
    listNewestCookedItems(viewer, limits.cooked),
    listNewest(viewer, limits.collections),
    listTrendingLocalAccounts(viewer, { limit: limits.people, offset: 0 }),
  ]);
  const { name, description } = profile;
  const filters = await applyFilters([lead, ...newest, ...quick, ...cooked], viewer, 'public');
  const items = (list: ItemCard[]) => filteredList(list, filters, (shown) => cards(shown, { isRow: true, filters }));
  const isLeadShown = lead !== null && filters.of(lead).length === 0;
  const newRecipes = newest.length > 0 ? items(newest) : empty(t('front-page.empty'));
  const body = html`${coverPicture(profile.coverKey)}${hero(profile, isLeadShown ? leadRecipe(lead) : null)}
${row(t('front-page.new'), newRecipes, '/explore/new')}
${quick.length > 0 ? row(t('front-page.quick'), items(quick), '/explore/quick') : ''}
${cooked.length > 0 ? row(t('front-page.cooked'), items(cooked)) : ''}
${collections.length > 0 ? row(t('front-page.collections'), collectionCards(collections, { isRow: true, withOwner: true })) : ''}
${people.length > 0 ? html`<section><h2>${t('front-page.people')}</h2>${peopleList(people)}</section>` : ''}
${session ? '' : followFromElsewhere(profile)}`;
  const head = headTags({
    title: name,
    description: description ? renderMarkdown(description) : t('front-page.description'),
    canonical: `${config.baseUrl}/`,
    index: true,
    feed: { path: '/feed', title: t('feeds.instance', { name }) },
  });
  return { title: name, body, layout: { width: 'wide' as const, head, path: '/' } };
}

function coverPicture(key: string | null) {
  if (key === null) return '';
  const { src, srcset } = sourceSet({ key, width: 0, height: 0 });
  return html`<img class="profile-cover front-cover" src="${src}" srcset="${srcset}" sizes="(max-width: 75rem) 100vw, 75rem" alt="" fetchpriority="high">`;
}

function hero({ name, description }: InstanceProfile, lead: Html | null): Html {
  const about = description ? raw(renderMarkdown(description)) : html`<p>${t('front-page.about')}</p>`;
  return html`<div class="front-hero"><div class="front-text"><h1>${richText('front-page.title', { name: html`<bdi>${name}</bdi>` })}</h1>
<div class="lead prose">${about}</div>
<form class="front-search" role="search" method="get" action="/search"><label class="visually-hidden" for="q">${t('front-page.search-label')}</label><input id="q" name="q" type="search" maxlength="200" placeholder="${t('front-page.search-example')}"><button>${t('front-page.search')}</button></form></div>
${lead ?? ''}</div>`;
}

const row = (title: string, content: Html, path?: string): Html =>
  html`<section><div class="title-row"><h2>${title}</h2>${path ? html`<a href="${path}">${richText('front-page.see-all', { list: title, hidden: visuallyHidden })}</a>` : ''}</div>${content}</section>`;

const followFromElsewhere = ({ registration }: InstanceProfile): Html =>
  html`<section class="panel"><h2>${t('front-page.follow')}</h2>
<p>${richText('front-page.how-to-follow', { address: html`<strong>${t('front-page.example-address', { host: config.host })}</strong>` })}</p>${registration === 'closed' ? '' : html`<p>${richText(`front-page.register-${registration}`, { link: (text) => html`<a href="/register">${text}</a>` })}</p>`}</section>`;
