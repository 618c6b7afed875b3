/** Converts text with or without HTML to plain lines or Markdown. */
import { decodeText, walkHtml } from './html-tokens.ts';

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

// Escapes plain text for Markdown

/** Escapes only effective markup: `5 * 3` and `snake_case` stay unchanged. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/(?<=\S)\*|\*(?=\S)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/`/g, '\\`')
    .replace(/~~/g, '\\~~')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{2,31};)/g, '\\&')
    .replace(/^(\s*)([-+>]|#{1,6})(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)([-=_|:])(?=[-=_|: ]*$)/, '$1\\$2');
}

// Repairs text whose UTF-8 bytes were read as Windows-1252: "crÃ¨me" is "crème"

/** The characters of the bytes 80 to 9F. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const SIGNS = `\u0080-\u009f${WINDOWS_1252}`;
const REST = `[${SIGNS}\u00a0-\u00bf]`;
const MISREAD = new RegExp(`[\u00c2-\u00f4]${REST}`);
/** Most texts have none of the first bytes. */
const FIRST = /[\u00c2-\u00f4]/;
/**
 * Words of western languages, and signs such as ’ and ⅓, within a text that is right otherwise. After a capital letter,
 * Ã may be itself, as in "MAÇÃ".
 */
const SEQUENCE = new RegExp(`(?<!\\p{Lu})[ÂÃ]${REST}|[ÂÃ][${SIGNS}]|â[${SIGNS}]${REST}`, 'gu');
const LONE = /(?<=[\p{Ll}\p{N}])Â(?=\s|$)/gu;
/** Letters that recipes have, punctuation and signs; "voilà »" with a no-break space would be something else. */
const PLAUSIBLE = new RegExp(
  String.raw`^[\n\r\t\u0020-\u007e\u00a0-\u024f\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u2000-\u215f` +
    String.raw`\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]*$`,
  'u',
);

export function repairMojibake(text: string): string {
  if (!FIRST.test(text)) return text;
  if (!MISREAD.test(text)) return text.includes('Â') ? text.replace(LONE, '') : text;
  return decoded(text) ?? text.replace(SEQUENCE, (sequence) => decoded(sequence) ?? sequence).replace(LONE, '');
}

/** Returns null if these are not the bytes of a text. */
function decoded(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = code < 0x100 ? -1 : WINDOWS_1252.indexOf(text[at]!);
    if (code >= 0x100 && sign < 0) return null;
    bytes[at] = sign < 0 ? code : 0x80 + sign;
  }

  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return PLAUSIBLE.test(whole) ? whole : null;
  } catch {
    return null;
  }
}

/** The letters and digits alone, to find a text in another that has other spaces and punctuation. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
