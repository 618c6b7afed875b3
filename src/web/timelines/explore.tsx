/** The pages on which people discover recipes: an overview, a page for each list, and the public timelines. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import { listCardsByIds } from '../../domain/items/read.ts';
import {
  type ExploreList,
  exploreRecipes,
  listTrendingLocalAccounts,
  maxQuickTime,
} from '../../domain/search/explore.ts';
import { publicTimeline } from '../../domain/timelines/timelines.ts';
import { config } from '../../lib/config.ts';
import { reader } from '../../lib/language/reader.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { canonicalCategory, categoryIn } from '../../recipe-import/categories.ts';
import { followsOf, PeopleList } from '../components/account.tsx';
import { actionContext } from '../components/actions.tsx';
import {
  EndlessScript,
  MorePager,
  Pager,
  requestedPage,
  Tabs,
  TagChips,
  withNeighbours,
} from '../components/elements.tsx';
import { Cards, ItemEntries } from '../components/item-lists.tsx';
import { FeedLinks, type Html, headTags } from '../components/layout.tsx';
import { type PageContent, pageHandler, type Visitor } from '../components/page-handler.tsx';
import { capitalised, richText, visuallyHidden } from '../components/texts.tsx';
import { limitByAddress, searchLimit } from '../forms/answers.tsx';
import { readOffset } from './search-parts.tsx';

// Names the lists of recipes to discover, and their pages

export interface ExplorePage {
  list: ExploreList;
  path: string;
  label: () => string;
  title: () => string;
  emptyText: () => string;
}

export const explorePages: ExplorePage[] = [
  {
    list: { name: 'new' },
    path: '/explore/new',
    label: () => t('explore.new'),
    title: () => t('explore.new-title'),
    emptyText: () => t('explore.new-empty'),
  },
  {
    list: { name: 'popular' },
    path: '/explore/popular',
    label: () => t('explore.popular'),
    title: () => t('explore.popular-title'),
    emptyText: () => t('explore.popular-empty'),
  },
  {
    list: { name: 'quick' },
    path: '/explore/quick',
    label: () => t('explore.quick'),
    title: () => t('explore.quick-title', { minutes: maxQuickTime }),
    emptyText: () => t('explore.quick-empty'),
  },
];

/** The timelines of all public items, whose tabs stand beside those of the lists. */
const timelinePages = [
  {
    name: 'local',
    path: '/explore/local',
    label: () => t('explore.local'),
    title: () => t('explore.local-title'),
  },
  {
    name: 'federated',
    path: '/explore/federated',
    label: () => t('explore.federated'),
    title: () => t('explore.federated-title'),
  },
] as const;

const pathOfCategory = (category: string) => `/explore/categories/${encodeURIComponent(category.toLowerCase())}`;

export function categoryPage(name: string): ExplorePage {
  const { language } = reader();
  const category = canonicalCategory(name, language) ?? name;
  const label = () => capitalised(categoryIn(language, category));
  return {
    list: { name: 'category', category },
    path: pathOfCategory(category),
    label,
    title: label,
    emptyText: () => t('explore.category-empty'),
  };
}

// The pages on which people discover recipes: an overview, and one page for each list

const perPage = 24;
const perSection = 10;
const maxChips = 12;
const maxPeople = 8;
const path = '/explore';

const limited = limitByAddress(searchLimit);

export const explore = new Hono().get(path, limited, pageHandler(overview)).get(
  `${path}/categories/:category`,
  limited,
  pageHandler((visitor) => showList(visitor, categoryPage(visitor.c.req.param('category')!))),
);
for (const list of explorePages)
  explore.get(
    list.path,
    limited,
    pageHandler((visitor) => showList(visitor, list)),
  );
for (const timelinePage of timelinePages)
  explore.get(
    timelinePage.path,
    limited,
    pageHandler((visitor) => showTimeline(visitor, timelinePage)),
  );

