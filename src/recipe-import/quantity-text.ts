/** Parses amounts as people write them. */
import { lazy } from '../lib/lazy.ts';
import type { Rational } from './draft.ts';
import { asciiDigit, CJK_DIGITS, FRACTION_SIGNS, numberOf, writtenFraction } from './number-words.ts';
import { add, compare, rational } from './quantity.ts';
import { readUnit } from './units.ts';
import { anyOf } from './words.ts';

export interface ReadQuantity {
  quantity: Rational;
  quantityMax: Rational | null;
  /** The index after the amount. */
  end: number;
}

interface NumberRead {
  value: Rational;
  end: number;
}

const FRACTION = /(\d{1,4})\s?\/\s?(\d{1,4})(?!\d)/y;
const DECIMAL = /\d{0,9}[.,]\d{1,6}(?!\d)|\d{1,9}(?![\d])/y;
const CONTAINER = 'can|tin|jar|pack|box|bag|block|carton|tub|bottle';
const THOUSANDS = new RegExp(
  `\\d{1,3}(?:[.,'’ ]\\d{3}){1,2}(?=\\s?(?:g|gr|gram+(?:es|s|i|os|as)?|ml|mL|mg|г|гр|мл)(?!\\p{L})(?!\\s(?:${CONTAINER})))`,
  'iuy',
);
const PLUS_FRACTION = new RegExp(
  `(?:${[
    '\\s{0,3}[-+]\\s{0,3}',
    '\\s{1,3}(?:and|&|und|et|e|y|en|og|och|i|и|та|і|και|و)\\s{1,3}',
    '\\s{0,3}(?:と|・|又|와|과)?\\s{0,3}',
  ].join('|')})(?=\\d{1,2}\\/\\d{1,2}(?!\\d))`,
  'y',
);
const AND_A = '(?:and|&|und|et|e|ed|y|en|og|och|i|и|та|і|και|و|اور)\\s{1,3}(?:an?|une?|ein(?:e|en)?|een|ett?)?\\s{0,3}';
const HALF = [
  'half|halbe[nrs]?|demie?|mezz[ao]|medi[ao]|mei[ao]|mig|mitja|halve|halvt?|pół|půl|pol|половин[аой]|пів|μισ[όή]',
  'jumătate|fél|yarım|חצי|וחצי|نصف|نیم|نيم|آدھا|आधा',
].join('|');
const PLUS_HALF = new RegExp(`\\s{1,3}(?:${AND_A}(?:${HALF})|buçuk|ครึ่ง|반)(?![\\p{L}\\p{M}])`, 'iuy');
const range = lazy(
  () => new RegExp(`\\s{0,3}(?:[-‐‑–—−~～〜∼]|(?:${anyOf('range')})(?![\\p{L}\\p{M}])|至|到|から|또는)\\s{0,3}`, 'iuy'),
);
/** "1/2 of a lemon", "1 o una": the word is an article, not the upper end of a range. */
const ARTICLE = /^(?:an?|une?|un[ao]?|ein|een)(?!\p{L})/iu;
const WORD = /[\p{L}\p{M}’]{1,13}(?=[\s-])/uy;
const HALF_OF = /half\s{1,2}(?:of\s{1,2})?(?:an?\s|the\s|(?=\p{L}))/iuy;
/** "полстакана", "ครึ่งหัว": half is written together with its unit. */
const JOINED_HALF = /(?:ครึ่ง|반|пол|пів|pół|půl|pol|fél)-?(?=\p{L})/iuy;
const CJK = /[一二两兩三四五六七八九十半]/y;
const CJK_MEASURES = [
  '个|個|杯|碗|勺|匙|大匙|小匙|大勺|小勺|茶匙|汤匙|湯匙|根|斤|公斤|两|盒|包|袋|条|條|把|片|块|塊|瓶|罐',
  'カップ|本|枚',
].join('|');
/** 一碗半, 3勺半 and 1个半 are one more half. 2个半熟 is none. */
const CJK_HALF = new RegExp(
  `([一二两兩三四五六七八九十]|\\d{1,2})\\s?(${CJK_MEASURES})半(?![熟干乾生肥透脂解])|([一二两兩三四五六七八九十])半`,
  'g',
);

