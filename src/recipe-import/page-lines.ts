/** Recognizes the lines of a recipe among the blocks of its page, where they differ in notes, units and fractions. */
import { FRACTION_SIGNS, writtenFraction } from './number-words.ts';
import type { PageBlock } from './page-outline.ts';

const MAX_TEXT = 500;
const WORD = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

export type Words = ReadonlySet<string>;

/** ½, 1/2 and 0.5 are the same words. */
export const wordsOf = (text: string): Words => new Set(plain(text).match(WORD));

function plain(text: string): string {
  const start = text.slice(0, MAX_TEXT).toLowerCase();
  const written = start.replace(FRACTION_SIGNS, (sign) => ` ${writtenFraction(sign)}`);
  return /\d?[.,]\d/.test(written) ? written.replace(DECIMAL, toFraction) : written;
}

/** 0.5, 1.25 and 2,75. */
const DECIMAL = /(?<![\d.,])(\d{0,2})[.,](5|25|75|33|66|67|125)0?(?![\d.,]\d|\d)/g;
const FRACTIONS: Record<string, string> = {
  5: '1/2',
  25: '1/4',
  75: '3/4',
  33: '1/3',
  66: '2/3',
  67: '2/3',
  125: '1/8',
};
const toFraction = (_: string, whole: string, part: string) =>
  whole === '' || whole === '0' ? FRACTIONS[part]! : `${whole} ${FRACTIONS[part]}`;

/** True if most words are the same: cards add amounts in other units, and data leaves out notes. */
export function isSame(shown: Words, listed: Words): boolean {
  if (shown.size === 0 || listed.size === 0 || shown.size > 4 * listed.size + 8) return false;
  const common = countCommon(shown, listed);
  return common >= 0.7 * listed.size && common >= 0.4 * shown.size;
}

/** True if the page shows the same line with its amount, which the data leaves out. */
export const isWithAmount = (shown: Words, listed: Words): boolean =>
  listed.size > 0 &&
  shown.size > listed.size &&
  shown.size <= listed.size + 5 &&
  countCommon(shown, listed) === listed.size;

function countCommon(shown: Words, listed: Words): number {
  let common = 0;
  for (const word of listed) if (shown.has(word)) common += 1;
  return common;
}

/** The words of the blocks of a page, each found when it is first asked for. */
export class PageLines {
  readonly blocks: PageBlock[];
  readonly #plain: (string | undefined)[] = [];
  readonly #words: (Words | undefined)[] = [];

  constructor(blocks: PageBlock[]) {
    this.blocks = blocks;
  }

  wordsAt(at: number): Words {
    this.#words[at] ??= new Set(this.#plainAt(at).match(WORD));
    return this.#words[at];
  }

  /** Returns the positions of those of the first `max` blocks that say the same. */
  find(listed: Words, max = this.blocks.length): number[] {
    // Two lines that say the same share one of these.
    const needed = [...listed]
      .sort((one, other) => other.length - one.length)
      .slice(0, Math.floor(0.3 * listed.size) + 1);
    const found: number[] = [];
    for (let at = 0; at < Math.min(max, this.blocks.length); at += 1) {
      const text = this.#plainAt(at);
      if (needed.some((word) => text.includes(word)) && isSame(this.wordsAt(at), listed)) found.push(at);
    }
    return found;
  }

  #plainAt(at: number): string {
    this.#plain[at] ??= plain(this.blocks[at]!.text);
    return this.#plain[at];
  }
}
