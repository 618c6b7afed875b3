/** The page of a thing, for a browser, out of the shapes that `url` takes. */
import { iriOf, isObject, type JsonObject, listOf, member, stringOf } from '../json.ts';

/** A page in HTML where several links are given, else the first; null when none is http(s). */
export function readUrl(object: JsonObject): string | null {
  const links = listOf(member(object, 'url'));
  const page = links.find((link) => isObject(link) && stringOf(member(link, 'mediaType')) === 'text/html');
  return readLink(page) ?? links.map(readLink).find((url) => url !== null) ?? null;
}

/** Of a link its target, of an object its own `url`. */
function readLink(link: unknown): string | null {
  if (!isObject(link)) return iriOf(link);
  return iriOf(member(link, 'href')) ?? iriOf(member(link, 'url'));
}