/** Converts signs to ASCII: ½ to 1/2, ＋１ to +1, no-break spaces to spaces. The length may change. */
export function plainNumbers(text: string): string {
  return (
    text
      .replace(/Â(?=[½¼¾ ])/g, '')
      .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replace(/[٠-٩۰-۹०-९০-৯๐-๙]/g, (digit) => asciiDigit(digit)!)
      .replace(/(?<=\d)٫(?=\d)/g, '.')
      .replaceAll('،', ',')
      // "11⁄2" with this sign is one and a half.
      .replace(/(?<![\d/.,])([1-9])([1-7])⁄([2348])(?!\d)/g, (whole, count: string, top: string, bottom: string) =>
        top < bottom ? `${count} ${top}/${bottom}` : whole,
      )
      .replace(/[⁄∕]/g, '/')
      .replace(
        FRACTION_SIGNS,
        (sign, at: number, whole: string) => `${/\d/.test(whole[at - 1] ?? '') ? ' ' : ''}${writtenFraction(sign)}`,
      )
      .replace(CJK_HALF, (_, number: string | undefined, measure = '', digit = number) => {
        const count = CJK_DIGITS[digit!] ?? digit;
        return `${count}.5${measure}`;
      })
      .replace(/(\/\d{1,2})(?=\p{L})/gu, '$1 ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Expects the output of `plainNumbers`. Returns null if there is no amount at `start`, or if it is zero. */
export function readQuantity(text: string, start = 0): ReadQuantity | null {
  const first = readNumber(text, start) ?? readWord(text, start);
  if (!first || first.value.numerator === 0) return null;

  const joints = range();
  joints.lastIndex = first.end;
  const joint = joints.exec(text)?.[0];
  if (joint !== undefined) {
    const at = first.end + joint.length;
    const second = readNumber(text, at) ?? (ARTICLE.test(text.slice(at, at + 4)) ? null : readWord(text, at));
    if (second && compare(second.value, first.value) > 0) {
      return { quantity: first.value, quantityMax: second.value, end: second.end };
    }
  }

  return { quantity: first.value, quantityMax: null, end: first.end };
}

function readNumber(text: string, start: number): NumberRead | null {
  const fraction = readFraction(text, start);
  if (fraction) return fraction;

  const whole = readWhole(text, start);
  if (whole?.value.denominator !== 1) return whole;

  const half = readAndHalf(text, whole);
  if (half) return half;

  PLUS_FRACTION.lastIndex = whole.end;
  if (!PLUS_FRACTION.test(text) || PLUS_FRACTION.lastIndex === whole.end) return whole;

  const rest = readFraction(text, PLUS_FRACTION.lastIndex);
  if (!rest || rest.value.numerator >= rest.value.denominator) return whole;
  return { value: add(whole.value, rest.value), end: rest.end };
}

function readFraction(text: string, start: number): NumberRead | null {
  FRACTION.lastIndex = start;
  const match = FRACTION.exec(text);
  const value = match && rational(Number(match[1]), Number(match[2]));
  return value ? { value, end: FRACTION.lastIndex } : null;
}

function readWhole(text: string, start: number): NumberRead | null {
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

function readWord(text: string, start: number): NumberRead | null {
  CJK.lastIndex = start;
  const cjk = CJK.exec(text);
  if (cjk) {
    const digit = CJK_DIGITS[cjk[0]];
    return { value: digit ? rational(digit)! : rational(1, 2)!, end: CJK.lastIndex };
  }

  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0].toLowerCase();
  const value = word && numberOf(word);
  if (!word || (!value && word !== 'half')) return readJoinedHalf(text, start);

  if (word === 'half') {
    HALF_OF.lastIndex = start;
    const half = HALF_OF.exec(text)?.[0];
    const isAmount = half !== undefined && (/\s(?:an?|of|the)\s/i.test(half) || readUnit(text, start + 4));
    return isAmount ? { value: rational(1, 2)!, end: start + half.length - 1 } : null;
  }

  if (!value) return null;
  const end = start + word.length;
  const halved = readHalf(text, end + 1);
  if (halved && compare(value, rational(1)!) === 0) return halved;
  // A hyphen joins a half to its unit, and any other number to a word such as "one-pot".
  if (text[end] === '-' && value.denominator === 1 && !isNumberWord(text, end + 1)) return null;
  return readAndHalf(text, { value, end }) ?? { value, end };
}

function readJoinedHalf(text: string, start: number): NumberRead | null {
  JOINED_HALF.lastIndex = start;
  const half = JOINED_HALF.exec(text)?.[0];
  return half && readUnit(text, start + half.length) ? { value: rational(1, 2)!, end: start + half.length } : null;
}

/** "one and a half", "bir buçuk". */
function readAndHalf(text: string, { value, end }: NumberRead): NumberRead | null {
  PLUS_HALF.lastIndex = end;
  return PLUS_HALF.test(text) ? { value: add(value, rational(1, 2)!), end: PLUS_HALF.lastIndex } : null;
}

/** "three-four tomatoes". */
function isNumberWord(text: string, start: number): boolean {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  return word !== undefined && numberOf(word.toLowerCase()) !== undefined;
}

/** "eine halbe Zitrone" is one half. */
function readHalf(text: string, start: number): NumberRead | null {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  const value = word && numberOf(word.toLowerCase());
  return value && value.numerator < value.denominator ? { value, end: start + word.length } : null;
}
