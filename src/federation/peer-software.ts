/** What another server runs, as its NodeInfo tells (FEP-f1d5). */
import { iriOf, isObject, member, objectsOf, type Reading, refused, stringOf, understood } from './json.ts';

export interface PeerSoftware {
  /** In lower case. */
  name: string;
  version: string;
}

export function readNodeInfo(json: unknown): Reading<PeerSoftware> {
  const software = isObject(json) ? member(json, 'software') : undefined;
  const name = isObject(software) ? stringOf(member(software, 'name'), 100)?.trim().toLowerCase() : null;
  if (!name) return refused('names no software');
  return understood({ name, version: (isObject(software) && stringOf(software.version, 100)) || '' });
}

/** Of the documents listed the one of the newest version. */
export function readNodeInfoLinks(json: unknown): Reading<string> {
  const schema = 'http://nodeinfo.diaspora.software/ns/schema/';
  const documents = (isObject(json) ? objectsOf(json.links) : [])
    .map((link) => ({ rel: stringOf(link.rel, 200) ?? '', href: iriOf(link.href) }))
    .filter(({ rel, href }) => rel.startsWith(schema) && href !== null)
    .toSorted((one, other) => (one.rel < other.rel ? 1 : -1));
  return documents[0]?.href ? understood(documents[0].href) : refused('links no NodeInfo');
}
