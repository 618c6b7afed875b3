/** Converts the entries of `tag`: mentions, hashtags and links to objects. */
import type { Eventable, Mention } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { iris } from '../../lib/iris.ts';
import { findHashtags } from '../../lib/markdown.ts';
import {
  idOf,
  iriOf,
  type JsonObject,
  listOf,
  member,
  objectsOf,
  stringOf,
  typesOf,
} from '../json-ld/json.ts';
import { limits } from './remote-object.ts';

export type Addressed = Pick<Mention, 'iri' | 'handle'>;

interface Hashtag {
  href: string;
  name: string;
}

/**
 * Hashtags on other servers are one word: `no knead` becomes `#noknead`. Returns one for each word, and nothing for a tag
 * without letters and digits.
 */
function hashtags(tags: string[]): Hashtag[] {
  const byWord = Map.groupBy(tags, (tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, ''));
  byWord.delete('');
  return [...byWord].map(([word, [tag]]) => ({ href: iris.tag(tag!), name: `#${word}` }));
}

/** Returns the item's tags and the hashtags in its text. */
export const hashtagsOf = ({ tags, content }: Eventable): string[] => [...tags, ...findHashtags(content)];

export const toHashtags = (tags: string[]): JsonObject[] =>
  hashtags(tags).map((tag) => ({ type: 'Hashtag', ...tag }));

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
  toTags(tagsOf(object, 'Hashtag').map((tag) => member(tag, 'name')));

function toTags(entries: unknown[]): string[] {
  const names = entries.map((name) => stringOf(name, limits.tag + 1) ?? '');
  return [...new Set(names.map(normaliseTag))].filter((tag) => tag !== '').slice(0, limits.tags);
}

export function readMentions(object: JsonObject): string[] {
  const mentioned = tagsOf(object, 'Mention')
    .map((tag) => iriOf(member(tag, 'href')) ?? iriOf(idOf(tag)))
    .filter((iri) => iri !== null);
  return [...new Set(mentioned)].slice(0, limits.mentions);
}

const tagsOf = (object: JsonObject, type: string) =>
  objectsOf(member(object, 'tag')).filter((tag) => typesOf(tag).includes(type));

const normaliseTag = (name: string) => name.trim().replace(/^#/, '').normalize('NFC').toLowerCase().trim();
