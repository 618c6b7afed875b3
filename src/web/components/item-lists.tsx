/** Renders items in lists: as cards, as entries of a timeline, and as posts. */
import { raw } from 'hono/html';
import { totalTimeOf } from '../../db/recipe-details.ts';
import { type FilterResults, noResults } from '../../domain/filters/filters.ts';
import type { ItemCard, ItemSummary, Quote } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { durationText } from '../../lib/duration.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { directionOf, writingDirection } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { Byline, nameLine, nameOf, shortAddressOf } from './account.tsx';
import { type ActionContext, type ActionItem, ItemActions, pathOf } from './actions.tsx';
import { Empty, factLine } from './elements.tsx';
import {
  AllHidden,
  behindFilter,
  CardPicture,
  EntryHead,
  type MarkedItem,
  nameOfPicture,
  Pictures,
  ratingText,
  StarLine,
  sizeOf,
  sourceSet,
  Tint,
} from './item-parts.tsx';
import type { Html } from './layout.tsx';
import { Age, Day, richText, webUrl } from './texts.tsx';

// Leaves out of a list what the viewer's filters hide, and covers the other items that they match

interface ListProps<Item> {
  items: Item[];
  /** The viewer's filters that match the items. */
  filters?: FilterResults | undefined;
  /** Stands in for a list without items. */
  empty?: string | undefined;
}

interface FilteredListProps<Item> extends ListProps<Item> {
  /** Cards in one `row` scroll on phones. */
  kind: 'cards' | 'cards row' | 'posts';
  children: (item: Item) => Html;
}

function FilteredList<Item extends { id: number }>({
  items,
  filters = noResults,
  empty = '',
  kind,
  children,
}: FilteredListProps<Item>) {
  if (items.length === 0) return empty ? <Empty>{empty}</Empty> : null;
  const shown = filters.shown(items);
  if (shown.length === 0) return <AllHidden />;
  const List = kind === 'posts' ? 'ol' : 'ul';
  return (
    <List class={kind}>
      {shown.map((item) => (
        <li>{behindFilter(filters.of(item), children(item))}</li>
      ))}
    </List>
  );
}

// Renders items as cards

/** The fields of an item that its card shows. */
type CardItem = Pick<
  ItemCard,
  | 'id'
  | 'type'
  | 'url'
  | 'iri'
  | 'name'
  | 'contentHtml'
  | 'locale'
  | 'media'
  | 'account'
  | 'publishedAt'
  | 'likesCount'
  | 'cookedCount'
  | 'editedAt'
> & { slug?: string | null } & Partial<
    Pick<ItemCard, 'prepTime' | 'cookTime' | 'restTime' | 'totalTime' | 'tags' | 'rating' | 'ratingCount' | 'ratingSum'>
  >;

export const Cards = ({
  items,
  filters,
  empty,
  isRow = false,
  ...options
}: ListProps<CardItem> & CardOptions & { isRow?: boolean }) => (
  <FilteredList items={items} filters={filters} empty={empty} kind={isRow ? 'cards row' : 'cards'}>
    {(item) => <Card item={item} {...options} />}
  </FilteredList>
);

interface CardOptions {
  /** False on a profile page, where every item has the same author. */
  withAuthor?: boolean;
  /** Shown below the facts. */
  below?: (item: CardItem) => Html | string;
}

function Card({ item, withAuthor = true, below }: { item: CardItem } & CardOptions) {
  const time = totalTimeOf(item);
  const facts = factLine([
    time !== null && durationText(time),
    ratingText(item),
    item.cookedCount > 0 && t('items.cooked-times', { count: item.cookedCount }),
    item.likesCount > 0 && `${item.likesCount} ♥`,
    item.editedAt && t('items.edited'),
  ]);
  return (
    <article class="card">
      <CardPicture picture={item.media[0]} item={item} />
      <div class="card-text">
        <h3 class="card-title" {...lang(item.locale)}>
          <a href={pathOf(item)}>{item.name || excerpt(textOf(item.contentHtml), 70)}</a>
        </h3>
        {facts && <p class="hint">{facts}</p>}
        {below?.(item) ?? ''}
        <p class="card-foot">{withAuthor ? nameLine(item.account) : <Day date={item.publishedAt} />}</p>
      </div>
    </article>
  );
}

