/** Converts summaries: the first sentences of a text, or a content warning. */
import { excerpt, textOf } from '../../lib/html/html.ts';

const MAX_LENGTH = 300;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns one line of at most 300 characters. */
export function firstSentences(text: string): string {
  const start = text
    .slice(0, 2 * MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  const [first = '', second = ''] = [...sentences.segment(start)].slice(0, 2).map(({ segment }) => segment);
  const both = `${first}${second}`.trim();
  return both.length <= MAX_LENGTH ? both : excerpt(first, MAX_LENGTH);
}

/** `summary` is HTML, but many servers show it as plain text, so only what looks like markup is escaped. */
export const toSummary = (text: string): string =>
  text.replace(/&(?=[a-z#])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;');

export const readSummary = (html: string): string => (/&[a-z#]|<[a-z/!?]/i.test(html) ? textOf(html) : html);
