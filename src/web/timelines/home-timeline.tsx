/** The home timeline page. */
import { Hono } from 'hono';
import { type AccountCard, type Viewer, viewerOf } from '../../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../../domain/filters/filters.ts';
import { type ItemCard, listCardsByIds } from '../../domain/items/read.ts';
import { listTrendingLocalAccounts, listTrendingTags } from '../../domain/search/explore.ts';
import { homeTimelineWithOwn, type TimelineEvent } from '../../domain/timelines/timelines.ts';
import { t } from '../../lib/language/text.ts';
import {
  Byline,
  FollowButton,
  type Follows,
  followsOf,
  nameOf,
  profileUrl,
  shortAddressOf,
} from '../components/account.tsx';
import { type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty, EndlessScript, MorePager, requestedPage, TagChips, withNeighbours } from '../components/elements.tsx';
import { icons } from '../components/icons.ts';
import { ItemEntry } from '../components/item-lists.tsx';
import { AllHidden, behindFilter } from '../components/item-parts.tsx';
import type { Html } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';
import { type MemberVisitor, memberPage } from '../forms/member-page.ts';
import { suggestions } from './welcome.tsx';

// Renders the column beside the home timeline on wide screens: people to follow, and popular hashtags

/** How many popular accounts are looked at, since the member follows some of them. */
const maxCandidates = 20;
const maxPeople = 4;
const maxTags = 8;

/** Empty where there is nothing to suggest. */
async function rail(visitor: MemberVisitor): Promise<Html | string> {
  const viewer = viewerOf(visitor.me);
  const [candidates, tags] = await Promise.all([
    listTrendingLocalAccounts(viewer, { limit: maxCandidates, offset: 0 }),
    listTrendingTags(viewer, maxTags),
  ]);
  const follows = (await followsOf(candidates, visitor))!;
  const people = candidates.filter((person) => canFollow(person, follows)).slice(0, maxPeople);
  if (people.length === 0 && tags.length === 0) return '';
  return (
    <aside class="rail" aria-label={t('home.suggestions')}>
      {people.length > 0 && (
        <section>
          <h2>{t('home.people')}</h2>
          <ul class="suggestions">
            {people.map((person) => (
              <li>
                <Byline person={person} line={shortAddressOf(person)} />
                <FollowButton person={person} follows={follows} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tags.length > 0 && (
        <section>
          <h2>{t('home.tags')}</h2>
          <TagChips tags={tags} />
        </section>
      )}
      <p>
        <a href="/explore">{t('home.explore')}</a>
      </p>
    </aside>
  );
}

function canFollow({ id }: AccountCard, { context, relationships }: Follows): boolean {
  const known = relationships.get(id);
  return id !== context.me && known !== undefined && !known.following && !known.followingRequested && !known.blocking;
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
    rail(visitor),
    applyFilters(
      events.map(({ object }) => object),
      viewer,
      'home',
    ),
  ]);
  const entries = events
    .filter(({ object }) => !filters.hides(object))
    .map((event) => <TimelineEntry event={event} context={{ context, recipes, filters }} />);
  const body = (
    <div class="with-rail">
      <div class="timeline">
        <TitleRow />
        {newer ? (
          <p class="no-print">
            <a href={path}>{t('home.newest')}</a>
          </p>
        ) : null}
        <div data-endless="">
          <ol class="posts">{entries}</ol>
        </div>
        {entries.length > 0 ? null : <AllHidden />}
        <MorePager newer={newer} older={older} />
      </div>
      {people}
    </div>
  );
  return { title: t('home.title'), body, layout: { width: 'wide' as const, path, head: <EndlessScript /> } };
}

const TitleRow = () => (
  <div class="title-row">
    <h1>{t('home.title')}</h1>
    <a class="button small" href="/write">
      {t('home.write')}
    </a>
  </div>
);

/** Also the end of the timeline, if somebody opens a page behind it. */
async function nothingYet(visitor: MemberVisitor) {
  const body = (
    <>
      <TitleRow />
      <Empty>{t('home.empty')}</Empty>
      {await suggestions(visitor)}
    </>
  );
  return { title: t('home.title'), body, layout: { width: 'text' as const, path } };
}

interface EntryContext {
  context: ActionContext;
  recipes: Map<number, ItemCard>;
  filters: FilterResults;
}

function TimelineEntry({
  event,
  context: { context, recipes, filters },
}: {
  event: TimelineEvent;
  context: EntryContext;
}) {
  const { object } = event;
  const options = {
    reason: event.action === 'boost' ? <BoostedBy account={event.account} /> : '',
    heading: 'h2' as const,
    recipe: recipes.get(object.recipeId ?? 0),
  };
  return (
    <li id={`event-${event.id}`}>
      {behindFilter(filters.of(object), <ItemEntry item={object} context={context} {...options} />)}
    </li>
  );
}

/** The recipes of cooked items, by id. */
async function cookedRecipes(events: TimelineEvent[], viewer: Viewer): Promise<Map<number, ItemCard>> {
  const ids = new Set(events.flatMap(({ object }) => object.recipeId ?? []));
  return new Map((await listCardsByIds([...ids], viewer)).map((card) => [card.id, card]));
}

const BoostedBy = ({ account }: Pick<TimelineEvent, 'account'>) => (
  <>
    {icons.boost}{' '}
    {richText('home.boosted', {
      cook: (
        <a href={profileUrl(account)}>
          <bdi>{nameOf(account)}</bdi>
        </a>
      ),
    })}
  </>
);
