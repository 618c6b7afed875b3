/** Parses amounts as people write them. */
import type { Rational } from './draft.ts';
import { CJK_DIGITS, HALF_WORDS, NUMBER_WORDS, VULGAR } from './number-words.ts';
import { add, compare, rational } from './quantity.ts';

export interface ReadQuantity {
  quantity: Rational;
  quantityMax: Rational | null;
  /** The index after the amount. */
  end: number;
}

const FRACTION = /(\d{1,4})\s?\/\s?(\d{1,4})(?!\d)/y;
const DECIMAL = /\d{0,9}[.,]\d{1,6}(?!\d)|\d{1,9}(?![\d])/y;
const THOUSANDS =
  /\d{1,3}(?:[.,' ]\d{3}){1,2}(?=\s?(?:g|gr|gram|grams|ml|mL|mg)\b(?!\s(?:can|tin|jar|pack|box|bag|block|carton|tub|bottle)))/y;
const PLUS_FRACTION =
  /(?:\s{0,3}-\s{0,3}|\s{1,3}(?:and|&|und|et|e|y|en|og|och|i)\s{1,3}|\s{0,3})(?=\d{1,2}\/\d{1,2}(?!\d))/y;
const RANGE =
  /\s{0,3}(?:[-‐‑–—−~～〜]|to\b|or\b|bis\b|oder\b|à|a\b|ou\b|o\b|of\b|tot\b|till?\b|eller\b|do\b|ili\b|lub\b|nebo\b|alebo\b|vagy\b|至|到)\s{0,3}(?=[\d.,])/iy;
const WORD = /\p{L}{1,12}(?=\s)/uy;
const HALF_OF = /\p{L}{3,6}\s{1,2}(?:an?|of)\s/uy;
const CJK = /[一二两兩三四五六七八九十半]/y;
const CJK_HALF = /([一二两兩三四五六七八九十])(个|個|杯|勺|根)?半/g;

/** Converts signs to ASCII: ½ to 1/2, ＋１ to +1, no-break spaces to spaces. The length may change. */
export function plainNumbers(text: string): string {
  return text
    .replace(/Â(?=[½¼¾ ])/g, '')
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[⁄∕]/g, '/')
    .replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/g, (sign, at: number, whole: string) =>
      /\d/.test(whole[at - 1] ?? '') ? ` ${VULGAR[sign]}` : VULGAR[sign]!,
    )
    .replace(CJK_HALF, (_, digit: string, measure = '') => `${CJK_DIGITS[digit]}.5${measure}`)
    .replace(/(\/\d{1,2})(?=\p{L})/gu, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Parses a text that is only an amount, such as "1 ½" or "2,5". Returns null otherwise. */
export function parseQuantity(text: string): Rational | null {
  const plain = plainNumbers(text.slice(0, 100));
  const read = readNumber(plain, 0);
  return read && read.end === plain.length ? read.value : null;
}

/** Expects the output of `plainNumbers`. Returns null if there is no amount at `start`, or if it is zero. */
export function readQuantity(text: string, start = 0): ReadQuantity | null {
  const first = readNumber(text, start) ?? readWord(text, start);
  if (!first || first.value.numerator === 0) return null;

  RANGE.lastIndex = first.end;
  if (RANGE.test(text)) {
    const second = readNumber(text, RANGE.lastIndex);
    if (second && compare(second.value, first.value) > 0) {
      return { quantity: first.value, quantityMax: second.value, end: second.end };
    }
  }

  return { quantity: first.value, quantityMax: null, end: first.end };
}

function readNumber(text: string, start: number): { value: Rational; end: number } | null {
  const fraction = readFraction(text, start);
  if (fraction) return fraction;

  const whole = readWhole(text, start);
  if (whole?.value.denominator !== 1) return whole;

  PLUS_FRACTION.lastIndex = whole.end;
  if (!PLUS_FRACTION.test(text) || PLUS_FRACTION.lastIndex === whole.end) return whole;

  const rest = readFraction(text, PLUS_FRACTION.lastIndex);
  if (!rest || rest.value.numerator >= rest.value.denominator) return whole;
  return { value: add(whole.value, rest.value), end: rest.end };
}

function readFraction(text: string, start: number): { value: Rational; end: number } | null {
  FRACTION.lastIndex = start;
  const match = FRACTION.exec(text);
  const value = match && rational(Number(match[1]), Number(match[2]));
  return value ? { value, end: FRACTION.lastIndex } : null;
}

function readWhole(text: string, start: number): { value: Rational; end: number } | null {
  THOUSANDS.lastIndex = start;
  const grouped = THOUSANDS.exec(text)?.[0];
  if (grouped && !grouped.startsWith('0')) {
    const value = rational(Number(grouped.replace(/\D/g, '')));
    return value && { value, end: start + grouped.length };
  }

  DECIMAL.lastIndex = start;
  const match = DECIMAL.exec(text)?.[0];
  if (!match || /^0\d/.test(match)) return null;

  const end = start + match.length;
  if (/^[1-9]\d{0,2},000$/.test(match)) return { value: rational(Number(match.replace(',', '')))!, end };

  const [whole = '', decimals = ''] = match.split(/[.,]/);
  const value = rational(Number(whole + decimals), 10 ** decimals.length);
  return value && { value, end };
}

function readWord(text: string, start: number): { value: Rational; end: number } | null {
  CJK.lastIndex = start;
  const cjk = CJK.exec(text);
  if (cjk) {
    const digit = CJK_DIGITS[cjk[0]];
    return { value: digit ? rational(digit)! : rational(1, 2)!, end: CJK.lastIndex };
  }

  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0].toLowerCase();
  if (!word) return null;

  const value = NUMBER_WORDS.get(word);
  if (value) {
    const end = start + word.length;
    const half = readHalf(text, end + 1);
    return half && value === 1 ? half : { value: rational(value)!, end };
  }

  if (!HALF_WORDS.has(word)) return null;
  if (word !== 'half') return { value: rational(1, 2)!, end: start + word.length };

  HALF_OF.lastIndex = start;
  return HALF_OF.test(text) ? { value: rational(1, 2)!, end: HALF_OF.lastIndex - 1 } : null;
}

function readHalf(text: string, start: number): { value: Rational; end: number } | null {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  return word && HALF_WORDS.has(word.toLowerCase())
    ? { value: rational(1, 2)!, end: start + word.length }
    : null;
}
