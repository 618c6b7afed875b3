/** Converts HTML to plain text with the line breaks that a browser would show. */
import { replacements } from './allowed.ts';
import { unescapeHtml } from './escape.ts';
import { type HtmlReader, walkHtml } from './walk.ts';

/** Line breaks before and after an element. */
const breaks = new Map([
  ['p', 2],
  ['ul', 2],
  ['ol', 2],
  ['blockquote', 2],
  ['pre', 2],
  ['h3', 2],
  ['h4', 2],
  ['h5', 2],
  ['h6', 2],
  ['li', 1],
]);

/** Removes tags, decodes entities, and collapses white space outside `pre`. */
export const textOf = (html: string): string => readText((reader) => walkHtml(html, reader));

/** A faster variant for the output of `sanitizeHtml`, which needs no full parser. */
export const textOfSanitized = (html: string): string => readText((reader) => walkSafe(html, reader));

function walkSafe(html: string, reader: HtmlReader): void {
  for (const [, text, slash, name] of html.matchAll(/([^<]+)|<(\/?)(\w+)[^<>]*>/g)) {
    if (text !== undefined) reader.text(unescapeHtml(text));
    else if (slash === '') reader.open(name!, {});
    else reader.close(name!);
  }
}

function readText(walk: (reader: HtmlReader) => void): string {
  const pieces: string[] = [];
  let newlines = 0;
  let space = false;
  let preformatted = 0;

  function boundary(name: string): void {
    const tag = replacements.get(name) ?? name;
    const lines = name === tag ? breaks.get(tag) : tag === 'p' ? 1 : breaks.get(tag);
    newlines = Math.max(newlines, lines ?? 0);
    if (name === 'td' || name === 'th') space = true;
  }

  function add(text: string): void {
    if (pieces.length > 0) pieces.push(newlines > 0 ? '\n'.repeat(newlines) : space ? ' ' : '');
    newlines = 0;
    space = false;
    pieces.push(text);
  }

  walk({
    open(name) {
      boundary(name);
      if (name === 'pre') preformatted++;
      if (name === 'br') newlines = Math.min(newlines + 1, 2);
    },

    text(text) {
      if (preformatted > 0) return add(text);
      const folded = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
      const start = folded.startsWith(' ') ? 1 : 0;
      const end = folded.endsWith(' ') ? folded.length - 1 : folded.length;
      if (start > 0) space = true;
      if (end <= start) return;
      add(folded.slice(start, end));
      space = end < folded.length;
    },

    close(name) {
      boundary(name);
      if (name === 'pre') preformatted--;
    },
  });

  return pieces.join('').trim();
}
