/** HTML from outside, made safe to show or read as text. */
import { cleanText } from './text.ts';

export { escapeHtml } from './html/escape.ts';
export { sanitizeHtml as sanitizeRemoteHtml } from './html/sanitize.ts';
export { textOf, textOfSafe } from './html/text-of.ts';

/** One line of at most `max` UTF-16 units, cut after a word where one ends near, with an ellipsis when cut. */
export function excerpt(text: string, max: number): string {
  const whole = text.trim();
  const beginning = whole.slice(0, 16 * max + 1_024);
  const line = beginning.replace(/\s+/g, ' ');
  if (line.length <= max && beginning.length === whole.length) return line;

  const cut = line.slice(0, Math.max(max - 1, 0));
  const lastSpace = cut.lastIndexOf(' ');
  const atWord =
    !/\S/.test(line[cut.length] ?? '') || lastSpace < cut.length / 2 ? cut : cut.slice(0, lastSpace);
  return `${cleanText(atWord).trimEnd()}…`;
}
