/** Reads the software of a remote server from its NodeInfo (FEP-f1d5). */
import {
  iriOf,
  isObject,
  member,
  objectsOf,
  type Reading,
  refused,
  stringOf,
  understood,
} from '../json-ld/json.ts';

export interface PeerSoftware {
  /** Lower case. */
  name: string;
  version: string;
}

export function readNodeInfo(json: unknown): Reading<PeerSoftware> {
  const software = isObject(json) ? member(json, 'software') : undefined;
  const name = isObject(software) ? stringOf(member(software, 'name'), 100)?.trim().toLowerCase() : null;
  if (!name) return refused('has no software name');
  return understood({ name, version: (isObject(software) && stringOf(software.version, 100)) || '' });
}

/** Returns the document with the newest schema version. */
export function readNodeInfoLinks(json: unknown): Reading<string> {
  const schema = 'http://nodeinfo.diaspora.software/ns/schema/';
  const documents = (isObject(json) ? objectsOf(json.links) : [])
    .map((link) => ({ rel: stringOf(link.rel, 200) ?? '', href: iriOf(link.href) }))
    .filter(({ rel, href }) => rel.startsWith(schema) && href !== null)
    .toSorted((one, other) => (one.rel < other.rel ? 1 : -1));
  return documents[0]?.href ? understood(documents[0].href) : refused('has no link to a NodeInfo document');
}
