/** Splits instructions written as one text into steps. */
import { lazy } from '../lib/lazy.ts';
import { toMarkdownLines, toPlainLine } from './rich-text.ts';
import { readHeadingAbove, readMarkedHeading } from './section-words.ts';
import { anyOf } from './words.ts';

export interface WrittenStep {
  name: string;
  /** Markdown. */
  content: string;
}

const patterns = lazy(() => {
  const step = anyOf('step');
  const number = '\\d{1,2}\\\\?';
  const spelled = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
  const numbered = `(?:(?:${step})\\s{0,2}#?)?${number}\\s{0,2}[.):、．：](?!\\d)\\s{0,3}`;
  const ofAll = '(?:\\s?(?:of|von|sur|de|di|van|z|из|з|/)\\s?\\d{1,2})?';
  const mark = '(?:\\\\?[|.):：、．–—-]{1,2}\\s{0,3}|\\s(?=\\p{Lu}))';
  const named = `(?:${step})\\s{0,2}#?(?:${number}|${spelled})${ofAll}\\s{0,2}${mark}`;
  const ordinal = `${number}[.):]?\\s?(?:${step})\\s{0,2}[:.–-]\\s{0,3}`;
  const enclosed = `\\\\?[(（[]\\d{1,2}\\\\?[)）\\]]\\s{0,3}|\\\\?#\\d{1,2}[.:)]?\\s{1,3}`;
  const apart = '\\d{1,2}\\s[-–—]\\s(?=\\p{L})|[a-h]\\\\?\\)\\s|\\d{1,2}\\s{0,2}\\\\?\\|\\s{0,3}';
  const suffixed = `第?\\s?${number}\\s?(?:步|단계)\\s{0,2}[:：.、]?\\s{0,3}`;
  return {
    numbering: new RegExp(`^\\**(?:${named}|${ordinal}|${numbered}|${enclosed}|${suffixed}|${SIGNED}|${apart})`, 'iu'),
    onlyNumber: new RegExp(`^(?:(?:${step})\\s{0,2}#?)?${number}[.):]?$|^第?\\s?${number}\\s?(?:步|단계)[:：]?$`, 'iu'),
    inlineNumber: new RegExp(`(?:^|\\s)(?:(?:${step})\\s{1,2})?(\\d{1,2})\\\\?[.):、．](?!\\d)\\s{0,3}`, 'giu'),
  };
});
/** Numbers in circles, and the numbers of keyboards. */
const SIGNED = '(?:[①-⑳❶-❿➀-➓⓵-⓾⓫-⓴]|\\d\\ufe0f?\\u20e3|🔟)\\ufe0f?[.):]?\\s{0,3}';
const BULLET = /^\\?[-*•●▢▪■◆○►▶▸➤➜→»›✓✔✅☑–—]\ufe0f?\s{1,3}/u;
/** "• Soak the beans • Fry the onion" on one line. */
const BULLETS = /(?:^|\s)[•●▢▪‣](?=\s)/;
const ONLY_LINK = /^https?:\/\/\S{1,500}$/;
/** "Soak the beans.Fry the onion.": a program took out the line breaks. */
const LOST_BREAK = /(?<=[\p{Ll}\p{N})][.!?])(?=\p{Lu}\p{Ll})/u;
const MAX_HEADING_LENGTH = 60;

/** Short lines before a step become its name. */
export function splitInstructions(text: string): WrittenStep[] {
  const { onlyNumber } = patterns();
  const lines = toMarkdownLines(text).filter((line) => !onlyNumber.test(line) && !ONLY_LINK.test(line));
  const whole = lines.length === 1 ? splitLine(lines[0]!) : lines;
  const steps: WrittenStep[] = [];
  let name = '';

  whole.forEach((line, at) => {
    const content = stripNumbering(line);
    if (content === '') return;

    const next = whole[at + 1];
    const marked = next === undefined ? null : readMarkedHeading(line);
    if (marked !== null) {
      name = toPlainLine(marked);
      return;
    }

    if (next !== undefined && name === '' && isHeading(content, next)) {
      name = toPlainLine(content.replace(/[*\\]/g, '').replace(/\s*:$/, ''));
      return;
    }

    steps.push({ name, content });
    name = '';
  });

  return steps;
}

export function stripNumbering(line: string): string {
  const numbering = patterns().numbering.exec(line)?.[0];
  if (numbering === undefined) return line.replace(BULLET, '').trim();
  // "**1.** Chop": the number alone was bold.
  const isBold = numbering.startsWith('**');
  const rest = line.slice(numbering.length);
  return (isBold ? (rest.startsWith('**') ? rest.slice(2) : `**${rest}`) : rest).replace(BULLET, '').trim();
}

function isHeading(line: string, next: string): boolean {
  if (line.length <= MAX_HEADING_LENGTH && readHeadingAbove(line, next) !== null) return true;
  if (line.length > MAX_HEADING_LENGTH || /[.!?…。！？)]$/.test(line)) return false;
  return /:\**$/.test(line) || (next.length > 80 && !/[\d,;]/.test(line));
}

function splitLine(line: string): string[] {
  const numbered = splitByNumbers(line);
  if (numbered.length > 1) return numbered;
  const sentences = line.split(LOST_BREAK);
  if (sentences.length > 2) return sentences;
  const entries = line.split(BULLETS).filter((entry) => entry.trim() !== '');
  return entries.length > 2 ? entries : [line];
}

/** "1. Chop. 2. Fry." on one line; numbers out of order do not start steps. */
function splitByNumbers(line: string): string[] {
  const starts: number[] = [];
  for (const match of line.matchAll(patterns().inlineNumber)) {
    if (Number(match[1]) === starts.length + 1) starts.push(match.index);
  }

  if (starts.length < 2) return [line];
  const head = line.slice(0, starts[0]).trim();
  const steps = starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
  return head === '' ? steps : [head, ...steps];
}
