/** Reads JSON and JSON-LD values of any shape. */
import { hash } from 'node:crypto';
import { readDate } from '../../lib/date.ts';
import { normalIri } from '../../lib/iris.ts';
import { isDeeperThan } from '../../lib/json-depth.ts';
import { canonicalTag } from '../../lib/language/languages.ts';
import { cleanText } from '../../lib/text.ts';
import { Refusal } from '../request.ts';

// Recognizes ActivityPub documents by their content type

const profile = 'https://www.w3.org/ns/activitystreams';

/** The Accept header of our requests. */
export const acceptActivity = `application/activity+json, application/ld+json; profile="${profile}"`;

/** ActivityPub sections 3.2 and 7. Plain `application/json` is refused: a user may have uploaded it. */
export function isActivityMedia(contentType: string | null): boolean {
  const { type, parameters } = readMediaType(contentType);
  if (type === 'application/activity+json') return true;
  if (type !== 'application/ld+json') return false;

  const profiles = parameters.filter(([name]) => name === 'profile').flatMap(([, value]) => value.split(/\s+/));
  return profiles.some((each) => each.replace(/^http:/, 'https:').replace(/[#/]$/, '') === profile);
}

/** What is posted is signed by its sender, so that any JSON counts. */
export const isPostedJson = (contentType: string | null): boolean =>
  /^application\/(?:json|(?:activity|ld)\+json)$/.test(readMediaType(contentType).type);

/** In lower case. */
function readMediaType(contentType: string | null): { type: string; parameters: [name: string, value: string][] } {
  const [type = '', ...params] = (contentType ?? '').slice(0, 1_000).toLowerCase().split(';');
  const parameters = params.map((param): [string, string] => {
    const [name = '', ...value] = param.split('=');
    return [
      name.trim(),
      value
        .join('=')
        .replaceAll(/["'\\]/g, '')
        .trim(),
    ];
  });
  return { type: type.trim(), parameters };
}

// Maps terms of the known vocabularies to the short names we use

export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public';
export const POTLUCK = 'https://w3id.org/potluck#';

const publicNames = new Set([PUBLIC, 'http://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

const prefixes = [
  'as:',
  'https://www.w3.org/ns/activitystreams#',
  'http://www.w3.org/ns/activitystreams#',
  'schema:',
  'http://schema.org/',
  'https://schema.org/',
  'http://schema.org#',
  'sc:',
  'potluck:',
  POTLUCK,
  'sec:',
  'https://w3id.org/security#',
  'toot:',
  'http://joinmastodon.org/ns#',
];

const known = new Map<string, string[]>([
  ['id', ['id', '@id']],
  ['type', ['type', '@type']],
]);

/** Returns all names of a term in documents. Results are cached, so call it only with terms from our code. */
export function namesOf(term: string): string[] {
  let names = known.get(term);
  if (!names) {
    // Object keys are interned, which makes member lookups several times faster.
    names = Object.keys(Object.fromEntries(['', ...prefixes].map((prefix) => [prefix + term, true])));
    known.set(term, names);
  }
  return names;
}

/** Returns the term without its namespace: `Note` for `as:Note`. Unknown IRIs are returned unchanged. */
export function shortName(term: string): string {
  if (!term.includes(':')) return term;
  const prefix = prefixes.find((each) => term.startsWith(each));
  return prefix === undefined ? term : term.slice(prefix.length);
}

// Reads compacted JSON-LD, where any value may be a string, an object or an array of them

export type JsonObject = { [member: string]: unknown };

/** The result of reading a remote document: a value, or the reason why it was refused. */
export type Reading<T> = { ok: true; value: T } | { ok: false; reason: string };

export const understood = <T>(value: T): Reading<T> => ({ ok: true, value });
export const refused = <T>(reason: string): Reading<T> => ({ ok: false, reason });

const MAX_ITEMS = 1_000;
/** Bytes. Two IRIs of this size fit into one index entry. */
const MAX_IRI_SIZE = 1_024;
const MAX_TEXT_LENGTH = 2 ** 20;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member by its short name, with a usual prefix, or as full IRI. Null counts as absent. */
export function member(object: unknown, term: string): unknown {
  if (!isObject(object)) return undefined;
  for (const name of namesOf(term)) {
    if (Object.hasOwn(object, name) && object[name] !== null) return object[name];
  }
  return undefined;
}

/** Returns at most 1,000 entries, with nested arrays flattened. */
export function listOf(value: unknown): unknown[] {
  const bare = isObject(value) ? (value['@list'] ?? value['@set'] ?? value) : value;
  if (!Array.isArray(bare)) return isPresent(bare) ? [bare] : [];

  const entries = bare.slice(0, MAX_ITEMS);
  const flat = entries.some(Array.isArray) ? entries.flat(2).slice(0, MAX_ITEMS) : entries;
  return flat.filter(isPresent);
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

export function firstOf(value: unknown): unknown {
  return typeof value === 'object' ? listOf(value)[0] : value;
}

export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

/** Returns the first text, without NUL and lone surrogates, cut to `max` UTF-16 units. */
export function stringOf(value: unknown, max = MAX_TEXT_LENGTH): string | null {
  if (typeof value === 'string') return cutText(value, max);
  const text = listOf(value)
    .map(literalOf)
    .find((entry) => typeof entry === 'string');
  return text === undefined ? null : cutText(text, max);
}

export function cutText(text: string, max: number): string {
  return cleanText(text.slice(0, max));
}

/** Returns a finite number, also from text. */
export function numberOf(value: unknown): number | null {
  const literal = literalOf(firstOf(value));
  if (typeof literal === 'number') return Number.isFinite(literal) ? literal : null;
  return typeof literal === 'string' && /^\d{1,15}(?:\.\d{1,15})?$/.test(literal) ? Number(literal) : null;
}

/** Returns a boolean, also from `true` and `false` as texts or from 1 and 0, as XML Schema writes them. */
export function booleanOf(value: unknown): boolean | null {
  const literal = literalOf(firstOf(value));
  if (typeof literal === 'boolean') return literal;
  return booleans.get(typeof literal === 'string' ? literal.trim().toLowerCase() : literal) ?? null;
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** Returns the id of a value that is an IRI, an object or a link; null when it has none. */
export function idOf(value: unknown): string | null {
  const first = firstOf(value);
  const id = isObject(first) ? (firstOf(member(first, 'id')) ?? firstOf(member(first, 'href'))) : first;
  return typeof id === 'string' && id !== '' && id.length <= MAX_IRI_SIZE ? id : null;
}

/**
 * Like `idOf`, but only http(s) IRIs without spaces or control characters, which may be stored and fetched, in their
 * normal form.
 */
export function iriOf(value: unknown): string | null {
  const id = idOf(value);
  if (id === null || !isIri(id)) return null;
  const iri = normalIri(id);
  return Buffer.byteLength(iri) <= MAX_IRI_SIZE ? iri : null;
}

/** Whether the id says nothing: it is absent, empty, or a URI that is none of the web, such as `urn:` and `tag:`. */
export function isAnonymous(object: unknown): boolean {
  const id = firstOf(member(object, 'id'));
  return (
    id === undefined || (typeof id === 'string' && (id.trim() === '' || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(id)))
  );
}

export function irisOf(value: unknown): string[] {
  const iris = listOf(value)
    .map(iriOf)
    .filter((iri) => iri !== null);
  return [...new Set(iris)];
}

function isIri(text: string): boolean {
  return !publicNames.has(text) && /^https?:\/\/[^\s\p{Cc}\p{Cs}<>"]+$/iu.test(text) && URL.canParse(text);
}

/** As `readDate`, or null. */
export function dateOf(value: unknown): Date | null {
  const literal = literalOf(firstOf(value));
  return readDate(typeof literal === 'number' ? String(literal) : (stringOf(value, 64) ?? ''));
}

/** Returns short type names: `Note` for `as:Note`. */
export function typesOf(object: unknown): string[] {
  return listOf(member(object, 'type'))
    .filter((type) => typeof type === 'string')
    .slice(0, 20)
    .map((type) => shortName(cutText(type, 200)));
}

/** Whether one of the addressees is the public collection. */
export function isPublic(value: unknown): boolean {
  return listOf(value).some((addressee) => {
    const id = idOf(addressee);
    return id !== null && publicNames.has(id);
  });
}

function literalOf(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, '@value') ? value['@value'] : value;
}

// Reads text in a natural language, and its language

/**
 * Returns the member, or the first text of its language map (`contentMap`, or the member itself) if it is empty; null
 * without either.
 */
export function naturalText(object: JsonObject, term: 'name' | 'summary' | 'content'): string | null {
  const text = stringOf(member(object, term));
  return isBlank(text) ? (versionsOf(object, term)[0]?.text ?? text) : text;
}

const isBlank = (text: string | null): boolean => !text?.trim();

/** Returns the BCP 47 language of the text that `naturalText` returns; `und` if unknown. */
export function languageOfText(object: JsonObject, term: 'content'): string {
  const versions = versionsOf(object, term);
  const value = member(object, term);
  const text = stringOf(value);
  if (isBlank(text)) return languageOf(versions[0]?.tag);

  const version = versions.length === 1 ? versions[0] : versions.find((each) => each.text === text);
  return languageOf(version ? version.tag : taggedLanguage(value));
}

/** Returns a canonical language tag; `und` for anything else. */
function languageOf(value: unknown): string {
  const tag = stringOf(value, 36);
  if (tag === null || !/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag)) return 'und';
  return canonicalTag(tag) ?? 'und';
}

/** Returns the language of a document: from `inLanguage`, PeerTube's `language`, or its context. */
export function documentLanguage(object: JsonObject): string {
  const own = languageOf(member(object, 'inLanguage'));
  if (own !== 'und') return own;

  const language = member(object, 'language');
  const named = languageOf(isObject(language) ? member(language, 'identifier') : language);
  if (named !== 'und') return named;

  const contexts = listOf(object['@context']).filter(isObject);
  return languageOf(contexts.find((context) => Object.hasOwn(context, '@language'))?.['@language']);
}

const maxVersions = 50;

/** Of the map, or else of a member that is a map itself. JSON-LD allows a list of tagged texts instead of a map. */
function versionsOf(object: JsonObject, term: string): { tag: string; text: string }[] {
  const stated = member(object, `${term}Map`);
  const map = stated ?? member(object, term);
  const entries: [string, unknown][] =
    isObject(map) && (stated !== undefined || isLanguageMap(map))
      ? Object.entries(map)
      : objectsOf(map).map((text) => [stringOf(text['@language'], 36) ?? 'und', text]);
  return entries
    .slice(0, maxVersions)
    .map(([tag, value]) => ({ tag, text: stringOf(value) }))
    .filter((version): version is { tag: string; text: string } => !isBlank(version.text));
}

const isLanguageMap = (value: JsonObject): boolean =>
  Object.keys(value).every((tag) => /^(?:@none|[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4})$/i.test(tag));

function taggedLanguage(value: unknown): unknown {
  const first = firstOf(value);
  return isObject(first) ? first['@language'] : null;
}

// Parses documents of remote servers as JSON, with limits

const maxDepth = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws a Refusal for anything but a JSON object in UTF-8, and for nesting deeper than 32. */
export function parseDocument(bytes: Uint8Array): { text: string; json: JsonObject } {
  if (isDeeperThan(bytes, maxDepth)) throw new Refusal(400, `the document is nested deeper than ${maxDepth}`);
  let text: string;
  let json: unknown;
  try {
    text = utf8.decode(bytes);
    json = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'the document is not JSON in UTF-8');
  }
  if (!isObject(json)) throw new Refusal(400, 'the document is not a JSON object');
  return { text, json };
}

/** Whether two IRIs are the same URL after normalization. */
export function isSameIri(one: string, other: string): boolean {
  return one === other || (URL.canParse(one) && URL.canParse(other) && hrefOf(one) === hrefOf(other));
}

const hrefOf = (iri: string): string => normalIri(new URL(iri).href);

// Serializes JSON in canonical form (JCS, RFC 8785) and hashes it

/** `value` comes from `JSON.parse`. Builds text, because a sorted object would lose a member `__proto__`. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);

  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`);
  return `{${members.join(',')}}`;
}

export const canonicalDigest = (json: JsonObject): Buffer => hash('sha256', canonicalJson(json), 'buffer');
