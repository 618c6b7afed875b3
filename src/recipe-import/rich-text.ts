/** Converts text with or without HTML to plain lines or Markdown. */
import { decodeText, walkHtml } from './html-tokens.ts';
import { escapeMarkdown } from './markdown-escape.ts';
import { repairMojibake } from './mojibake.ts';

const BLOCKS = new Set('p div br li ul ol h1 h2 h3 h4 h5 h6 tr table section article blockquote dd dt hr'.split(' '));
const SKIPPED = new Set(['script', 'style', 'template', 'iframe']);
const BOLD = new Set('b strong h1 h2 h3 h4 h5 h6'.split(' '));
/** Codes of WordPress, which put pictures and films into a text. */
const SHORTCODE = /\[\/?(?:caption|embed|gallery|video|audio|playlist)\b[^\]]{0,300}\]/gi;
const MAX_LENGTH = 50_000;
const ENCODED_TAG = /&lt;\/?(?:p|br|b|strong|em|i|a|ul|ol|li|div|span)\b/i;
const ENTITY = /&(?:[a-z]{2,8}|#\d{2,6});/i;

type Piece = { text: string } | { bold: boolean } | 'break';

/** Returns one line without tags and entities. */
export function toPlainLine(value: unknown): string {
  return toPlainLines(value).join(' ');
}

/** Splits at paragraphs, list items and line breaks. */
export function toPlainLines(value: unknown): string[] {
  const lines = [''];
  for (const piece of readPieces(value)) {
    if (piece === 'break') lines.push('');
    else if ('text' in piece) lines.push(`${lines.pop()}${piece.text}`);
  }
  return tidy(lines);
}

/** Returns the lines as Markdown: bold text stays bold, everything else is escaped. */
export function toMarkdownLines(value: unknown): string[] {
  const lines = [''];
  let opening = false;
  let closed = false;

  for (const piece of readPieces(value)) {
    const line = lines.pop()!;
    if (piece === 'break') {
      lines.push(line, '');
      closed = false;
    } else if ('text' in piece) {
      const text = escapeMarkdown(piece.text);
      const gap = closed && /^[\p{L}\p{N}]/u.test(text) && /\p{P}\*\*$/u.test(line) ? ' ' : '';
      const start = opening && text.trim() !== '' ? text.replace(/^\s*/, '$&**') : text;
      opening &&= text.trim() === '';
      closed = false;
      lines.push(`${line}${gap}${start}`);
    } else if (piece.bold) {
      opening = true;
      lines.push(line);
    } else {
      const space = /\s$/.test(line) ? ' ' : '';
      lines.push(opening ? line : `${line.trimEnd()}**${space}`);
      closed = !opening;
      opening = false;
    }
  }

  return tidy(lines);
}

export function toMarkdown(value: unknown): string {
  return toMarkdownLines(value).join('\n\n');
}

function tidy(lines: string[]): string[] {
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

function readPieces(value: unknown): Piece[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];

  let source = String(value).slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();
  if (!source.includes('<') && ENCODED_TAG.test(source)) source = decode(source);

  if (source.includes('[')) source = source.replace(SHORTCODE, '');

  // Escaped twice: a backslash and an n instead of a line break.
  if (source.includes('\\n') && !source.includes('\n')) source = source.replace(/(?:\\r)?\\n/g, '\n');

  const hasBlocks = /<(?:p|br|li|div)\b/i.test(source);
  const pieces: Piece[] = [];
  let bold = false;
  let skipping = 0;

  const setBold = (on: boolean) => {
    if (bold !== on) pieces.push({ bold: on });
    bold = on;
  };
  const breakLine = () => {
    setBold(false);
    pieces.push('break');
  };
  const addText = (text: string) => {
    const last = pieces.at(-1);
    if (last && last !== 'break' && 'text' in last) last.text += text;
    else pieces.push({ text });
  };

  walkHtml(source, {
    open(name) {
      if (SKIPPED.has(name)) skipping += 1;
      if (BLOCKS.has(name)) breakLine();
      if (BOLD.has(name)) setBold(true);
    },
    close(name) {
      if (SKIPPED.has(name)) skipping = Math.max(0, skipping - 1);
      if (BLOCKS.has(name)) breakLine();
      if (BOLD.has(name)) setBold(false);
    },
    text(text) {
      if (skipping > 0) return;
      const [first = '', ...more] = hasBlocks ? [text] : text.split('\n');
      addText(first);
      for (const line of more) {
        breakLine();
        addText(line);
      }
    },
  });

  setBold(false);
  return pieces.map((piece) =>
    piece !== 'break' && 'text' in piece ? { text: repairMojibake(decode(piece.text)) } : piece,
  );
}

/** Some sites encode entities twice, and a few three times. */
function decode(text: string): string {
  const once = ENTITY.test(text) ? decodeText(text) : text;
  return once !== text && once.includes('&') && ENTITY.test(once) ? decodeText(once) : once;
}
