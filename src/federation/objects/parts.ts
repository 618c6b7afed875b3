/** Parts of items: pictures, tags, summaries, replies and quotes. */
import type { Eventable, Medium, Mention } from '../../domain/items/eventable.ts';
import type { RemoteMedium } from '../../domain/items/ingest-remote.ts';
import type { Quote } from '../../domain/items/read.ts';
import { config } from '../../lib/config.ts';
import { escapeHtml, excerpt, textOf } from '../../lib/html/html.ts';
import { iris, originOf } from '../../lib/iris.ts';
import { findHashtags } from '../../lib/markdown.ts';
import {
  cutText,
  idOf,
  iriOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  naturalText,
  numberOf,
  objectsOf,
  stringOf,
  typesOf,
} from '../json-ld/json.ts';
import { limits } from './remote-object.ts';

// Reads URLs from `url`, which may be a string, a link or a list

/** Prefers a link to HTML, else returns the first http(s) URL or null. */
export const readUrl = (object: JsonObject): string | null => readLinks(listOf(member(object, 'url')));

/**
 * Reads the web page of an object. Ignores pages on another site than `iri`, because search finds objects by their
 * page: an object could claim the page of another one.
 */
export function readPageUrl(object: JsonObject, iri: string): string | null {
  const links = listOf(member(object, 'url'));
  return readLinks(links.filter((link) => siteOf(readLink(link) ?? '') === siteOf(iri)));
}

/** The host with `www.` belongs to the same people. */
const siteOf = (url: string): string | null => originOf(url)?.replace('://www.', '://') ?? null;

function readLinks(links: unknown[]): string | null {
  const page = links.find((link) => isObject(link) && /^text\/html\b/i.test(stringOf(member(link, 'mediaType')) ?? ''));
  return readLink(page) ?? links.map(readLink).find((url) => url !== null) ?? null;
}

/** Returns the target of a link, or the `url` of an object. */
function readLink(link: unknown): string | null {
  if (!isObject(link)) return urlOf(link);
  return urlOf(member(link, 'href')) ?? urlOf(member(link, 'url'));
}

