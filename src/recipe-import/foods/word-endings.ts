/** Endings that the inflected forms of names of foods differ by, in languages beyond the tables of foods. */
import type { FurtherLanguage } from './languages.ts';

const NONE = /$^/;

/** Removed for comparison only. At least two or three letters stay. */
export const ENDINGS: Record<FurtherLanguage, RegExp> = {
  sv: /(?<=\p{L}{3})(?:arna|orna|erna|ar|or|er)$/u,
  da: /(?<=\p{L}{3})(?:erne|ene|er|e)$/u,
  no: /(?<=\p{L}{3})(?:ene|er|e)$/u,
  fi: /(?<=\p{L}{2})(?:[tj]?[aä]{1,2}|[nt])$/u,
  cs: /(?<=\p{L}{2})(?:ami|emi|ého|ých|ové|ech|ách|em|ou|ům|[aeiouyáéíýěů])$/u,
  ru: /(?<=\p{L}{2})(?:ами|ями|ого|его|ому|ой|ый|ий|ая|яя|ое|ее|ые|ие|ых|их|ов|ев|ей|ам|ям|ах|ях|ую|юю|ом|ем|[аяоеиыуюьй])$/u,
  uk: /(?<=\p{L}{2})(?:ами|ями|ого|ому|ої|ий|ій|их|ів|ей|ам|ям|ах|ях|ою|ею|ом|ем|[аяоеєиіїуюьй])$/u,
  tr: /(?<=\p{L}{3})(?:l[ae]r[ıi]?|s[ıiuü]|n[ıiuü]n|[ıiuü])$/u,
  el: /(?<=\p{L}{3})(?:ους|ων|ας|ες|ης|ος|ου|οι|ια|[αοηιευς])$/u,
  ar: /(?<=\p{L}{3})(?:ات|ه)$/u,
  he: NONE,
  hi: NONE,
  ja: NONE,
  ko: NONE,
  zh: NONE,
};

/** Removes accents of Greek, articles and variant letters of Arabic, and dots that writers leave out. */
export function foldSigns(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(?<=\p{Script=Greek})\p{M}+|(?<=[ıi])\u0307|\u093c|[\u064b-\u0652]/gu, '')
    .normalize('NFC')
    .replace(/^ال(?=\p{L}{3})/u, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى$/u, 'ي')
    .replace(/ة$/u, 'ه')
    .replaceAll('ё', 'е');
}
