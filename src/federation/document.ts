/** Reads documents of strangers into plain JSON, within limits. */
import { isObject, type JsonObject } from './json.ts';
import { Refusal } from './refusal.ts';

const maxDepth = 32;

/** Throws a Refusal for what is no JSON object in UTF-8 or is nested deeper than 32. */
export function parseDocument(bytes: Uint8Array): { text: string; json: JsonObject } {
  if (depthOf(bytes) > maxDepth) throw new Refusal(400, `the document is nested deeper than ${maxDepth}`);
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'the document is not JSON in UTF-8');
  }
  if (!isObject(json)) throw new Refusal(400, 'the document is not a JSON object');
  return { text, json };
}

/** Counted on bytes, before a parser recurses. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case 0x22:
        index = endOfString(bytes, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
  }
  return deepest;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== 0x22) index += bytes[index] === 0x5c ? 2 : 1;
  return index;
}

/** Whether two IRIs name one thing: the same URL once normalised. */
export function isSameIri(one: string, other: string): boolean {
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  );
}
