/** Reads a WebFinger response about an account (RFC 7033). */
import {
  iriOf,
  isObject,
  listOf,
  member,
  objectsOf,
  type Reading,
  refused,
  stringOf,
  understood,
} from '../json-ld/json.ts';

export interface WebfingerReading {
  /** `name@host` of an `acct:` subject, in lower case; null for other subjects. */
  address: string | null;
  /** The actor's IRI. */
  self: string;
  /** Other URIs of the same account. */
  aliases: string[];
}

const actorMediaType = /^application\/(?:activity\+json|ld\+json\s*;.*activitystreams)/i;

export function readWebfinger(json: unknown): Reading<WebfingerReading> {
  if (!isObject(json)) return refused('is no object');

  const links = objectsOf(member(json, 'links')).filter(
    (link) => stringOf(member(link, 'rel')) === 'self' && actorMediaType.test(stringOf(link.type, 200) ?? ''),
  );
  const self = links.map((link) => iriOf(member(link, 'href'))).find((href) => href !== null);
  if (!self) return refused('has no link to an actor');

  const subject = stringOf(json.subject, 500) ?? '';
  return understood({
    address: /^acct:([^@\s]+@[^@\s]+)$/i.exec(subject)?.[1]?.toLowerCase() ?? null,
    self,
    aliases: listOf(json.aliases)
      .filter((alias) => typeof alias === 'string')
      .slice(0, 20),
  });
}
