/** Reads numerals and number words of many languages. */
import { lazy } from '../lib/lazy.ts';
import type { Rational } from './draft.ts';
import { rational } from './quantity.ts';
import { listWords } from './words.ts';

/** ½, ⅓ and the other signs that Unicode has for fractions. */
export const FRACTION_SIGNS = /[¼-¾⅐-⅞]/g;

/** "½" is "1/2". */
export const writtenFraction = (sign: string): string => sign.normalize('NFKC').replace('⁄', '/');

function fraction(text: string): Rational {
  const [top, bottom = '1'] = text.split('/');
  return rational(Number(top), Number(bottom))!;
}

const numbers = lazy(() => new Map(listWords('number').map(({ word, meaning }) => [word, fraction(meaning)])));

/** Takes a lower-case word. "half" is missing: it is read with more care. */
export const numberOf = (word: string): Rational | undefined => numbers().get(word.normalize('NFC'));

export const CJK_DIGITS: Record<string, number> = {
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};

/** Arabic, Persian, Devanagari, Bengali and Thai. */
const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙';

/** Returns the ASCII digit, or null for another sign. */
export function asciiDigit(sign: string): string | null {
  const digit = DIGITS.indexOf(sign);
  return digit < 0 ? null : String(digit % 10);
}

// Writes all numerals of a text in one way, so that amounts in it can be read

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
  if (sign.search(FRACTION_SIGNS) >= 0) return `${/\d$/.test(before) ? ' ' : ''}${writtenFraction(sign)}`;
  return asciiDigit(sign) ?? (/\s/.test(sign) ? ' ' : (SAME[sign] ?? sign));
}
