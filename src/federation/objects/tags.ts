/** Mentions, hashtags and links to other objects, which share the member `tag`. */
import type { Mentioned } from '../../domain/eventables/eventable.ts';
import { config } from '../../lib/config.ts';
import { iris } from '../../lib/iris.ts';
import { idOf, iriOf, type JsonObject, listOf, member, objectsOf, stringOf, typesOf } from '../json.ts';
import { caps } from './remote-object.ts';

export type Addressed = Pick<Mentioned, 'iri' | 'handle'>;

/** Nothing for a tag without letters and digits. */
export function toHashtags(tag: string): JsonObject[] {
  const word = hashtagWord(tag);
  return word === '' ? [] : [{ type: 'Hashtag', href: iris.tag(tag), name: `#${word}` }];
}

/** Other servers know hashtags of one word only: `no knead` is `#noknead`. */
export const hashtagWord = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, '');

export const toMention = ({ iri, handle }: Addressed): JsonObject => ({
  type: 'Mention',
  href: iri,
  name: `@${handle === null || handle.includes('@') ? (handle ?? iri) : `${handle}@${config.host}`}`,
});

/** An object of ActivityPub that the text links to (FEP-e232); the name is the text of that link. */
export const toObjectLink = (iri: string, name: string): JsonObject => ({
  type: 'Link',
  mediaType: 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
  href: iri,
  name,
});

/** In lower case, without `#`, each once: the exact list of `keywords` where it is one, else the hashtags. */
export function readTags(object: JsonObject): string[] {
  const keywords = member(object, 'keywords');
  const given = Array.isArray(keywords)
    ? listOf(keywords)
    : tagsOf(object, 'Hashtag').map((tag) => member(tag, 'name'));
  const names = given.map((name) => stringOf(name, caps.tag + 1) ?? '');
  return [...new Set(names.map(normaliseTag))].filter((tag) => tag !== '').slice(0, caps.tags);
}

export function readMentions(object: JsonObject): string[] {
  const mentioned = tagsOf(object, 'Mention')
    .map((tag) => iriOf(member(tag, 'href')) ?? iriOf(idOf(tag)))
    .filter((iri) => iri !== null);
  return [...new Set(mentioned)].slice(0, caps.mentions);
}

const tagsOf = (object: JsonObject, type: string) =>
  objectsOf(member(object, 'tag')).filter((tag) => typesOf(tag).includes(type));

const normaliseTag = (name: string) => name.trim().replace(/^#/, '').normalize('NFC').toLowerCase().trim();
