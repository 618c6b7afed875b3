/** Folds the inflected forms of words, by light rules of each language in which foods have names. */

// Lists these languages

const COMMONEST = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
const FURTHER = ['sv', 'da', 'no', 'fi', 'cs', 'ru', 'uk', 'tr', 'el', 'ja', 'ko', 'zh', 'ar', 'he', 'hi'] as const;

/** BCP 47 tags. In a text of an unknown language, the names of the first ones count before those of others. */
export const foodLanguages = [...COMMONEST, ...FURTHER];
export type FoodLanguage = (typeof foodLanguages)[number];

/** BCP 47 tags of languages that share their names. */
const SHARED = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
]);
/** Written without spaces; the noun comes last: "无盐黄油". */
export const WITHOUT_SPACES = new Set<FoodLanguage>(['ja', 'zh']);
/** Languages in which the noun precedes its attributes: "poireaux bretons". */
export const NOUN_FIRST = new Set<FoodLanguage>(['fr', 'es', 'it', 'pt', 'ar', 'he']);

/** Takes a BCP 47 tag. Null for a language without names of foods. */
export function foodLanguageOf(locale: string): FoodLanguage | null {
  const tag = locale.toLowerCase().split('-')[0]!;
  return foodLanguages.find((language) => language === (SHARED.get(tag) ?? tag)) ?? null;
}

// Makes plurals singular, and removes endings

const MAX_LENGTH = 200;
const MAX_WORDS = 12;

type Rules = [ending: RegExp, replacement: string][];

