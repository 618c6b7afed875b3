/** Parses documents of remote servers as JSON, with limits. */
import { isDeeperThan } from '../../lib/json-depth.ts';
import { Refusal } from '../refusal.ts';
import { isObject, type JsonObject } from './json.ts';

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
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  );
}