/** Names of files with spaces are often not escaped, and some addresses leave the scheme to the page. */
function urlOf(value: unknown): string | null {
  const text = idOf(value)
    ?.trim()
    .replace(/^\/\/(?=[^/])/, 'https://');
  return text === undefined ? null : iriOf(text.replace(/[\s<>"]/g, encodeURIComponent));
}

// Converts pictures to and from attachments

const MAX_PIXELS = 2 ** 31 - 1;

/** Leaves out an empty alt text and a missing blurhash. */
export const toAttachment = (medium: Medium): JsonObject => ({
  type: 'Image',
  mediaType: medium.contentType,
  url: medium.remoteUrl ?? iris.medium(medium.key),
  ...(medium.description === '' ? {} : { name: medium.description }),
  width: medium.width,
  height: medium.height,
  ...(medium.blurhash === null ? {} : { blurhash: medium.blurhash }),
});

/** Returns the attachments. One that is only an address is a document. */
export const attachmentsOf = (object: JsonObject): JsonObject[] =>
  listOf(member(object, 'attachment'))
    .map((entry) => (typeof entry === 'string' ? { type: 'Document', url: entry } : entry))
    .filter(isObject);

const toImage = (image: unknown): unknown => (typeof image === 'string' ? { type: 'Image', url: image } : image);

/** Returns the first ten pictures of `attachment` and `image`. A missing size is 0. */
export function readPictures(object: JsonObject): RemoteMedium[] {
  const images = listOf(member(object, 'image')).map(toImage).filter(isObject);
  const candidates = [...attachmentsOf(object), ...images];
  const byUrl = new Map<string, RemoteMedium>();

  for (const candidate of candidates) {
    const medium = isPicture(candidate) ? readPicture(candidate) : null;
    if (medium && !byUrl.has(medium.url)) byUrl.set(medium.url, medium);
  }
  return [...byUrl.values()].slice(0, limits.media);
}

export function isPicture(attachment: JsonObject): boolean {
  const mediaType = mediaTypeOf(attachment);
  if (mediaType !== null) return mediaType.startsWith('image/');
  const types = typesOf(attachment);
  return (
    types.includes('Image') || ((types.includes('Document') || types.includes('Link')) && hasPictureName(attachment))
  );
}

/** What it is becomes certain when it is fetched. */
function hasPictureName(attachment: JsonObject): boolean {
  const url = URL.parse(readUrl(attachment) ?? readUrl({ url: member(attachment, 'href') }) ?? '');
  return url !== null && /\.(?:jpe?g|png|webp|gif|avif)$/i.test(url.pathname);
}

export function readPicture(image: JsonObject): RemoteMedium | null {
  const url = readUrl(image) ?? readUrl({ url: member(image, 'href') });
  if (url === null) return null;

  return {
    url,
    description: stringOf(member(image, 'name') ?? member(image, 'summary'), limits.mediumDescription) ?? '',
    contentType: mediaTypeOf(image) ?? 'application/octet-stream',
    width: pixels(member(image, 'width')),
    height: pixels(member(image, 'height')),
    blurhash: stringOf(member(image, 'blurhash'), limits.blurhash),
  };
}

/** Returns the media type of the attachment, or of the link in its `url`. Null where it says nothing. */
function mediaTypeOf(attachment: JsonObject): string | null {
  const link = objectsOf(member(attachment, 'url'))[0];
  const stated = stringOf(member(attachment, 'mediaType'), 100) ?? stringOf(member(link, 'mediaType'), 100);
  const mediaType = (stated ?? '').toLowerCase().split(';', 1)[0]!.trim();
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) && mediaType !== 'application/octet-stream' ? mediaType : null;
}

function pixels(value: unknown): number {
  const count = numberOf(value);
  return count !== null && count > 0 && count <= MAX_PIXELS ? Math.round(count) : 0;
}

// Reads the picture of a remote image, or the preview of a video, recording or event

/** Returns the image itself, or the widest preview. */
export function readOwnPictures(json: JsonObject, types: string[]): RemoteMedium[] {
  if (types.includes('Image') || (types.includes('Document') && isPicture(json))) {
    const picture = readPicture(json);
    return picture ? [picture] : [];
  }
  if (!['Video', 'Audio', 'Event'].some((type) => types.includes(type))) return [];

  const previews = listOf(member(json, 'icon'))
    .map(toImage)
    .filter(isObject)
    .map(readPicture)
    .filter((preview) => preview !== null)
    .toSorted((one, other) => other.width - one.width);
  return previews.slice(0, 1);
}

// Converts the entries of `tag`: mentions, hashtags and links to objects

export type Addressed = Pick<Mention, 'iri' | 'handle'>;

interface Hashtag {
  href: string;
  name: string;
}

/**
 * Hashtags on other servers are one word: `no knead` becomes `#noknead`. Returns one for each word, and nothing for a
 * tag without letters and digits.
 */
function hashtags(tags: string[]): Hashtag[] {
  const byWord = Map.groupBy(tags, (tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, ''));
  byWord.delete('');
  return [...byWord].map(([word, [tag]]) => ({ href: iris.tag(tag!), name: `#${word}` }));
}

/** Returns the item's tags and the hashtags in its text. */
export const hashtagsOf = ({ tags, content }: Eventable): string[] => [...tags, ...findHashtags(content)];

export const toHashtags = (tags: string[]): JsonObject[] => hashtags(tags).map((tag) => ({ type: 'Hashtag', ...tag }));

/** Renders a line with the tags that the text of the item does not contain. */
export function hashtagsHtml({ tags, content }: Eventable): string {
  const inText = new Set(hashtags(findHashtags(content)).map(({ name }) => name));
  const links = hashtags(tags)
    .filter(({ name }) => !inText.has(name))
    .map(
      ({ href, name }) =>
        `<a href="${escapeHtml(href)}" class="mention hashtag" rel="tag">#<span>${name.slice(1)}</span></a>`,
    );
  return links.length > 0 ? `<p>${links.join(' ')}</p>` : '';
}

export const toMention = ({ iri, handle }: Addressed): JsonObject => ({
  type: 'Mention',
  href: iri,
  name: `@${handle === null || handle.includes('@') ? (handle ?? iri) : `${handle}@${config.host}`}`,
});

/** A link to an ActivityPub object (FEP-e232). `name` is the text of the link. */
export const toObjectLink = (iri: string, name: string): JsonObject => ({
  type: 'Link',
  mediaType: 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
  href: iri,
  name,
});

/** Returns distinct lower-case tags without `#`, from the list in `keywords` or else from the hashtags. */
export function readTags(object: JsonObject): string[] {
  const keywords = member(object, 'keywords');
  return Array.isArray(keywords) ? toTags(listOf(keywords)) : readHashtags(object);
}

/** Returns the distinct hashtags of an object, also those in its text, in lower case without `#`. */
export const readHashtags = (object: JsonObject): string[] =>
  toTags(
    listOf(member(object, 'tag'))
      .filter((tag) => typeof tag === 'string' || isHashtag(tag))
      .map((tag) => (isObject(tag) ? (naturalText(tag, 'name') ?? '') : tag)),
  );

/** Some leave the type out, which the sign tells, too. Older Pleroma lists plain words. */
const isHashtag = (tag: unknown): boolean =>
  typesOf(tag).includes('Hashtag') ||
  (typesOf(tag).length === 0 && /^[#＃]/.test(stringOf(member(tag, 'name'), limits.tag) ?? ''));

function toTags(entries: unknown[]): string[] {
  const names = entries.map((name) => stringOf(name, limits.tag + 1) ?? '');
  return [...new Set(names.map(normaliseTag))].filter((tag) => tag !== '').slice(0, limits.tags);
}

/** A member may also be named by an address, as `href` or as `name`. */
export function readMentions(object: JsonObject): string[] {
  const mentioned = tagsOf(object, 'Mention')
    .map(
      (tag) => iriOf(member(tag, 'href')) ?? iriOf(idOf(tag)) ?? memberIn(idOf(tag)) ?? memberIn(member(tag, 'name')),
    )
    .filter((iri) => iri !== null);
  return [...new Set(mentioned)].slice(0, limits.mentions);
}

/** Returns the page of the member, by which its account is found. */
function memberIn(address: unknown): string | null {
  const [, name, host] = /^(?:acct:)?@?(\w{1,30})@([^@\s]{1,255})$/i.exec(stringOf(address, 300)?.trim() ?? '') ?? [];
  return name && host?.toLowerCase() === config.host ? iris.profilePage(name) : null;
}

const tagsOf = (object: JsonObject, type: string) =>
  objectsOf(member(object, 'tag')).filter((tag) => typesOf(tag).includes(type));

/** The full-width sign is what Japanese keyboards type. */
const normaliseTag = (name: string) =>
  name
    .trim()
    .replace(/^[#＃]/, '')
    .normalize('NFC')
    .toLowerCase()
    .trim();

// Converts summaries: the first sentences of a text, or a content warning

const MAX_LENGTH = 300;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns one line of at most 300 characters. */
export function firstSentences(text: string): string {
  const start = text
    .slice(0, 2 * MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  const [first = '', second = ''] = [...sentences.segment(start)].slice(0, 2).map(({ segment }) => segment);
  const both = `${first}${second}`.trim();
  return both.length <= MAX_LENGTH ? both : excerpt(first, MAX_LENGTH);
}

/** Most servers show a summary as plain text, so only a text that would be read as HTML is escaped. */
export const toSummary = (text: string): string => (isMarkup(text) ? escapeHtml(text) : text);

/**
 * Types whose `summary` is a content warning. Of other statuses it is one if the object is sensitive, as in WordPress.
 */
const typesWithWarning = ['Note', 'Question', 'Image'];

/** Returns the content warning; empty if there is none. */
export function readWarning(json: JsonObject, { sensitive } = { sensitive: false }): string {
  if (!sensitive && !typesOf(json).some((type) => typesWithWarning.includes(type))) return '';
  return cutText(plainSummary(naturalText(json, 'summary') ?? ''), limits.spoiler);
}

/** Some servers send HTML and others plain text, as Mastodon does. A text that could be either is kept whole. */
export const plainSummary = (summary: string): string => (isMarkup(summary) ? textOf(summary) : summary);

const isMarkup = (summary: string): boolean => isHtml(summary) || isEscaped(summary);

const formatting = new Set('p div br span a strong b em i u s del code ul ol li'.split(' '));

/** HTML has only elements that format text, and closes each of them. */
function isHtml(summary: string): boolean {
  const tags = [...summary.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[\s/][^<>]*)?>/gi)];
  if (tags.length === 0 || tags.length !== summary.match(/<[a-z/!?]/gi)?.length) return false;

  const open = new Map<string, number>();
  for (const [, slash, name = ''] of tags) {
    const element = name.toLowerCase();
    if (!formatting.has(element)) return false;
    if (element !== 'br') open.set(element, (open.get(element) ?? 0) + (slash ? -1 : 1));
  }
  return [...open.values()].every((count) => count === 0);
}

/** A server that escapes leaves no `<`, and no `&` outside an entity. */
const isEscaped = (summary: string): boolean =>
  summary.includes('&') && !/<|&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/i.test(summary);

// Renders the replies collection of an item, with an inline first page

/** A reply that everybody may see, and its id, by which pages continue. */
export interface ReplyIri {
  id: number;
  iri: string;
}

/** GoToSocial and Mastodon read replies from the object itself, so it lists the first of them. */
export const maxInlineReplies = 20;

/** `replies` are the first ones, oldest first. Fewer than `size` are all there are. */
export const toReplies = (
  itemIri: string,
  totalItems: number,
  replies: ReplyIri[],
  size = maxInlineReplies,
): JsonObject => ({
  id: repliesIri(itemIri),
  type: 'Collection',
  totalItems,
  first: toRepliesPage(itemIri, 0, replies, size),
});

/** `after` is the id of the last reply of the page before, or 0. */
export function toRepliesPage(itemIri: string, after: number, replies: ReplyIri[], size: number): JsonObject {
  const last = replies.length < size ? undefined : replies.at(-1);
  return {
    id: `${repliesIri(itemIri)}?after=${after}`,
    type: 'CollectionPage',
    partOf: repliesIri(itemIri),
    ...(last && { next: `${repliesIri(itemIri)}?after=${last.id}` }),
    items: replies.map(({ iri }) => iri),
  };
}

const repliesIri = (itemIri: string): string => `${itemIri}/replies`;

// Converts the quote of a status (FEP-044f), with the forms that older software reads

const MISSKEY_QUOTE = 'https://misskey-hub.net/ns#_misskey_quote';
const quoteRelations = new Set([
  MISSKEY_QUOTE,
  'https://misskey-hub.net/ns/#_misskey_quote',
  'https://w3id.org/fep/044f#quote',
  'https://www.w3.org/ns/activitystreams#quoteUrl',
  'http://fedibird.com/ns#quoteUri',
]);

/** A quote that was rejected or revoked is not sent any more. */
export const isSent = (quote: Pick<Quote, 'state'> | null): boolean =>
  quote?.state === 'pending' || quote?.state === 'accepted';

/** The fields of the status. Software without quotes shows `toQuoteFallback`. */
export const toQuote = (iri: string, { state, authorizationIri }: Omit<Quote, 'item'>): JsonObject => ({
  quote: iri,
  quoteUrl: iri,
  quoteUri: iri,
  _misskey_quote: iri,
  ...(state === 'accepted' && authorizationIri !== null && { quoteAuthorization: authorizationIri }),
});

/** A FEP-e232 link, for the `tag` of the status. */
export const toQuoteLink = (iri: string): JsonObject => ({
  ...toObjectLink(iri, `RE: ${iri}`),
  rel: MISSKEY_QUOTE,
});

/** Software that shows quotes hides elements of this class. */
export function toQuoteFallback(iri: string): string {
  const url = escapeHtml(iri);
  return `<p class="quote-inline">RE: <a href="${url}">${url}</a></p>`;
}

/** By its relation, or by the text that stands for it in `content` (FEP-e232). */
function isQuoteLink(link: JsonObject): boolean {
  const relations = listOf(member(link, 'rel')).map((relation) => stringOf(relation, 200) ?? '');
  if (relations.some((relation) => quoteRelations.has(relation))) return true;
  return relations.length === 0 && /^RE: ?https?:\/\//.test(stringOf(member(link, 'name'), 200) ?? '');
}

interface QuoteReading {
  quoteIri: string | null;
  quoteAuthorizationIri: string | null;
  /** Its server knows approvals (FEP-044f), and asks for one. */
  asksToQuote?: true;
}

const quoteTerms = ['quote', 'quoteUrl', 'quoteURL', '_misskey_quote', 'quoteUri', 'quote_url'];

/** Other links of FEP-e232, such as the one to a cooked recipe, are no quotes. */
export function readQuote(json: JsonObject): QuoteReading {
  const stated = quoteTerms.map((term) => iriOf(member(json, term)));
  const link = objectsOf(member(json, 'tag')).find((tag) => typesOf(tag).includes('Link') && isQuoteLink(tag));
  const quoteIri = stated.find((iri) => iri !== null) ?? iriOf(member(link, 'href'));
  return {
    quoteIri,
    quoteAuthorizationIri: quoteIri && iriOf(member(json, 'quoteAuthorization')),
    ...(iriOf(member(json, 'quote')) !== null && { asksToQuote: true }),
  };
}
