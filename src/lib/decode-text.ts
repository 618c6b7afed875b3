/** Decodes text in the character encoding that it declares, or that its bytes show. */
import { isUtf8 } from 'node:buffer';

/** Declarations further back are ignored, as by browsers. */
const HEAD_BYTES = 4_096;
const META = /<meta[^>]{0,500}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w.:-]{1,40})/i;
const XML = /^\s{0,20}<\?xml[^>]{0,200}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/i;
const FALLBACK = 'windows-1252';

/**
 * Follows the HTML standard: byte-order mark, then `contentType`, then `<meta>`. Text that is valid UTF-8 is read as
 * such whatever it declares, since wrong labels are common. Returns null for binary content. Never throws.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null = null): string | null {
  const marked = markOf(bytes);
  if (marked !== null) return decode(bytes, marked);

  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1');
  const wide = wideEncodingOf(head);
  if (wide !== null) return decode(bytes, wide);
  if (bytes.includes(0)) return null;
  if (isUtf8(bytes) && !head.includes('\u001b$')) return decode(bytes, 'utf-8');

  const declared = [
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec((contentType ?? '').slice(0, 200)),
    XML.exec(head),
    META.exec(head),
  ];
  for (const label of declared) {
    const text = label && decode(bytes, label[1]!);
    if (text) return text;
  }
  return decodeLegacy(bytes);
}

// Text without a label, from before Unicode: of Windows, of old Macs, or of DOS, as recipe programs of that time wrote

/** The signs of bytes 80 to FF of DOS. Code page 850 has the same letters in most places. */
const DOS = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐',
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
].join('');
const SAMPLE_BYTES = 65_536;
/** Signs that stand within words, the usual ones first. */
const USUAL = /[äöüßéñå’–—]/;
const IN_WORD = /(?!ƒ)[\p{Ll}ªº‘´-]/u;
const LATIN = /\p{Script=Latin}/u;

/** Takes the encoding in which most bytes within words are usual letters, and Windows-1252 if none has more. */
function decodeLegacy(bytes: Uint8Array): string | null {
  const windows = decode(bytes, FALLBACK);
  if (windows === null) return null;
  const mac = decode(bytes.subarray(0, SAMPLE_BYTES), 'macintosh') ?? '';
  const [ours, macs, dos] = [scoreOf(bytes, windows), scoreOf(bytes, mac), scoreOf(bytes, null)];
  if (dos > ours && dos >= macs) return decodeDos(bytes);
  return macs > ours ? decode(bytes, 'macintosh') : windows;
}

/** `text` has one sign for each byte. Null stands for DOS. */
function scoreOf(bytes: Uint8Array, text: string | null): number {
  let score = 0;
  for (let at = 1; at < Math.min(bytes.length, SAMPLE_BYTES) - 1; at += 1) {
    const byte = bytes[at]!;
    if (byte < 0x80 || !isLetter(bytes[at - 1]!) || !isLetter(bytes[at + 1]!)) continue;
    const sign = text === null ? DOS[byte - 0x80]! : text[at]!;
    const isCapital = bytes[at - 1]! < 0x61 && bytes[at + 1]! < 0x61 && /\p{Lu}/u.test(sign);
    if (USUAL.test(sign)) score += 2;
    else score += isCapital || (IN_WORD.test(sign) && (LATIN.test(sign) || !/\p{L}/u.test(sign))) ? 1 : -1;
  }
  return score;
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

function decodeDos(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin.replace(/[\x80-\xff]/g, (sign) => DOS[sign.charCodeAt(0) - 0x80]!);
}

/** Returns the text as UTF-8 bytes, and binary content as it is. */
export function toUtf8(bytes: Uint8Array, contentType: string | null): Uint8Array {
  const isGzipOrZip = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x50 && bytes[1] === 0x4b);
  const text = isGzipOrZip ? null : decodeText(bytes, contentType);
  return text === null ? bytes : Buffer.from(text);
}

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a mark shows by the NUL beside the first letters, or the first sign of a page or JSON document. */
function wideEncodingOf(head: string): string | null {
  if (/^(?:[\x20-\x7e]\0){2}/.test(head)) return 'utf-16le';
  if (/^(?:\0[\x20-\x7e]){2}/.test(head)) return 'utf-16be';
  if (head[1] === '\0' && '<{['.includes(head[0]!)) return 'utf-16le';
  return head[0] === '\0' && '<{['.includes(head[1] ?? '?') ? 'utf-16be' : null;
}

/** Returns null if the label is unknown, or if UTF-8 or UTF-16 is claimed wrongly. */
function decode(bytes: Uint8Array, label: string): string | null {
  const isUnicode = /^(?:unicode|utf)/i.test(label);
  try {
    const text = new TextDecoder(label, { fatal: isUnicode }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
