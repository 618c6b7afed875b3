/** Renders parts of items: head, marks, pictures, ratings, quotes, and covers of filtered items. */
import { html } from 'hono/html';
import type { FilterMatch, FilterResults } from '../../domain/filters/filters.ts';
import type { EventableType, Medium, Ratings } from '../../domain/items/eventable.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import { meanRating, starText } from '../../domain/recipes/related.ts';
import { pictureUrls } from '../../http/media.ts';
import { averageColourOf } from '../../lib/colour.ts';
import { dayText, decimalText } from '../../lib/language/formats.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { patternFor } from '../art.ts';
import { avatar, nameOf, profileUrl, shortAddressOf } from './account.ts';
import { pathOf } from './actions.ts';
import { empty, factLine } from './elements.ts';
import { icons } from './icons.ts';
import type { Html } from './layout.ts';
import { age, richText } from './texts.ts';

// Marks items that were edited, and direct posts

export type MarkedItem = Pick<ItemCard, 'editedAt' | 'visibility'>;

/** Facts that follow the date of the item. */
export const itemMarks = ({ editedAt, visibility }: MarkedItem) => [
  editedAt && html`<time datetime="${editedAt.toISOString()}" title="${dayText(editedAt)}">${t('items.edited')}</time>`,
  visibility === 'direct' && html`<strong class="direct">${t('items.direct')}</strong>`,
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

export function entryHead(item: Entry): Html {
  const { account, type } = item;
  const remote = account.host === '' ? '' : html` rel="nofollow noopener noreferrer"`;
  const kind = kinds[type];
  const facts = [
    html`<span class="handle">${shortAddressOf(account)}</span>`,
    html`<a class="when" href="${pathOf(item)}">${age(item.publishedAt)}</a>`,
    ...itemMarks(item),
  ];
  return html`<header class="entry-head">${avatar(account, 44)}<div class="entry-author"><a class="author" href="${profileUrl(account)}"${remote}><bdi>${nameOf(account)}</bdi></a>${factLine(facts)}</div>${kind ? html`<span class="kind ${type === 'recipe' ? 'recipe' : 'cooked'}">${kind.icon}${t(kind.label)}</span>` : ''}</header>`;
}

// Renders the pictures of an item

type Picture = Pick<Medium, 'key' | 'description' | 'width' | 'height'>;

/** The fields of a picture that decide which file a browser loads. */
type SizedPicture = Pick<Medium, 'key' | 'width' | 'height' | 'blurhash'>;

/** What people may upload, for `accept` of a file field. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Each picture links to its original size, and its alt text can be read below it. */
export function pictures(media: Picture[]) {
  if (media.length === 0) return '';
  const sizes = media.length === 1 ? '(max-width: 44rem) 92vw, 42rem' : '(max-width: 44rem) 50vw, 20rem';
  return html`<ul class="pictures">${media.map((medium) => {
    const { original } = pictureUrls(medium.key);
    const { src, srcset } = sourceSet(medium);
    return html`<li><a href="${original}"><img src="${src}" srcset="${srcset}" sizes="${sizes}" alt="${medium.description}"${sizeOf(medium)} loading="lazy"></a>${altText(medium.description)}</li>`;
  })}</ul>`;
}

const altText = (description: string) =>
  description === ''
    ? ''
    : html`<details class="alt-text"><summary>${richText('items.alt-text', { hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary><p>${description}</p></details>`;

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
export function tint({ blurhash }: Pick<SizedPicture, 'blurhash'>) {
  const colour = averageColourOf(blurhash);
  return colour ? html`<svg class="tint" color="${colour}" aria-hidden="true"></svg>` : '';
}

/** The size of remote pictures is unknown until they are fetched. */
export const sizeOf = ({ width, height }: Pick<Medium, 'width' | 'height'>) =>
  width > 0 && height > 0 ? html` width="${width}" height="${height}"` : '';

// Renders the picture at the top of a card, or a pattern in its place

/** Width divided by height of the pictures of cards. The style sheet has the same. */
const cardRatio = 4 / 5;

interface Options {
  /** True for the cards in the first screen. */
  isEager?: boolean;
}

/** A missing picture becomes a pattern, which the id and the tags of the item decide. */
export function cardPicture(
  picture: (SizedPicture & { description: string }) | null | undefined,
  item: { id: number; tags?: string[] },
  { isEager = false }: Options = {},
): Html {
  const loading = isEager ? '' : html` loading="lazy"`;
  if (!picture)
    return html`<div class="card-picture"><img src="${patternFor(item.id, item.tags)}" alt="" width="400" height="500"${loading}></div>`;
  const { src, srcset } = sourceSet(picture);
  return html`<div class="card-picture">${tint(picture)}<img src="${src}" srcset="${srcset}" sizes="${cardSizes(picture)}" alt="${picture.description}" width="400" height="500"${loading}></div>`;
}

/** A wide picture is cropped at its sides, so it is drawn wider than its card. */
function cardSizes({ width, height }: SizedPicture): string {
  const crop = width > 0 && height > 0 ? Math.max(1, width / height / cardRatio) : 1;
  return `(max-width: 40rem) ${Math.round(46 * crop)}vw, ${Math.round(17 * crop)}rem`;
}

// Covers items in lists that the viewer's filters match

/** Shows a line with the titles of the filters, which opens. */
export function behindFilter(matches: FilterMatch[], content: Html): Html {
  if (matches.length === 0) return content;
  const titles = matches.map(({ filter }) => filter.title).join(', ');
  const line = richText('filters.filtered', { title: () => html`<bdi>${titles}</bdi>` });
  return html`<details class="filtered"><summary>${line} <span class="show">${t('filters.show')}</span></summary>${content}</details>`;
}

/** Shown where the filters hide every item of a page. */
export const allHidden = () => empty(t('filters.all-hidden'));

/** Renders the items that the filters do not hide. `items` are not empty. */
export function filteredList<Item extends { id: number }>(
  items: Item[],
  filters: FilterResults,
  render: (shown: Item[]) => Html,
): Html {
  const shown = filters.shown(items);
  return shown.length > 0 ? render(shown) : allHidden();
}

// Renders ratings, and the field to choose one

const starCount = (count: number) => t('rating.stars', { count });

export const starsAndUp = (count: number): string =>
  count === 5 ? starCount(count) : t('rating.stars-and-up', { count });

export const stars = (rating: number) =>
  html`<span class="stars" role="img" aria-label="${t('rating.of-five', { rating })}">${starText(rating)}</span>`;

export const starLine = (rating: number | null | undefined) =>
  rating ? html`<p class="star-line">${stars(rating)}</p>` : '';

/** Example: `4.5 ★ (12)` for a recipe, `4 ★` for a cooked item. */
export function ratingText({ rating, ratingCount = 0, ratingSum = 0 }: Partial<Ratings> & { rating?: number | null }) {
  if (rating) return `${rating} ★`;
  return ratingCount > 0 && `${meanText({ ratingCount, ratingSum })} ★ (${ratingCount})`;
}

export const meanText = (ratings: Ratings): string => decimalText(meanRating(ratings)!);

/** A group of radio buttons. Its style sheet fills all stars up to the chosen one. */
export function starField(value: string, errors: string[] = []) {
  const choice = (stars: number) =>
    html`<label class="star"><input type="radio" name="rating" value="${stars}"${value === String(stars) ? html` checked` : ''}><span aria-hidden="true">★</span><span class="visually-hidden">${starCount(stars)}</span></label>`;
  return html`<fieldset class="rating"><legend>${t('rating.how-good')}</legend><div class="rating-choices">${[1, 2, 3, 4, 5].map(choice)}
<label class="no-star"><input type="radio" name="rating" value=""${value === '' ? html` checked` : ''}> ${t('rating.none')}</label></div>${errors.length > 0 ? html`<p class="error">${errors.join(', ')}</p>` : ''}</fieldset>`;
}
