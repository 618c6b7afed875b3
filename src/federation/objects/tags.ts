/** Converts the entries of `tag`: mentions, hashtags and links to objects. */
import type { Mention } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import { iris } from '../../lib/iris.ts';
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

/** Returns nothing for a tag without letters and digits. */
export function toHashtags(tag: string): JsonObject[] {
  const word = hashtagWord(tag);
  return word === '' ? [] : [{ type: 'Hashtag', href: iris.tag(tag), name: `#${word}` }];
}

/** Hashtags on other servers are one word: `no knead` becomes `#noknead`. */
export const hashtagWord = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, '');

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
  const entries = Array.isArray(keywords)
    ? listOf(keywords)
    : tagsOf(object, 'Hashtag').map((tag) => member(tag, 'name'));
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
