/**
 * The front page: the most cooked recipe of the week, a search box, rows of recipes, cooked items and collections, and
 * people.
 */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { listNewest } from '../domain/collections/collections.ts';
import { applyFilters } from '../domain/filters/filters.ts';
import { getInstanceProfile, type InstanceProfile } from '../domain/instance/instance.ts';
import { findMostCookedRecipe, listNewestCookedItems, listNewestQuickRecipes } from '../domain/items/lists.ts';
import { type ItemCard, listNewestRecipes } from '../domain/items/read.ts';
import { listTrendingLocalAccounts } from '../domain/trending/trending.ts';
import { config } from '../lib/config.ts';
import { durationText } from '../lib/duration.ts';
import { t } from '../lib/language/text.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { totalTimeOf } from '../recipe-import/details.ts';
import { onceSetUp } from './before-set-up.ts';
import { collectionCards } from './collections/show.ts';
import { nameOf, peopleList } from './components/account.ts';
import { pathOf } from './components/actions.ts';
import { empty } from './components/elements.ts';
import { icons } from './components/icons.ts';
import { cards, lang } from './components/item-lists.ts';
import { filteredList, sourceSet, tint } from './components/item-parts.ts';
import { type Html, headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { richText, visuallyHidden } from './components/texts.ts';

// Renders the recipe at the top of the front page, with its photograph

function leadRecipe(item: ItemCard): Html {
  const [picture] = item.media;
  const time = totalTimeOf(item);
  const label = item.cookedCount > 0 ? t('front-page.most-cooked') : t('front-page.popular');
  return html`<article class="front-lead">${picture ? photograph(picture) : ''}<div class="front-lead-text"><p><span class="badge">${label}</span></p>
<h2${lang(item.locale)}><a href="${pathOf(item)}">${item.name}</a></h2>
<p class="facts"><span>${richText('front-page.by', { cook: html`<bdi>${nameOf(item.account)}</bdi>` })}</span>${time === null ? '' : html`<span>${icons.clock} ${durationText(time)}</span>`}</p></div></article>`;
}

/** The largest picture of the first screen, so it is loaded first. */
function photograph(picture: ItemCard['media'][number]): Html {
  const { src, srcset } = sourceSet(picture);
  return html`<div class="front-picture tinted">${tint(picture)}<img src="${src}" srcset="${srcset}" sizes="(max-width: 56rem) 130vw, 50rem" alt="${picture.description}" width="1200" height="900" fetchpriority="high"></div>`;
}

// The front page: the most cooked recipe of the week, a search box, rows of recipes, cooked items and collections, and
// people

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
