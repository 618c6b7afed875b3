/** Splits a text or Markdown document into lines, and tells headings, list entries and paragraphs apart. */

export interface TextLine {
  kind: 'heading' | 'entry' | 'text';
  /** Without marks of lists and headings. */
  text: string;
  /** Whether an empty line comes before it. */
  isAfterGap: boolean;
}

const MAX_LINES = 2_000;
const MAX_LENGTH = 4_000;
const HEADING = /^(?:#{1,6}\s|={2,}\s?)/;
const BULLET = /^(?:[-–—*+•●▢□☐·▪✓]|\[[ x]?\])\s+(?=\S)/i;
const NUMBER = /^(?:step\s)?\d{1,2}[.)]\s+(?=\D)/i;
const RULE = /^[-=_*~\s]{3,}$/;
const BOLD = /^(\*\*|__)(.{1,200})\1:?$/;

/** Takes time linear in the length of the text. At most 2,000 lines. */
export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let isAfterGap = false;
  for (const raw of firstLines(text)) {
    const line = raw.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
    if (line === '' || RULE.test(line)) {
      isAfterGap = true;
      continue;
    }
    lines.push({ ...readLine(line), isAfterGap });
    isAfterGap = false;
  }
  return lines;
}

function* firstLines(text: string): Generator<string> {
  let from = 0;
  for (let count = 0; count < MAX_LINES && from <= text.length; count += 1) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, Math.min(end < 0 ? text.length : end, from + 2 * MAX_LENGTH));
    if (end < 0) return;
    from = end + 1;
  }
}

function readLine(line: string): Pick<TextLine, 'kind' | 'text'> {
  const bold = BOLD.exec(line)?.[2];
  if (HEADING.test(line)) return { kind: 'heading', text: line.replace(/^[#=]+\s?|\s?[#=]+$/g, '').trim() };
  if (bold !== undefined) return { kind: 'heading', text: bold.replace(/:$/, '').trim() };
  const entry = line.replace(BULLET, '').replace(BULLET, '');
  const isEntry = entry !== line || NUMBER.test(line);
  return { kind: isEntry ? 'entry' : 'text', text: entry };
}
