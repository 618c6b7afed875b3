/** Renders parts of items: head, marks, pictures, ratings, quotes, and covers of filtered items. */
import type { FilterMatch } from '../../domain/filters/filters.ts';
import type { EventableType, Medium, Ratings } from '../../domain/items/eventable.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import { meanRating, starText } from '../../domain/recipes/related.ts';
import { pictureUrls } from '../../http/media.ts';
import { averageColourOf } from '../../lib/colour.ts';
import { dayText, decimalText } from '../../lib/language/formats.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { Avatar, nameOf, profileUrl, shortAddressOf } from './account.tsx';
import { pathOf } from './actions.tsx';
import { patternFor } from './art.ts';
import { Empty, factLine } from './elements.tsx';
import { icons } from './icons.ts';
import type { Html } from './layout.tsx';
import { Age, richText, visuallyHidden } from './texts.tsx';

// Marks items that were edited, and direct posts

export type MarkedItem = Pick<ItemCard, 'editedAt' | 'visibility'>;

/** Facts that follow the date of the item. */
export const itemMarks = ({ editedAt, visibility }: MarkedItem) => [
  editedAt && (
    <time datetime={editedAt.toISOString()} title={dayText(editedAt)}>
      {t('items.edited')}
    </time>
  ),
  visibility === 'direct' && <strong class="direct">{t('items.direct')}</strong>,
];

// Renders the head of an entry: who wrote it, when, and what kind of item it is

type Entry = Pick<ItemCard, 'id' | 'type' | 'url' | 'iri' | 'account' | 'publishedAt'> &
  MarkedItem & { slug?: string | null };

/** Posts are known by their text, and need no name. */
const kinds: Record<EventableType, { icon: Html; label: MessageKey } | null> = {
  recipe: { icon: icons.pot, label: 'items.kind-recipe' },
  preparation: { icon: icons.check, label: 'items.kind-cooked' },
  baking: { icon: icons.check, label: 'items.kind-cooked' },
  status: null,
};

export function EntryHead({ item }: { item: Entry }) {
  const { account, type } = item;
  const rel = account.host === '' ? undefined : 'nofollow noopener noreferrer';
  const kind = kinds[type];
  const facts = [
    <span class="handle">{shortAddressOf(account)}</span>,
    <a class="when" href={pathOf(item)}>
      <Age date={item.publishedAt} />
    </a>,
    ...itemMarks(item),
  ];
  return (
    <header class="entry-head">
      <Avatar person={account} size={44} />
      <div class="entry-author">
        <a class="author" href={profileUrl(account)} rel={rel}>
          <bdi>{nameOf(account)}</bdi>
        </a>
        {factLine(facts)}
      </div>
      {kind ? (
        <span class={`kind ${type === 'recipe' ? 'recipe' : 'cooked'}`}>
          {kind.icon}
          {t(kind.label)}
        </span>
      ) : null}
    </header>
  );
}

// Renders the pictures of an item

type Picture = Pick<Medium, 'key' | 'description' | 'width' | 'height'>;

/** The fields of a picture that decide which file a browser loads. */
type SizedPicture = Pick<Medium, 'key' | 'width' | 'height' | 'blurhash'>;

/** What people may upload, for `accept` of a file field. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Each picture links to its original size, and its alt text can be read below it. */
export function Pictures({ media }: { media: Picture[] }) {
  if (media.length === 0) return null;
  const sizes = media.length === 1 ? '(max-width: 44rem) 92vw, 42rem' : '(max-width: 44rem) 50vw, 20rem';
  return (
    <ul class="pictures">
      {media.map((medium, place) => {
        const { original } = pictureUrls(medium.key);
        const { src, srcset } = sourceSet(medium);
        return (
          <li>
            <a href={original} aria-label={nameOfPicture(medium, place)}>
              <img
                src={src}
                srcset={srcset}
                sizes={sizes}
                alt={medium.description}
                {...sizeOf(medium)}
                loading="lazy"
              />
            </a>
            <AltText description={medium.description} />
          </li>
        );
      })}
    </ul>
  );
}

/** The name of a link that is only a picture, if the picture has no alternative text. */
export const nameOfPicture = ({ description }: { description: string }, place = 0): string | undefined =>
  description === '' ? t('items.photo', { number: place + 1 }) : undefined;

const AltText = ({ description }: { description: string }) =>
  description === '' ? null : (
    <details class="alt-text">
      <summary>{richText('items.alt-text', { hidden: visuallyHidden })}</summary>
      <p>{description}</p>
    </details>
  );

