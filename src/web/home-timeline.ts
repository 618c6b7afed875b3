/** The home timeline page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type AccountCard, type Viewer, viewerOf } from '../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../domain/filters/filters.ts';
import { getRelationships, type Relationship } from '../domain/interactions/follow.ts';
import { type ItemCard, listCardsByIds } from '../domain/items/read.ts';
import { listPopularTags } from '../domain/tags/tags.ts';
import { homeTimelineWithOwn, type TimelineEvent } from '../domain/timelines/timelines.ts';
import { listTrendingLocalAccounts } from '../domain/trending/trending.ts';
import { t } from '../lib/language/text.ts';
import { byline, nameOf, profileUrl, shortAddressOf } from './components/account.ts';
import { type ActionContext, actionContext, followToggle, toggleButton } from './components/actions.ts';
import { empty, endlessScript, morePager, requestedPage, tagChips, withNeighbours } from './components/elements.ts';
import { icons } from './components/icons.ts';
import { itemEntry } from './components/item-lists.ts';
import { allHidden, behindFilter } from './components/item-parts.ts';
import type { Html } from './components/layout.ts';
import { richText } from './components/texts.ts';
import { type MemberVisitor, memberPage } from './member-page.ts';
import { suggestions } from './welcome.ts';

// Renders the column beside the home timeline on wide screens: people to follow, and popular hashtags

/** How many popular accounts are looked at, since the member follows some of them. */
const maxCandidates = 20;
const maxPeople = 4;
const maxTags = 8;

/** Empty where there is nothing to suggest. */
async function rail(context: ActionContext): Promise<Html | string> {
  const [people, tags] = await Promise.all([
    peopleToFollow(context.me),
    listPopularTags(viewerOf(context.me), maxTags),
  ]);
  if (people.length === 0 && tags.length === 0) return '';
  const names = tags.map(({ tag }) => tag);
  return html`<aside class="rail" aria-label="${t('home.suggestions')}">${people.length > 0 ? html`<section><h2>${t('home.people')}</h2><ul class="suggestions">${people.map((each) => person(each, context))}</ul></section>` : ''}
${names.length > 0 ? html`<section><h2>${t('home.tags')}</h2>${tagChips(names)}</section>` : ''}<p><a href="/explore">${t('home.explore')}</a></p></aside>`;
}

type Suggestion = [AccountCard, Relationship];

const person = ([account, relationship]: Suggestion, context: ActionContext) =>
  html`<li>${byline(account, shortAddressOf(account))}${toggleButton(followToggle(relationship, nameOf(account)), context)}</li>`;

async function peopleToFollow(me: number): Promise<Suggestion[]> {
  const page = { limit: maxCandidates, offset: 0 };
  const accounts = await listTrendingLocalAccounts(viewerOf(me), page);
  const ids = accounts.map(({ id }) => id).filter((id) => id !== me);
  const relationships = new Map((await getRelationships(me, ids)).map((each) => [each.id, each]));
  return accounts
    .flatMap((account): Suggestion[] => {
      const relationship = relationships.get(account.id);
      const isOpen =
        relationship && !relationship.following && !relationship.followingRequested && !relationship.blocking;
      return isOpen ? [[account, relationship]] : [];
    })
    .slice(0, maxPeople);
}

// The home timeline page

const perPage = 20;
const path = '/home';

export const homeTimelinePage = new Hono().get(path, memberPage(show));

async function show(visitor: MemberVisitor) {
  const { c, me, viewer } = visitor;
  const page = requestedPage(c, perPage);
  const { items: events, newer, older } = withNeighbours(await homeTimelineWithOwn(me, page), page, path);
  if (events.length === 0) return nothingYet(visitor);
  const context = actionContext(visitor)!;
  const [recipes, people, filters] = await Promise.all([
    cookedRecipes(events, viewer),
    rail(context),
    applyFilters(
      events.map(({ object }) => object),
      viewer,
      'home',
    ),
  ]);
  const entries = events
    .filter(({ object }) => !filters.hides(object))
    .map((event) => entry(event, { context, recipes, filters }));
  const body = html`<div class="with-rail"><div class="timeline">${titleRow()}
${newer ? html`<p class="no-print"><a href="${path}">${t('home.newest')}</a></p>` : ''}<div data-endless><ol class="posts">${entries}</ol></div>${entries.length > 0 ? '' : allHidden()}
${morePager({ newer, older })}</div>${people}</div>`;
  return { title: t('home.title'), body, layout: { width: 'wide' as const, path, head: endlessScript() } };
}

const titleRow = () =>
  html`<div class="title-row"><h1>${t('home.title')}</h1><a class="button small" href="/write">${t('home.write')}</a></div>`;

/** Also the end of the timeline, if somebody opens a page behind it. */
async function nothingYet(visitor: MemberVisitor) {
  const body = html`${titleRow()}${empty(t('home.empty'))}${await suggestions(visitor)}`;
  return { title: t('home.title'), body, layout: { width: 'text' as const, path } };
}

interface EntryContext {
  context: ActionContext;
  recipes: Map<number, ItemCard>;
  filters: FilterResults;
}

function entry(event: TimelineEvent, { context, recipes, filters }: EntryContext) {
  const { object } = event;
  const options = {
    reason: reason(event),
    heading: 'h2' as const,
    recipe: recipes.get(object.recipeId ?? 0),
  };
  return html`<li id="event-${event.id}">${behindFilter(filters.of(object), itemEntry(object, context, options))}</li>`;
}

/** The recipes of cooked items, by id. */
async function cookedRecipes(events: TimelineEvent[], viewer: Viewer): Promise<Map<number, ItemCard>> {
  const ids = new Set(events.flatMap(({ object }) => object.recipeId ?? []));
  return new Map((await listCardsByIds([...ids], viewer)).map((card) => [card.id, card]));
}

const reason = ({ action, account }: TimelineEvent) =>
  action === 'boost'
    ? html`${icons.boost} ${richText('home.boosted', { cook: html`<a href="${profileUrl(account)}"><bdi>${nameOf(account)}</bdi></a>` })}`
    : '';
