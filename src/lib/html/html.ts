/** Sanitizes remote HTML or converts it to text. */
import { cleanText } from '../text.ts';

export { escapeHtml } from './escape.ts';
export { sanitizeHtml as sanitizeRemoteHtml } from './sanitize.ts';
export { textOf, textOfSanitized as textOfSafe } from './text-of.ts';

/** Returns one line of at most `max` UTF-16 units. If shortened, it ends after a word where possible, with an ellipsis. */
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
