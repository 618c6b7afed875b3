/** Converts the fields that all kinds of objects share. */
import type { Eventable } from '../../domain/items/eventable.ts';
import { iris } from '../../lib/iris.ts';
import {
  booleanOf,
  dateOf,
  firstOf,
  iriOf,
  irisOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  type Reading,
  refused,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { documentLanguage, languageOfText } from '../json-ld/natural-text.ts';
import { PUBLIC } from '../json-ld/terms.ts';
import { readAddressees, readVisibility, toAudience } from './audience.ts';
import { readPictures, toAttachment } from './medium.ts';
import { readPageUrl } from './page-url.ts';
import type { ReadOptions, RemoteObject } from './remote-object.ts';
import {
  type Addressed,
  hashtagsOf,
  readHashtags,
  readMentions,
  readTags,
  toHashtags,
  toMention,
} from './tags.ts';

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
  | 'tags'
  | 'hashtags'
  | 'media'
>;

export interface Body {
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

/** The first item of a conversation defines its context (FEP-7888). */
function contextOf(item: Eventable, iri: string): JsonObject {
  const isFirst = item.type !== 'status' || item.inReplyToIri === null;
  const context = item.contextIri ?? (isFirst ? iris.context(iri) : null);
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
  const authorIri = readAuthor(json) ?? options.authorIri ?? null;
  if (authorIri === null) return refused('has no author');

  const visibility = readVisibility(json, options.followersIri ?? null);
  const updatedAt = dateOf(member(json, 'updated'));
  const mentioned = readMentions(json);
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
    inReplyToIri: iriOf(member(json, 'inReplyTo')),
    contextIri: iriOf(member(json, 'context')),
    counts: {
      likes: totalOf(member(json, 'likes')),
      boosts: totalOf(member(json, 'shares')),
      replies: totalOf(member(json, 'replies')),
    },
    mentionedIris:
      visibility === 'direct' ? [...new Set([...mentioned, ...readAddressees(json)])] : mentioned,
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

/** Prefers a person over the group that the object was posted to. */
function readAuthor(json: JsonObject): string | null {
  const authors = listOf(member(json, 'attributedTo'));
  const person = authors.find((author) => typesOf(author).includes('Person'));
  return iriOf(person) ?? irisOf(authors)[0] ?? null;
}