/** Longest sides of the small and the medium size, in pixels. */
const [smallSide, mediumSide] = [400, 1200];

/** `srcset` states the widths that the files have. The width of a remote picture is unknown until it is fetched. */
export function sourceSet({ key, width, height }: Pick<SizedPicture, 'key' | 'width' | 'height'>) {
  const { small, medium } = pictureUrls(key);
  const widthAt = (side: number) =>
    width > 0 && height > 0 ? Math.round(width * Math.min(1, side / Math.max(width, height))) : side;
  return { src: medium, srcset: `${small} ${widthAt(smallSide)}w, ${medium} ${widthAt(mediumSide)}w` };
}

/**
 * An area in the average colour of the picture, shown until the picture is loaded. It belongs before the `<img>`, in an
 * element of class `tinted`. The colour is an SVG attribute, because the policy of the pages forbids inline styles.
 */
export function Tint({ picture: { blurhash } }: { picture: Pick<SizedPicture, 'blurhash'> }) {
  const colour = averageColourOf(blurhash);
  return colour ? <svg class="tint" color={colour} aria-hidden="true" /> : null;
}

/** The size of remote pictures is unknown until they are fetched. */
export const sizeOf = ({ width, height }: Pick<Medium, 'width' | 'height'>) =>
  width > 0 && height > 0 ? { width, height } : {};

// Renders the picture at the top of a card, or a pattern in its place

/** Width divided by height of the pictures of cards. The style sheet has the same. */
const cardRatio = 4 / 5;

/** A missing picture becomes a pattern, which the id and the tags of the item decide. */
export function CardPicture({
  picture,
  item,
}: {
  picture: (SizedPicture & { description: string }) | null | undefined;
  item: { id: number; tags?: string[] };
}) {
  if (!picture)
    return (
      <div class="card-picture">
        <img src={patternFor(item.id, item.tags)} alt="" width="400" height="500" loading="lazy" />
      </div>
    );
  const { src, srcset } = sourceSet(picture);
  return (
    <div class="card-picture">
      <Tint picture={picture} />
      <img
        src={src}
        srcset={srcset}
        sizes={cardSizes(picture)}
        alt={picture.description}
        width="400"
        height="500"
        loading="lazy"
      />
    </div>
  );
}

/** A wide picture is cropped at its sides, so it is drawn wider than its card. */
function cardSizes({ width, height }: SizedPicture): string {
  const crop = width > 0 && height > 0 ? Math.max(1, width / height / cardRatio) : 1;
  return `(max-width: 40rem) ${Math.round(46 * crop)}vw, ${Math.round(17 * crop)}rem`;
}

// Covers items in lists that the viewer's filters match

/** Shows a line with the titles of the filters, which opens. */
export function behindFilter(matches: FilterMatch[], content: Html | string): Html | string {
  if (matches.length === 0) return content;
  const titles = matches.map(({ filter }) => filter.title).join(', ');
  const line = richText('filters.filtered', { title: () => <bdi>{titles}</bdi> });
  return (
    <details class="filtered">
      <summary>
        {line} <span class="show">{t('filters.show')}</span>
      </summary>
      {content}
    </details>
  );
}

/** Shown where the filters hide every item of a page. */
export const AllHidden = () => <Empty>{t('filters.all-hidden')}</Empty>;

// Renders ratings, and the field to choose one

const starCount = (count: number) => t('rating.stars', { count });

export const starsAndUp = (count: number): string =>
  count === 5 ? starCount(count) : t('rating.stars-and-up', { count });

export const Stars = ({ rating }: { rating: number }) => (
  <span class="stars" role="img" aria-label={t('rating.of-five', { rating })}>
    {starText(rating)}
  </span>
);

export const StarLine = ({ rating }: { rating: number | null | undefined }) =>
  rating ? (
    <p class="star-line">
      <Stars rating={rating} />
    </p>
  ) : null;

/** Example: `4.5 ★ (12)` for a recipe, `4 ★` for a cooked item. */
export function ratingText({ rating, ratingCount = 0, ratingSum = 0 }: Partial<Ratings> & { rating?: number | null }) {
  if (rating) return `${rating} ★`;
  return ratingCount > 0 && `${meanText({ ratingCount, ratingSum })} ★ (${ratingCount})`;
}

export const meanText = (ratings: Ratings): string => decimalText(meanRating(ratings)!);
