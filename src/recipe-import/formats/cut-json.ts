/** Finds the complete entries of a list in JSON that ends too early. */
import { parseLooseJson } from '../loose-json.ts';

export interface CutJson {
  entries: unknown[];
  /** The name of the entry that is not complete, if it is known. */
  cutAt: string;
}

const NAME = /"(?:name|title)"\s{0,5}:\s{0,5}"([^"\\]{1,100})"/;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 92, 91, 93, 123, 125];

/** The list is the document or a property of it. Returns null without a complete entry. Takes linear time. */
export function readCutJson(text: string): CutJson | null {
  const entries: unknown[] = [];
  let depth = 0;
  /** The depth of entries, once the list has begun. */
  let entryDepth = 0;
  let start = 0;

  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN) {
      if (entryDepth === 0 && code === OPEN_LIST && depth <= 1 && isListOfObjects(text, at)) entryDepth = depth + 1;
      else if (depth === entryDepth && entryDepth > 0) start = at;
      depth += 1;
    } else if (code === CLOSE_LIST || code === CLOSE) {
      depth -= 1;
      if (entryDepth > 0 && depth < entryDepth) break;
      if (entryDepth > 0 && depth === entryDepth) {
        const entry = parseLooseJson(text.slice(start, at + 1));
        if (entry !== undefined) entries.push(entry);
        start = at + 1;
      }
    }
  }
  return entries.length === 0 ? null : { entries, cutAt: NAME.exec(text.slice(start, start + 20_000))?.[1] ?? '' };
}

const isListOfObjects = (text: string, at: number): boolean => /^\[\s{0,100}\{/.test(text.slice(at, at + 102));

/** Returns the index of the closing quote, or of the end. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
