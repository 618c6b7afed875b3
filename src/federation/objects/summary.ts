/** The first sentence or two of a text. */
import { excerpt } from '../../lib/html.ts';

const MAX_LENGTH = 300;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** One line of at most 300 characters; empty when there is no text. */
export function firstSentences(text: string): string {
  const beginning = text
    .slice(0, 2 * MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  const [first = '', second = ''] = [...sentences.segment(beginning)]
    .slice(0, 2)
    .map(({ segment }) => segment);
  const both = `${first}${second}`.trim();
  return both.length <= MAX_LENGTH ? both : excerpt(first, MAX_LENGTH);
}
