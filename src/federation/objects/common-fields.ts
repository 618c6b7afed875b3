/** Fields that all kinds of items share. */
import type { Visibility } from '../../db/vocabulary.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { escapeHtml, sanitizeRemoteHtml, textOfSafe } from '../../lib/html/html.ts';
import { iris } from '../../lib/iris.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { escapeMarkdown } from '../../recipe-import/rich-text.ts';
import {
  booleanOf,
  cutText,
  dateOf,
  documentLanguage,
  firstOf,
  idOf,
  iriOf,
  irisOf,
  isObject,
  isPublic,
  type JsonObject,
  languageOfText,
  listOf,
  member,
  naturalText,
  numberOf,
  objectsOf,
  PUBLIC,
  type Reading,
  refused,
  stringOf,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import {
  type Addressed,
  attachmentsOf,
  hashtagsOf,
  isPicture,
  readHashtags,
  readMentions,
  readPageUrl,
  readPictures,
  readTags,
  readUrl,
  toAttachment,
  toHashtags,
  toMention,
} from './parts.ts';
import { limits, type ReadOptions, type RemoteObject } from './remote-object.ts';

// Converts the Markdown source of `content` (ActivityPub section 3.3) or of a description

const MARKDOWN = 'text/markdown';

export const toSource = (content: string): JsonObject => ({ content, mediaType: MARKDOWN });

/** Returns null when there is no source in Markdown. */
export function readSource(
  object: JsonObject,
  max?: number,
  term: 'source' | 'descriptionSource' = 'source',
): string | null {
  const source = firstOf(member(object, term));
  const mediaType = stringOf(member(source, 'mediaType'), 100)?.toLowerCase();
  if (mediaType?.split(';')[0]?.trim() !== MARKDOWN) return null;
  return stringOf(member(source, 'content'), max);
}

// Converts visibility to `to` and `cc`, and back

export interface Audience {
  to: string[];
  cc: string[];
}

/** Mentioned accounts are always addressed; a direct item goes only to them. */
export function toAudience(visibility: Visibility, followersIri: string, mentioned: string[]): Audience {
  switch (visibility) {
    case 'public':
      return { to: [PUBLIC], cc: [followersIri, ...mentioned] };
    case 'unlisted':
      return { to: [followersIri], cc: [PUBLIC, ...mentioned] };
    case 'private':
      return { to: [followersIri], cc: mentioned };
    case 'direct':
      return { to: mentioned, cc: [] };
  }
}

/** Returns `direct` unless the public or a followers collection is addressed. */
function readVisibility(object: JsonObject, followersIri: string | null): Visibility {
  const to = member(object, 'to');
  const cc = member(object, 'cc');
  if (isPublic(to)) return 'public';
  if (isPublic(cc)) return 'unlisted';

  const addressees = [...listOf(to), ...listOf(cc)].map(idOf);
  const toFollowers = addressees.some((iri) => iri !== null && (iri === followersIri || looksLikeFollowers(iri)));
  return toFollowers ? 'private' : 'direct';
}

/** Returns the IRIs in `to` and `cc`, without the public collection. */
export function readAddressees(object: JsonObject): string[] {
  return [...new Set([...irisOf(member(object, 'to')), ...irisOf(member(object, 'cc'))])];
}

function looksLikeFollowers(iri: string): boolean {
  return /[/?=]followers(?:[/?#]|$)/.test(iri);
}

// Reads the description and the name of recipes and cooked items

interface DescriptionReading {
  content: string;
  contentHtml: string;
}

/** Prefers `description`, because `content` repeats the whole recipe, and `source` is that of `content`. */
export function readDescription(json: JsonObject): DescriptionReading {
  const description = stringOf(member(json, 'description'));
  const html = cutText(description ?? naturalText(json, 'content') ?? '', limits.html);
  const contentHtml = sanitizeRemoteHtml(html);
  const source = description === null ? 'source' : 'descriptionSource';
  return {
    content: readSource(json, limits.description, source) ?? cutText(textOfSafe(contentHtml), limits.description),
    contentHtml,
  };
}

/** Returns the name, the headline or the first line of text; null when all are empty. */
export function readName(json: JsonObject, { content }: DescriptionReading): string | null {
  const title = naturalText(json, 'name') ?? stringOf(member(json, 'headline'));
  const line = (title ?? content.split('\n', 1)[0] ?? '').trim();
  return cutText(line, limits.name) || null;
}

// Reads the text of remote statuses from name, content, poll choices and links

const MAX_CHOICES = 50;
const MAX_LINKS = 10;

/** Types whose text does not replace their page, so the page is linked. */
const typesWithPage = ['Video', 'Audio', 'Event', 'Document'];
const linkTypes = ['Link', 'Document', 'Video', 'Audio', 'Page'];

interface BodyReading {
  content: string;
  contentHtml: string;
}

interface BodyOptions {
  /** The quoted item is shown instead of the text that refers to it. */
  withoutQuoteFallback?: boolean;
}

export function readBody(json: JsonObject, types: string[], { withoutQuoteFallback }: BodyOptions = {}): BodyReading {
  const isNote = types.includes('Note');
  const text = naturalText(json, 'content') ?? (isNote ? '' : summaryOf(json));
  const content = cutText(text, limits.html);
  // The name of a Note repeats the start of its content.
  const name = isNote && content !== '' ? '' : cutText(naturalText(json, 'name') ?? '', limits.name).trim();
  const mediaType = (stringOf(member(json, 'mediaType'), 100) ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  const markdown = mediaType === 'text/markdown' ? content : readSource(json);

  const html = `${titleHtml(name)}${asHtml(content, mediaType)}${choicesHtml(json)}`;
  const contentHtml = sanitizeRemoteHtml(
    `${html}${linksHtml(json, types, content)}`,
    withoutQuoteFallback ? { withoutClass: 'quote-inline' } : {},
  );
  const title = name === '' ? '' : `**${escapeMarkdown(name)}**\n\n`;
  return {
    content: cutText(markdown === null ? textOfSafe(contentHtml) : title + markdown, limits.text),
    contentHtml,
  };
}

const summaryOf = (json: JsonObject): string => naturalText(json, 'summary') ?? '';

function asHtml(content: string, mediaType: string): string {
  if (mediaType === 'text/markdown') return renderMarkdown(content);
  if (mediaType !== 'text/plain' || content === '') return content;
  return `<p>${escapeHtml(content).replaceAll('\n', '<br>')}</p>`;
}

const titleHtml = (name: string): string => (name === '' ? '' : `<p><strong>${escapeHtml(name)}</strong></p>`);

function choicesHtml(json: JsonObject): string {
  const choices = objectsOf(member(json, 'oneOf') ?? member(json, 'anyOf'))
    .slice(0, MAX_CHOICES)
    .map((choice) => cutText(naturalText(choice, 'name') ?? '', limits.word))
    .filter((name) => name !== '');
  const entries = choices.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return entries === '' ? '' : `<ul>${entries}</ul>`;
}

/** Links to attachments other than pictures, and to the object's page when the text does not replace it. */
function linksHtml(json: JsonObject, types: string[], content: string): string {
  const needsPage = content === '' || types.some((type) => typesWithPage.includes(type));
  const urls = attachmentsOf(json)
    .filter((attachment) => typesOf(attachment).some((type) => linkTypes.includes(type)) && !isPicture(attachment))
    .map((attachment) => readUrl(attachment) ?? readUrl({ url: member(attachment, 'href') }));
  if (needsPage && !types.includes('Note') && !isPicture(json)) urls.push(readUrl(json));

  return [...new Set(urls)]
    .filter((url) => url !== null)
    .slice(0, MAX_LINKS)
    .map(escapeHtml)
    .filter((url) => !content.includes(url))
    .map((url) => `<p><a href="${url}">${url}</a></p>`)
    .join('');
}

// Converts the fields that all kinds of objects share

export type CommonReading = Pick<
  RemoteObject,
  | 'iri'
  | 'url'
  | 'authorIri'
  | 'visibility'
  | 'locale'
  | 'sensitive'
  | 'publishedAt'
  | 'updatedAt'
  | 'inReplyToIri'
  | 'contextIri'
  | 'counts'
  | 'mentionedIris'
  | 'silentIris'
  | 'tags'
  | 'hashtags'
  | 'media'
>;

interface Body {
  html: string;
  /** Accounts to address in addition to those mentioned. */
  alsoAddressed?: Addressed[];
  /** Entries of `tag` other than mentions and hashtags. */
  tags?: JsonObject[];
}

/** Throws for a draft, which must never be sent. */
export function toCommon(item: Eventable, { html, alsoAddressed = [], tags = [] }: Body): JsonObject {
  const { iri, account } = item;
  if (iri === null || item.publication === 'draft') throw new Error(`draft ${item.id} must not be sent`);

  const mentions = addressed(item, alsoAddressed);
  const { to, cc } = toAudience(
    item.visibility,
    account.followersIri ?? iris.followers(account.id),
    mentions.map((mention) => mention.iri!),
  );
  return {
    id: iri,
    attributedTo: account.iri ?? iris.actor(account.id),
    url: item.url ?? iri,
    to,
    cc,
    published: item.publishedAt.toISOString(),
    ...(item.updatedAt > item.publishedAt && { updated: item.updatedAt.toISOString() }),
    content: html,
    ...(item.locale !== 'und' && { contentMap: { [item.locale]: html }, inLanguage: item.locale }),
    mediaType: 'text/html',
    attachment: item.media.filter(({ state }) => state === 'ready').map(toAttachment),
    tag: [...mentions.map(toMention), ...toHashtags(hashtagsOf(item)), ...tags],
    likes: { id: `${iri}/likes`, type: 'Collection', totalItems: item.likesCount },
    shares: { id: `${iri}/shares`, type: 'Collection', totalItems: item.boostsCount },
    ...contextOf(item, iri),
    ...(item.type !== 'status' && { keywords: item.tags }),
    interactionPolicy: { canQuote: { automaticApproval: [quotersOf(item)] } },
  };
}

/** Whose quotes are approved (FEP-044f). The author alone means that nobody else may quote the item. */
function quotersOf({ visibility, account }: Eventable): string {
  const policy = visibility === 'public' || visibility === 'unlisted' ? account.quotePolicy : 'nobody';
  if (policy === 'everyone') return PUBLIC;
  return policy === 'followers'
    ? (account.followersIri ?? iris.followers(account.id))
    : (account.iri ?? iris.actor(account.id));
}

/** The first item of a conversation defines its context (FEP-7888), and so does a reply to a post that is hidden. */
function contextOf(item: Eventable, iri: string): JsonObject {
  const isFirst = item.type !== 'status' || item.inReplyToIri === null;
  const context = isFirst ? iris.context(iri) : item.contextIri;
  return context === null ? {} : { context };
}

function addressed(item: Eventable, also: Addressed[]): Addressed[] {
  const own = item.account.iri ?? iris.actor(item.account.id);
  const byIri = new Map([...item.mentions, ...also].map((account) => [account.iri, account]));
  return [...byIri.values()].filter(({ iri }) => iri !== null && iri !== own);
}

export function readCommon(json: unknown, options: ReadOptions): Reading<CommonReading> {
  if (!isObject(json)) return refused('is not an object');

  const iri = iriOf(member(json, 'id'));
  if (iri === null) return refused('has no id that is an IRI');
  const authorIri = readAuthor(json, options.authorIri ?? null);
  if (authorIri === null) return refused('has no author');

  const visibility = readVisibility(json, options.followersIri ?? null);
  const updatedAt = dateOf(member(json, 'updated'));
  const mentioned = readMentions(json);
  const others = readAddressees(json).filter(
    (addressee) =>
      !mentioned.includes(addressee) && addressee !== options.followersIri && !looksLikeFollowers(addressee),
  );
  const language = languageOfText(json, 'content');

  return understood({
    iri,
    url: readPageUrl(json, iri),
    authorIri,
    visibility,
    locale: language === 'und' ? documentLanguage(json) : language,
    sensitive: booleanOf(member(json, 'sensitive')) ?? false,
    publishedAt: dateOf(member(json, 'published')) ?? updatedAt ?? options.receivedAt ?? new Date(),
    updatedAt,
    inReplyToIri: irisOf(member(json, 'inReplyTo'))[0] ?? null,
    contextIri: iriOf(member(json, 'context')),
    counts: {
      likes: totalOf(member(json, 'likes')),
      boosts: totalOf(member(json, 'shares')),
      replies: totalOf(member(json, 'replies')),
    },
    mentionedIris: visibility === 'direct' ? [...mentioned, ...others] : mentioned,
    silentIris: visibility === 'private' ? others : [],
    tags: readTags(json),
    hashtags: readHashtags(json),
    media: readPictures(json),
  });
}

/** Returns the size of an embedded collection. */
function totalOf(collection: unknown): number | null {
  const total = numberOf(member(firstOf(collection), 'totalItems'));
  return total !== null && Number.isInteger(total) ? Math.min(Math.max(total, 0), 2 ** 31 - 1) : null;
}

/** Of several, prefers the sender, and then a person over the group that the object was posted to. */
function readAuthor(json: JsonObject, senderIri: string | null): string | null {
  const authors = listOf(member(json, 'attributedTo'));
  const named = irisOf(authors);
  if (senderIri !== null && (named.length === 0 || named.includes(senderIri))) return senderIri;
  const person = authors.find((author) => typesOf(author).includes('Person'));
  return iriOf(person) ?? named[0] ?? null;
}
