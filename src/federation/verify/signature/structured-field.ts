/** Reads the structured field dictionaries (RFC 9651 §4.2) of signatures and digests. */
import * as sf from 'structured-headers';
import { invalidSignature } from './signature-claim.ts';

export type Member = sf.Item | sf.InnerList;

const maxLength = 8_192;

/**
 * Throws a Refusal for text that is malformed or longer than 8 KiB. Also refuses what no signature needs: duplicate
 * keys, parameters of components, booleans, dates and decimals.
 */
export function readDictionary(text: string): sf.Dictionary {
  if (text.length > maxLength) throw invalidSignature('a signature header is too long');
  const members = parse(text.trim());
  if (![...members.values()].every(isUsable))
    throw invalidSignature('a signature header has an unsupported value');
  return members;
}

/** The library drops all but the last of duplicate keys, so a dictionary must serialize to what it was read from. */
function parse(text: string): sf.Dictionary {
  try {
    const members = sf.parseDictionary(text);
    if (essence(sf.serializeDictionary(members)) === essence(text)) return members;
  } catch {}
  throw invalidSignature('a signature header is malformed');
}

/** Without spaces between tokens and the padding of base64, both of which are optional. */
const essence = (text: string) => text.replaceAll(/[ \t=]/g, '');

export const isInnerList = (member: Member): member is sf.InnerList => Array.isArray(member[0]);

function isUsable(member: Member): boolean {
  const items = isInnerList(member) ? member[0] : [[member[0], new Map()] as sf.Item];
  const values = [...items.map(([value]) => value), ...member[1].values()];
  return items.every(([, params]) => params.size === 0) && values.every(isUsableValue);
}

const isUsableValue = (value: sf.BareItem) =>
  typeof value === 'string' ||
  value instanceof sf.Token ||
  value instanceof ArrayBuffer ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 0);
