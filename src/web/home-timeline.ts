/** The home timeline page. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Viewer } from '../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../domain/filters/filters.ts';
import { type ItemCard, listCardsByIds } from '../domain/items/read.ts';
import { homeTimelineWithOwn, type TimelineEvent } from '../domain/timelines/timelines.ts';
import { t } from '../lib/language/text.ts';
import { nameOf, profileUrl } from './components/account.ts';
import { type ActionContext, actionContext } from './components/action-buttons.ts';
import { empty } from './components/elements.ts';
import { endlessScript, morePager } from './components/endless.ts';
import { allHidden, behindFilter } from './components/filtered.ts';
import { icons } from './components/icons.ts';
import { itemEntry } from './components/item-entry.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { richText } from './components/rich-text.ts';
import { rail } from './home-timeline/rail.ts';
import { type MemberVisitor, memberPage } from './member-page.ts';
import { suggestions } from './welcome/suggestions.ts';

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