/**
 * Attributes that mark a text in another language than that of the page, or in another direction. `sample` tells the
 * direction if the language is unknown.
 */
export function lang(locale: string, sample?: string): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const { language } = reader();
  const direction = writingDirection(locale, sample);
  return {
    ...(locale !== 'und' && locale !== language && { lang: locale }),
    ...(direction !== null && direction !== directionOf(language) && { dir: direction }),
  };
}

// Renders the item that a post quotes

interface Quoting {
  quoteIri?: string | null;
  /** Absent in lists that do not load quotes. */
  quote?: Quote | null;
}

/** Shows a card if the author of the quoted item approves, and otherwise a link or a note. */
function QuoteCard({ item: { quoteIri, quote } }: { item: Quoting }) {
  if (!quoteIri) return null;
  if (quote?.item) return <QuotedItem item={quote.item} />;
  if (quote && quote.state !== 'pending') return <p class="hint quote">{t('items.quote-unavailable')}</p>;
  const href = webUrl(quoteIri);
  return href ? (
    <p class="hint quote">
      {richText('items.quoted', {
        link: (
          <a href={href} rel="nofollow noopener noreferrer">
            {href}
          </a>
        ),
      })}
    </p>
  ) : null;
}

function QuotedItem({ item }: { item: ItemSummary }) {
  const path = pathOf(item);
  const [picture] = item.media;
  const isHidden = item.spoilerText !== '' || (item.sensitive && item.media.length > 0);
  const text = item.spoilerText || excerpt(textOf(item.contentHtml), 280);
  return (
    <blockquote class="quote">
      <Byline
        person={item.account}
        line={factLine([
          <span class="handle">{shortAddressOf(item.account)}</span>,
          <a class="when" href={path}>
            <Age date={item.publishedAt} />
          </a>,
        ])}
      />
      <div {...lang(item.locale)}>
        {item.name ? (
          <p>
            <a href={path}>
              <strong>{item.name}</strong>
            </a>
          </p>
        ) : null}
        {text ? <p>{text}</p> : null}
      </div>
      {picture && !isHidden ? (
        <a href={path} aria-label={nameOfPicture(picture)}>
          <img src={pictureUrls(picture.key).small} alt={picture.description} {...sizeOf(picture)} loading="lazy" />
        </a>
      ) : null}
    </blockquote>
  );
}

// Renders posts

/** The fields of an item that a post shows. */
type Post = Pick<
  ItemCard,
  'id' | 'type' | 'url' | 'iri' | 'account' | 'publishedAt' | 'contentHtml' | 'locale' | 'media'
> &
  MarkedItem &
  Partial<Pick<ItemCard, 'sensitive' | 'spoilerText'>> &
  Quoting;

/** Renders a list of posts, with buttons for members. */
export const Posts = ({
  context = null,
  ...list
}: ListProps<Post & ActionItem> & { context?: ActionContext | null }) => (
  <FilteredList {...list} kind="posts">
    {(item) => <PostArticle item={item} below={<ItemActions item={item} context={context} />} />}
  </FilteredList>
);

/** Hides text and pictures behind the content warning, if there is one. */
export function PostArticle({ item, below = '' }: { item: Post; below?: Html | string }) {
  const text = (
    <>
      <div class="prose" {...lang(item.locale)}>
        {raw(item.contentHtml)}
      </div>
      <Pictures media={item.media} />
      <QuoteCard item={item} />
    </>
  );
  const hasWarning = Boolean(item.spoilerText) || (item.sensitive && item.media.length > 0);
  return (
    <article class="post" id={`item-${item.id}`}>
      <EntryHead item={item} />
      {hasWarning ? (
        <details>
          <summary>{item.spoilerText || t('items.sensitive')}</summary>
          {text}
        </details>
      ) : (
        text
      )}
      {below}
    </article>
  );
}

// Renders an item in a timeline: a recipe as a card, a cooked item with its photos, and a post as text

