/** Mentions, hashtags and links to other objects, which share the member `tag`. */
import type { Mentioned } from '../../domain/eventables/eventable.ts';
import { config } from '../../lib/config.ts';
import { iris } from '../../lib/iris.ts';
import { idOf, iriOf, type JsonObject, member, objectsOf, stringOf, typesOf } from '../json.ts';
import { caps } from './remote-object.ts';

export type Addressed = Pick<Mentioned, 'iri' | 'handle'>;

export const toHashtag = (tag: string): JsonObject => ({
  type: 'Hashtag',
  href: iris.tag(tag),
  name: `#${tag}`,
});

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

/** In lower case, without `#`, each once. */
export function readHashtags(object: JsonObject): string[] {
  const names = tagsOf(object, 'Hashtag').map((tag) => stringOf(member(tag, 'name'), caps.tag + 1) ?? '');
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
