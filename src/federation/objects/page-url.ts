/** Reads URLs from `url`, which may be a string, a link or a list. */
import { originOf } from '../../lib/iris.ts';
import { iriOf, isObject, type JsonObject, listOf, member, stringOf } from '../json-ld/json.ts';

/** Prefers a link to HTML, else returns the first http(s) URL or null. */
export const readUrl = (object: JsonObject): string | null => readLinks(listOf(member(object, 'url')));

/**
 * Reads the web page of an object. Ignores pages on another origin than `iri`, because search finds objects by their page:
 * an object could claim the page of another one.
 */
export function readPageUrl(object: JsonObject, iri: string): string | null {
  const links = listOf(member(object, 'url'));
  return readLinks(links.filter((link) => originOf(readLink(link) ?? '') === originOf(iri)));
}

function readLinks(links: unknown[]): string | null {
  const page = links.find((link) => isObject(link) && stringOf(member(link, 'mediaType')) === 'text/html');
  return readLink(page) ?? links.map(readLink).find((url) => url !== null) ?? null;
}

/** Returns the target of a link, or the `url` of an object. */
function readLink(link: unknown): string | null {
  if (!isObject(link)) return iriOf(link);
  return iriOf(member(link, 'href')) ?? iriOf(member(link, 'url'));
}
