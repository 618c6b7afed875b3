/** Reads the web page of an object from `url`, which may be a string, a link or a list. */
import { iriOf, isObject, type JsonObject, listOf, member, stringOf } from '../json-ld/json.ts';

/** Prefers a link to HTML, else returns the first http(s) URL or null. */
export function readUrl(object: JsonObject): string | null {
  const links = listOf(member(object, 'url'));
  const page = links.find((link) => isObject(link) && stringOf(member(link, 'mediaType')) === 'text/html');
  return readLink(page) ?? links.map(readLink).find((url) => url !== null) ?? null;
}

/** Returns the target of a link, or the `url` of an object. */
function readLink(link: unknown): string | null {
  if (!isObject(link)) return iriOf(link);
  return iriOf(member(link, 'href')) ?? iriOf(member(link, 'url'));
}
