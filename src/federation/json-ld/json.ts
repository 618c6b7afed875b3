/** Reads compacted JSON-LD, where any value may be a string, an object or an array of them. */
import { cleanText } from '../../lib/text.ts';
import { isPublicName, namesOf, shortName } from './terms.ts';

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

export function booleanOf(value: unknown): boolean | null {
  const literal = literalOf(firstOf(value));
  return typeof literal === 'boolean' ? literal : null;
}

/** Returns the id of a value that is an IRI, an object or a link; null when it has none. */
export function idOf(value: unknown): string | null {
  const first = firstOf(value);
  const id = isObject(first) ? (firstOf(member(first, 'id')) ?? firstOf(member(first, 'href'))) : first;
  return typeof id === 'string' && id !== '' && id.length <= MAX_IRI_SIZE ? id : null;
}

/** Like `idOf`, but only http(s) IRIs without spaces or control characters, which may be stored and fetched. */
export function iriOf(value: unknown): string | null {
  const id = idOf(value);
  return id !== null && isIri(id) ? id : null;
}

export function irisOf(value: unknown): string[] {
  const iris = listOf(value)
    .map(iriOf)
    .filter((iri) => iri !== null);
  return [...new Set(iris)];
}

function isIri(text: string): boolean {
  return (
    !isPublicName(text) &&
    Buffer.byteLength(text) <= MAX_IRI_SIZE &&
    /^https?:\/\/[^\s\p{Cc}\p{Cs}<>"]+$/iu.test(text) &&
    URL.canParse(text)
  );
}

const timestamp =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?\s?(?:[Zz]|[+-]\d{2}:?\d{2})?$/;

/** Reads ISO 8601. A time without an offset is UTC. */
export function dateOf(value: unknown): Date | null {
  const text = stringOf(value, 64)?.trim();
  if (text === undefined || !timestamp.test(text)) return null;

  const zoned = /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) || text.length === 10;
  const date = new Date(zoned ? text.replace(' ', 'T').replace(' ', '') : `${text.replace(' ', 'T')}Z`);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
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
    return id !== null && isPublicName(id);
  });
}

function literalOf(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, '@value') ? value['@value'] : value;
}