interface EntryOptions {
  /** Why the item is in the list. */
  reason?: Html | string;
  /** Depends on the heading above the list. */
  heading?: 'h2' | 'h3';
  /** The recipe of a cooked item. Absent in lists that do not load it. */
  recipe?: CardItem;
}

/** The fields of an item that its entry shows. */
type EntryItem = Post &
  ActionItem & { slug?: string | null } & Partial<
    Pick<
      CardItem,
      'cookedCount' | 'rating' | 'ratingCount' | 'ratingSum' | 'prepTime' | 'cookTime' | 'restTime' | 'totalTime'
    >
  >;

/** Renders a list of items of any type, below an h1. */
export const ItemEntries = ({
  context,
  heading = 'h2',
  ...list
}: ListProps<EntryItem> & { context: ActionContext | null; heading?: EntryOptions['heading'] }) => (
  <FilteredList {...list} kind="posts">
    {(item) => <ItemEntry item={item} context={context} heading={heading} />}
  </FilteredList>
);

export function ItemEntry({
  item,
  context,
  reason = '',
  heading = 'h3',
  recipe,
}: { item: EntryItem; context: ActionContext | null } & EntryOptions) {
  const reasonLine = reason ? <p class="reason">{reason}</p> : null;
  const below = <ItemActions item={item} context={context} />;
  if (item.type === 'status')
    return (
      <>
        {reasonLine}
        <PostArticle item={item} below={below} />
      </>
    );
  const Heading = heading;
  const title = (
    <Heading class="entry-title" {...lang(item.locale)}>
      <a href={pathOf(item)}>{item.name}</a>
    </Heading>
  );
  const body =
    item.type === 'recipe' ? (
      <RecipeBody item={item} title={title} />
    ) : (
      <CookedBody item={item} title={title} recipe={recipe} />
    );
  return (
    <>
      {reasonLine}
      <article class={`post ${item.type === 'recipe' ? 'recipe' : 'cooked'}-entry`} id={`item-${item.id}`}>
        <EntryHead item={item} />
        {body}
        {below}
      </article>
    </>
  );
}

/** One large picture, and the first words. The whole card leads to the recipe. */
function RecipeBody({ item, title }: { item: EntryItem; title: Html }) {
  const { cookedCount = 0, contentHtml, locale } = item;
  const time = totalTimeOf(item);
  const facts = factLine([
    time !== null && durationText(time),
    ratingText(item),
    cookedCount > 0 && t('items.cooked-times', { count: cookedCount }),
  ]);
  const about = excerpt(textOf(contentHtml), 200);
  return (
    <div class="entry-card">
      <Cover item={item} />
      <div class="entry-card-text">
        {title}
        {facts && <p class="entry-facts">{facts}</p>}
        {about ? <p {...lang(locale)}>{about}</p> : null}
      </div>
    </div>
  );
}

function Cover({
  item: {
    media: [first],
  },
}: {
  item: EntryItem;
}) {
  if (!first) return null;
  const { src, srcset } = sourceSet(first);
  return (
    <div class="tinted">
      <Tint picture={first} />
      <img
        src={src}
        srcset={srcset}
        sizes="(max-width: 44rem) 92vw, 40rem"
        alt={first.description}
        width="1200"
        height="800"
        loading="lazy"
      />
    </div>
  );
}

function CookedBody({ item, title, recipe }: { item: EntryItem; title: Html; recipe: CardItem | undefined }) {
  const source = recipe ? (
    <p class="entry-facts">
      {richText('items.from-recipe', {
        recipe: (
          <a href={pathOf(recipe)} {...lang(recipe.locale)}>
            {recipe.name}
          </a>
        ),
        author: <bdi>{nameOf(recipe.account)}</bdi>,
      })}
    </p>
  ) : null;
  return (
    <>
      {title}
      <StarLine rating={item.rating} />
      {source}
      {item.contentHtml === '' ? null : (
        <div class="prose" {...lang(item.locale)}>
          {raw(item.contentHtml)}
        </div>
      )}
      <Pictures media={item.media.slice(0, 4)} />
    </>
  );
}
