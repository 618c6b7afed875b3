/** Parses JSON with the errors that are common on web pages, and JSON that ends too early. */
import { isDeeperThan } from '../lib/json-depth.ts';
import { decodeText } from './html-tokens.ts';

const [SPACE, QUOTE, APOSTROPHE, COMMA, SLASH] = [32, 34, 39, 44, 47];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [91, 92, 93, 123, 125];

/** Returns undefined if the text cannot be repaired, and a list for several documents in one text. */
export function parseLooseJson(text: string): unknown {
  const bare = unwrap(text.includes('"') ? text : decodeText(text));
  return parseJson(bare) ?? parseJson(repair(bare));
}

/** Deeper than any recipe. V8 takes half a second for a million brackets. */
const MAX_DEPTH = 1_000;

/** Returns undefined for a text that is no JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(Buffer.from(text), MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes wrappers: comments, CDATA, a trailing semicolon. */
function unwrap(text: string): string {
  const starts = [text.indexOf('{'), text.indexOf('[', skipCdata(text))].filter((at) => at >= 0);
  const end = Math.max(text.lastIndexOf('}'), lastBracket(text));
  return starts.length === 0 || end < 0 ? text : text.slice(Math.min(...starts), end + 1);
}

function skipCdata(text: string): number {
  const at = text.indexOf('<![CDATA[');
  return at < 0 ? 0 : at + 9;
}

function lastBracket(text: string): number {
  const cdata = text.lastIndexOf(']]>');
  return text.slice(0, cdata < 0 ? undefined : cdata).lastIndexOf(']');
}

/** Words that programs write for values, and what JSON has for them. */
const LITERALS = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
  ['NaN', 'null'],
  ['Infinity', 'null'],
]);
const WORD = /[a-z_$][\w$]{0,60}/iy;

/** Replaces the characters from `at` up to `next`. Calls come in the order of the text. */
type Replace = (at: number, next: number, replacement: string) => void;

/**
 * Repairs strings (control characters, escapes, quotation marks, apostrophes around them), removes trailing commas and
 * comments, and adds missing commas. Takes linear time.
 */
function repair(text: string): string {
  const parts: string[] = [];
  let written = 0;
  const replace: Replace = (at, next, replacement) => {
    parts.push(text.slice(written, at), replacement);
    written = next;
  };
  /** Whether a value or a key has just ended, so that only a sign or the end can follow. */
  let isAfterValue = false;
  let depth = 0;
  let documents = 0;

  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const sign = text[at]!;
    if (code <= SPACE) at += 1;
    else if (code === SLASH && '/*'.includes(text[at + 1] ?? '.')) {
      const end = endOfComment(text, at);
      replace(at, end, ' ');
      at = end;
    } else if (code === COMMA) {
      const isWanted = depth > 0 && isAfterValue && !'}]'.includes(nextSign(text, at + 1) || '.');
      if (!isWanted) replace(at, at + 1, '');
      isAfterValue = false;
      at += 1;
    } else if (sign === ':' || sign === '}' || sign === ']') {
      isAfterValue = sign !== ':';
      if (isAfterValue) depth -= 1;
      at += 1;
    } else {
      if (depth === 0) documents += 1;
      if (isAfterValue || (depth === 0 && documents > 1)) replace(at, at, ',');
      isAfterValue = sign !== '{' && sign !== '[';
      if (isAfterValue)
        at = code === QUOTE || code === APOSTROPHE ? mendString(text, at, replace) : mendWord(text, at, replace);
      else {
        depth += 1;
        at += 1;
      }
    }
  }

  const mended = parts.join('') + text.slice(written);
  return documents > 1 ? `[${mended}]` : mended;
}

function endOfComment(text: string, at: number): number {
  const mark = text[at + 1] === '*' ? '*/' : '\n';
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + mark.length;
}

/** Numbers stay, and keys need quotation marks. Returns the index behind the word. */
function mendWord(text: string, at: number, replace: Replace): number {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) {
    let end = at + 1;
    while (end < text.length && !/[\s,:{}[\]"]/.test(text[end]!)) end += 1;
    return end;
  }
  const end = at + word.length;
  const value = LITERALS.get(word) ?? (nextSign(text, end) === ':' ? `"${word}"` : word);
  if (value !== word) replace(at, end, value);
  return end;
}

/** Returns the index behind the string. */
function mendString(text: string, start: number, replace: Replace): number {
  const mark = text[start]!;
  if (mark === "'") replace(start, start + 1, '"');
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '\\') {
      if (text[at + 1] === "'") replace(at, at + 1, '');
      else if (!isEscape(text, at)) {
        replace(at, at + 1, '\\\\');
        continue;
      }
      at += 1;
    } else if (sign === mark && endsString(text, at)) {
      if (mark === "'") replace(at, at + 1, '"');
      return at + 1;
    } else if (sign === '"') replace(at, at + 1, '\\"');
    else if (sign < ' ') replace(at, at + 1, `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`);
  }
  return text.length;
}

const KEY = /^\s{0,50}["'][^"'\n]{1,60}["']\s{0,5}:/;

/** A quotation mark within a text stands before something that cannot follow a string. */
function endsString(text: string, at: number): boolean {
  const next = nextSign(text, at + 1);
  if (next === '' || ':}]'.includes(next)) return true;
  if (next !== ',') return KEY.test(text.slice(at + 1, at + 120));
  const behind = nextSign(text, text.indexOf(',', at + 1) + 1);
  return behind === '' || /["'{}[\]\d/-]|[tfnNTF]/.test(behind);
}

function isEscape(text: string, at: number): boolean {
  const next = text[at + 1] ?? '';
  return next === 'u' ? /^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6)) : next !== '' && '"\\/bfnrt'.includes(next);
}

/** Limits the look-ahead, so that long runs of spaces stay linear. */
function nextSign(text: string, from: number): string {
  for (let at = from; at < Math.min(from + 200, text.length); at += 1) {
    if (!/\s/.test(text[at]!)) return text[at]!;
  }
  return '';
}

// JSON that ends too early

interface CutJson {
  entries: unknown[];
  /** The name of the entry that is not complete, if it is known. */
  cutAt: string;
}

const NAME = /"(?:name|title)"\s{0,5}:\s{0,5}"([^"\\]{1,100})"/;

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
