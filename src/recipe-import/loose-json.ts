/** Parses JSON with the errors that are common in JSON-LD on web pages. */

const [QUOTE, BACKSLASH, COMMA, SLASH, SPACE] = [34, 92, 44, 47, 32];

/** Returns undefined if the text cannot be repaired. */
export function parseLooseJson(text: string): unknown {
  const bare = unwrap(text);
  return parse(bare) ?? parse(repair(bare));
}

function parse(text: string): unknown {
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

/** Escapes control characters in strings, repairs escapes, and removes trailing commas and comments. */
function repair(text: string): string {
  const parts: string[] = [];
  let written = 0;
  let inString = false;

  /** Replaces the characters from `at` up to `next`. */
  const replace = (at: number, next: number, replacement: string) => {
    parts.push(text.slice(written, at), replacement);
    written = next;
  };

  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);

    if (code === QUOTE) {
      inString = !inString;
    } else if (inString && code === BACKSLASH) {
      if (isEscape(text, at)) at += 1;
      else replace(at, at + 1, '\\\\');
    } else if (inString && code < SPACE) {
      replace(at, at + 1, `\\u${code.toString(16).padStart(4, '0')}`);
    } else if (!inString && code === COMMA && '}]'.includes(nextSign(text, at + 1) || '.')) {
      replace(at, at + 1, '');
    } else if (!inString && code === SLASH && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      const next = end < 0 ? text.length : end + 2;
      replace(at, next, ' ');
      at = next - 1;
    }
  }

  return parts.join('') + text.slice(written);
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
