/** Writes all numerals of a text in one way, so that amounts in it can be read. */
import { VULGAR } from './number-words.ts';

const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙';
const SAME: Record<string, string> = { '⁄': '/', '∕': '/', '٫': '.', '،': ',' };
/** A number behind these is a part of another one: "1.5", "1:30", "E120". */
const INSIDE = /\d[.,/:]$|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}°]$/u;

/** Tells whether a numeral at this index belongs to another one, or to a word. */
export const isInsideNumber = (plain: string, index: number): boolean =>
  INSIDE.test(plain.slice(Math.max(0, index - 2), index));

/** Numerals as ASCII, with the index in the text that each character comes from. */
export function toPlain(text: string): { plain: string; origin: number[] } {
  const pieces: string[] = [];
  const origin: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const written = plainSign(text[at]!, pieces.at(-1) ?? '');
    pieces.push(written);
    for (let count = 0; count < written.length; count += 1) origin.push(at);
  }
  return { plain: pieces.join(''), origin };
}

function plainSign(sign: string, before: string): string {
  if (sign <= '\u007f') return sign;
  if (/[！-～]/.test(sign)) return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  if (VULGAR[sign]) return /\d$/.test(before) ? ` ${VULGAR[sign]}` : VULGAR[sign];
  const digit = DIGITS.indexOf(sign);
  if (digit >= 0) return String(digit % 10);
  return /\s/.test(sign) ? ' ' : (SAME[sign] ?? sign);
}