async function overview(visitor: Visitor): Promise<PageContent> {
  const { viewer, session } = visitor;
  const page = { limit: perSection, offset: 0 };
  const [people, ...found] = await Promise.all([
    listTrendingLocalAccounts(viewer, { limit: maxPeople, offset: 0 }),
    ...explorePages.map(({ list }) => exploreRecipes(list, viewer, page)),
  ]);
  const sections = await Promise.all(
    explorePages.map(async (list, index) => {
      const { ids, hasMore } = found[index]!;
      const more = hasMore ? (
        <a href={list.path}>{richText('explore.see-all', { list: list.title(), hidden: visuallyHidden })}</a>
      ) : null;
      const recipes = await listCardsByIds(ids, viewer);
      const filters = await applyFilters(recipes, viewer, 'public');
      return (
        <section>
          <div class="title-row">
            <h2>{list.title()}</h2>
            {more}
          </div>
          <Cards items={recipes} isRow filters={filters} empty={list.emptyText()} />
        </section>
      );
    }),
  );
  const categories = found.flatMap((each) => each.categories);
  const tags = [...new Set(found.flatMap((each) => each.tags))].slice(0, maxChips);
  const body = (
    <>
      <div class="title-row">
        <h1>{t('explore.title')}</h1>
        {session ? <a href="/tags">{t('explore.followed-tags')}</a> : null}
      </div>
      <ListTabs current={null} />
      <CategoryChips categories={[...new Set(categories)].slice(0, maxChips)} />
      {sections}
      {tags.length > 0 && (
        <section>
          <h2>{t('explore.tags')}</h2>
          <TagChips tags={tags} />
        </section>
      )}
      {people.length > 0 && (
        <section>
          <h2>{t('explore.people')}</h2>
          <PeopleList people={people} follows={await followsOf(people, visitor)} />
        </section>
      )}
    </>
  );
  return content(t('explore.title'), path, body, '/explore/new/feed');
}

async function showList({ c, viewer }: Visitor, list: ExplorePage): Promise<PageContent> {
  const offset = readOffset(c.req.query('offset'));
  const { ids, hasMore } = await exploreRecipes(list.list, viewer, { limit: perPage, offset });
  const recipes = await listCardsByIds(ids, viewer);
  const filters = await applyFilters(recipes, viewer, 'public');
  const body = (
    <>
      <h1>{list.title()}</h1>
      <ListTabs current={list.path} />
      {recipes.length > 0 && <h2 class="visually-hidden">{t('explore.recipes')}</h2>}
      <Cards items={recipes} filters={filters} empty={offset > 0 ? t('explore.no-more') : list.emptyText()} />
      <Pages listPath={list.path} offset={offset} hasMore={hasMore} />
      <p class="hint feed-links no-print">
        <FeedLinks path={list.path} />
      </p>
    </>
  );
  return content(list.title(), list.path, body, `${list.path}/feed`);
}

function content(title: string, pagePath: string, body: Html, feed: string): PageContent {
  const canonical = `${config.baseUrl}${pagePath}`;
  const head = headTags({ title, canonical, index: true, feed: { path: feed, title } });
  return { title, body, layout: { width: 'wide', path, head } };
}

/** `current` is the path of the page, or null on the overview. */
const ListTabs = ({ current }: { current: string | null }) => (
  <Tabs
    name={t('explore.lists')}
    list={[
      { label: t('explore.all'), href: path, current: current === null },
      ...[...explorePages, ...timelinePages].map((each) => ({
        label: each.label(),
        href: each.path,
        current: each.path === current,
      })),
    ]}
  />
);

function CategoryChips({ categories }: { categories: string[] }) {
  if (categories.length === 0) return null;
  return (
    <>
      <h2 class="visually-hidden">{t('explore.categories')}</h2>
      <ul class="chips">
        {categories.map((category) => (
          <li>
            <a class="chip" href={pathOfCategory(category)}>
              {categoryPage(category).label()}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Pages({ listPath, offset, hasMore }: { listPath: string; offset: number; hasMore: boolean }) {
  const at = (start: number) => (start > 0 ? `${listPath}?offset=${start}` : listPath);
  const previous = offset > 0 ? at(Math.max(0, offset - perPage)) : null;
  const next = hasMore ? at(offset + perPage) : null;
  return <Pager newer={previous} older={next} labels={['explore.previous', 'explore.next']} />;
}

// The public timelines: what is new on this server, and on all servers that it knows

const timelinePerPage = 20;

const hints = {
  local: 'explore.local-hint',
  federated: 'explore.federated-hint',
} as const satisfies Record<string, MessageKey>;

async function showTimeline(
  visitor: Visitor,
  { name, path, title: titleOf }: (typeof timelinePages)[number],
): Promise<PageContent> {
  const { c, viewer } = visitor;
  const page = requestedPage(c, timelinePerPage);
  const found = await publicTimeline(viewer, { local: name === 'local', page });
  const { items, newer, older } = withNeighbours(found, page, path);
  const objects = items.map(({ object }) => object);
  const filters = await applyFilters(objects, viewer, 'public');
  const title = titleOf();
  const body = (
    <>
      <h1>{title}</h1>
      <ListTabs current={path} />
      <p class="hint">{t(hints[name])}</p>
      <div data-endless="">
        <ItemEntries
          items={objects}
          context={actionContext(visitor)}
          filters={filters}
          empty={t('explore.timeline-empty')}
        />
      </div>
      <MorePager newer={newer} older={older} />
    </>
  );
  const canonical = `${config.baseUrl}${path}`;
  const head = (
    <>
      {headTags({ title, canonical, index: false })}
      <EndlessScript />
    </>
  );
  return { title, body, layout: { width: 'text', path: '/explore', head } };
}
