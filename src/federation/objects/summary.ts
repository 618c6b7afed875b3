/** Converts summaries: the first sentences of a text, or a content warning. */
import { escapeHtml, excerpt, textOf } from '../../lib/html/html.ts';
import { cutText, type JsonObject, typesOf } from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { limits } from './remote-object.ts';

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

/** Most servers show a summary as plain text, so only a text that would be read as HTML is escaped. */
export const toSummary = (text: string): string => (isMarkup(text) ? escapeHtml(text) : text);

/** Types whose `summary` is a content warning. Of other statuses it is one if the object is sensitive, as in WordPress. */
const typesWithWarning = ['Note', 'Question', 'Image'];

/** Returns the content warning; empty if there is none. */
export function readWarning(json: JsonObject, { sensitive } = { sensitive: false }): string {
  if (!sensitive && !typesOf(json).some((type) => typesWithWarning.includes(type))) return '';
  return cutText(plainSummary(naturalText(json, 'summary') ?? ''), limits.spoiler);
}

/** Some servers send HTML and others plain text, as Mastodon does. A text that could be either is kept whole. */
export const plainSummary = (summary: string): string => (isMarkup(summary) ? textOf(summary) : summary);

const isMarkup = (summary: string): boolean => isHtml(summary) || isEscaped(summary);

const formatting = new Set('p div br span a strong b em i u s del code ul ol li'.split(' '));

/** HTML has only elements that format text, and closes each of them. */
function isHtml(summary: string): boolean {
  const tags = [...summary.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[\s/][^<>]*)?>/gi)];
  if (tags.length === 0 || tags.length !== summary.match(/<[a-z/!?]/gi)?.length) return false;

  const open = new Map<string, number>();
  for (const [, slash, name = ''] of tags) {
    const element = name.toLowerCase();
    if (!formatting.has(element)) return false;
    if (element !== 'br') open.set(element, (open.get(element) ?? 0) + (slash ? -1 : 1));
  }
  return [...open.values()].every((count) => count === 0);
}

/** A server that escapes leaves no `<`, and no `&` outside an entity. */
const isEscaped = (summary: string): boolean =>
  summary.includes('&') && !/<|&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/i.test(summary);
