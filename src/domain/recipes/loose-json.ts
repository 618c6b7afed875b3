/** Parses JSON with the mistakes that JSON-LD on web pages has. */

/** Undefined when it cannot be made sense of. */
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

/** Drops what pages wrap around: comments, CDATA, a trailing semicolon. */
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

/** Escapes raw control characters in strings, mends bad escapes, drops trailing commas and comments. */
function repair(text: string): string {
  const parts: string[] = [];
  let inString = false;

  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;

    if (inString) {
      if (sign === '\\') {
        const next = text[at + 1] ?? '';
        parts.push(
          isEscape(text, at)
            ? sign + next
            : `\\\\${next === '"' || next === '\\' ? '' : escapeControl(next)}`,
        );
        at += 1;
      } else {
        parts.push(escapeControl(sign));
        inString = sign !== '"';
      }
    } else if (sign === ',' && /[}\]]/.test(nextSign(text, at + 1))) {
      // A trailing comma.
    } else if (sign === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 1;
    } else {
      parts.push(sign);
      inString = sign === '"';
    }
  }

  return parts.join('');
}

function isEscape(text: string, at: number): boolean {
  const next = text[at + 1] ?? '';
  return next === 'u'
    ? /^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6))
    : next !== '' && '"\\/bfnrt'.includes(next);
}

function escapeControl(sign: string): string {
  return sign !== '' && sign < ' ' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign;
}

/** Looks ahead a bounded way, so that a page of commas costs no more than its length. */
function nextSign(text: string, from: number): string {
  for (let at = from; at < Math.min(from + 200, text.length); at += 1) {
    if (!/\s/.test(text[at]!)) return text[at]!;
  }
  return '';
}