/** The first matching rule makes a plural singular. */
const SINGULAR: Partial<Record<FoodLanguage, Rules>> = {
  en: [
    [/(?:ss|us|is)$/, '$&'],
    [/sses$/, 'ss'],
    [/(?<=\p{L}{2}[^aeiou])ies$/u, 'y'],
    [/(?<=ch|sh|x|z)es$/, ''],
    [/oes$/, 'o'],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  de: [
    [/(?:chen|lein)$/, '$&'],
    [/(?<=\p{L}{2}[el][lr])n$/u, ''],
    [/(?<=\p{L}{3})en$/u, 'e'],
    [/(?<=[aoiuy]|on|mp)s$/, ''],
  ],
  fr: [
    [/^(?:noix|ananas|radis|maïs|anis|cassis|couscous|jus|pois|épais|gros|riz)$/, '$&'],
    [/(?<=\p{L}{2})[sx]$/u, ''],
  ],
  es: [
    [/ces$/, 'z'],
    [/(?<=\p{L}[rlnjzy])es$/u, ''],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  it: [
    [/(?<=\p{L}[cg])hi$/u, 'o'],
    [/(?<=\p{L}[cg])he$/u, 'a'],
    [/(?<=\p{L}{2})i$/u, 'o'],
  ],
  nl: [
    [/(?<=je|ie|el|er|em|[aouiy]')s$|'s$/, ''],
    [/(?<=\p{L}{2}[^e])en$/u, ''],
  ],
  pt: [
    [/(?:ões|ães)$/, 'ão'],
    [/ais$/, 'al'],
    [/éis$/, 'el'],
    [/óis$/, 'ol'],
    [/ns$/, 'm'],
    [/(?<=[rz])es$/, ''],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  pl: [[/(?<=\p{L}{3})ów$/u, '']],
};

const IRREGULAR = new Map([
  ['leaves', 'leaf'],
  ['loaves', 'loaf'],
  ['halves', 'half'],
  ['knives', 'knife'],
]);

/** Returns the singular of a lower-case word. Words of unknown languages stay as they are. */
export function singular(word: string, language: FoodLanguage | null): string {
  if (language === 'en' && IRREGULAR.has(word)) return IRREGULAR.get(word)!;
  const rule = language && SINGULAR[language]?.find(([ending]) => ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}

/** Languages without rules for plurals lose these, for comparison only. At least two or three letters stay. */
const ENDINGS: Partial<Record<FoodLanguage, RegExp>> = {
  sv: /(?<=\p{L}{3})(?:arna|orna|erna|ar|or|er)$/u,
  da: /(?<=\p{L}{3})(?:erne|ene|er|e)$/u,
  no: /(?<=\p{L}{3})(?:ene|er|e)$/u,
  fi: /(?<=\p{L}{2})(?:[tj]?[aä]{1,2}|[nt])$/u,
  cs: /(?<=\p{L}{2})(?:ami|emi|ého|ých|ové|ech|ách|em|ou|ům|[aeiouyáéíýěů])$/u,
  ru: /(?<=\p{L}{2})(?:[ая]ми|[ое]го|ому|[ыиое]й|[ая]я|[оеыи]е|[ыиая]х|[ое]в|[аяое]м|[ую]ю|[аяоеиыуюьй])$/u,
  uk: /(?<=\p{L}{2})(?:ами|ями|ого|ому|ої|ий|ій|их|ів|ей|ам|ям|ах|ях|ою|ею|ом|ем|[аяоеєиіїуюьй])$/u,
  tr: /(?<=\p{L}{3})(?:l[ae]r[ıi]?|s[ıiuü]|n[ıiuü]n|[ıiuü])$/u,
  el: /(?<=\p{L}{3})(?:ους|ων|ας|ες|ης|ος|ου|οι|ια|[αοηιευς])$/u,
  ar: /(?<=\p{L}{3})(?:ات|ه)$/u,
};

/** Removes accents of Greek, articles and variant letters of Arabic, and dots that writers leave out. */
function foldSigns(word: string): string {
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

const ACCENTS: Record<string, string> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

/** Makes an English noun plural, such as the name of a food: "bay leaves". */
export function englishPlural(name: string): string {
  const rules: Rules = [
    [/(?:[^s]s|fish|rice|dough|garlic)$/, '$&'],
    [/leaf$/, 'leaves'],
    [/(?<=[^aeiou])y$/, 'ies'],
    [/(?<=ch|sh|x|z|ss|tomato|potato|mango)$/, 'es'],
    [/$/, 's'],
  ];
  const [ending, replacement] = rules.find(([each]) => each.test(name))!;
  return name.replace(ending, replacement);
}

/** Returns a form that all inflections of a word share. Only for comparison, never shown. */
export function stem(word: string, language: FoodLanguage): string {
  if (!SINGULAR[language]) return foldSigns(word).replace(ENDINGS[language] ?? '', '');
  const one = singular(word, language);
  if (language === 'es') return one.replace(/[áéíóú]/g, (sign) => ACCENTS[sign]!);
  if (language === 'it') return word.replace(/(?<=\p{L}{2})h?[aeiouàèéìòù]{1,3}$/u, '');
  if (language === 'pl')
    return word.replace(/(?<=\p{L}{2})(?:ów|ami|ach|ego|ych|ej|[aeiouyąęó])$/u, '').replace(/(?<=\p{L}{2})ek$/u, 'k');
  if (language === 'nl')
    return one
      .replace(/([aeou])\1/g, '$1')
      .replace(/([^aeiou])\1$/, '$1')
      .replace(/v$/, 'f')
      .replace(/z$/, 's')
      .replace(/(?<=\p{L}{3})e$/u, '');
  return one;
}

/** Lower case, without brackets, numerals and signs. At most 200 characters. */
export function plainName(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’׳]/g, "'")
    .replaceAll('œ', 'oe')
    .replace(/\([^()]{0,200}\)?/g, ' ')
    .replace(/[*"“”„.:!?%\d()[\]{}]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits at white space, commas, hyphens and apostrophes. At most 12 words. */
export const wordsOf = (text: string): string[] =>
  plainName(text)
    .split(/[\s,'-]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);

/** A phrase without inflection, as a key of an index. */
export const stemsOf = (words: string[], language: FoodLanguage): string =>
  words.map((word) => stem(word, language)).join(' ');
