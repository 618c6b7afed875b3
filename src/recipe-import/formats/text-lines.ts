/** Splits long texts into lines and paragraphs, in linear time. */

const MAX_LENGTH = 4_000;

/** Yields lines without their break. What is beyond 4,000 characters of a line is left out. */
export function* linesIn(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + MAX_LENGTH));
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (end < 0) return;
    from = end + 1;
  }
}

/** Lines without an empty one between them are one paragraph. */
export function joinParagraphs(lines: string[]): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)!.push(line);
  }
  return paragraphs.map((each) => each.join(' ')).filter(Boolean);
}

/** Removes comments, which have no marks of their own within. One that does not end stays. */
export function withoutBetween(text: string, open: string, close: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) return parts.concat(text.slice(at)).join('');
    parts.push(text.slice(at, start));
    at = end + close.length;
  }
}
