/** Splits instructions written as one text into steps. */
import { toMarkdownLines, toPlainLine } from './rich-text.ts';
import { readMarkedHeading } from './section-words.ts';

export interface WrittenStep {
  name: string;
  /** Markdown. */
  content: string;
}

const STEP = 'step|schritt|étape|etape|passo|paso|stap|steg|trin|trinn|krok|korak|lépés';
const NUMBERED = `(?:(?:${STEP})\\s{0,2})?\\d{1,2}\\\\?\\s{0,2}[.):、．：](?!\\d)\\s{0,3}`;
const DASHED = '(?:step|schritt|étape|paso|passo|stap|steg|trin|krok)\\s{1,2}\\d{1,2}\\s{0,2}[-–]\\s{0,2}';
const NUMBERING = new RegExp(`^${NUMBERED}|^${DASHED}`, 'iu');
const BULLET = /^\\?[-*•●▢]\s{1,3}/;
const ONLY_NUMBER = /^(?:(?:step|schritt|étape|passo|paso|stap|steg|trin|trinn|krok|korak)\s{0,2})?\d{1,2}\\?[.):]?$/iu;
const ONLY_LINK = /^https?:\/\/\S{1,500}$/;
const INLINE_NUMBER = /(?:^|\s)(\d{1,2})[.):、．](?!\d)\s{0,3}/g;
const MAX_HEADING_LENGTH = 60;

/** Short lines before a step become its name. */
export function splitInstructions(text: string): WrittenStep[] {
  const lines = toMarkdownLines(text).filter((line) => !ONLY_NUMBER.test(line) && !ONLY_LINK.test(line));
  const whole = lines.length === 1 ? splitByNumbers(lines[0]!) : lines;
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
  return line.replace(NUMBERING, '').replace(BULLET, '').trim();
}

function isHeading(line: string, next: string): boolean {
  if (line.length > MAX_HEADING_LENGTH || /[.!?…。！？)]$/.test(line)) return false;
  return /:\**$/.test(line) || (next.length > 80 && !/[\d,;]/.test(line));
}

/** "1. Chop. 2. Fry." on one line; numbers out of order do not start steps. */
function splitByNumbers(line: string): string[] {
  const starts: number[] = [];
  for (const match of line.matchAll(INLINE_NUMBER)) {
    if (Number(match[1]) === starts.length + 1) starts.push(match.index);
  }

  if (starts.length < 2) return [line];
  const head = line.slice(0, starts[0]).trim();
  const steps = starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
  return head === '' ? steps : [head, ...steps];
}
