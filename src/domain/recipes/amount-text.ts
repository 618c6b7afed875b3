/** Writes amounts for cooks in the language of a recipe or a reader: `1½ cups`, `250 g`, `2–3 EL`, `大さじ2`. */
import { createCache } from '../../lib/cache.ts';
import { likelyLocale } from '../../lib/language/languages.ts';
import { formFor, isSingular, type PluralForms, readForms } from '../../lib/language/plural-forms.ts';
import { anyText, openTable } from '../../lib/table.ts';
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { plainNumbers } from '../../recipe-import/quantity-text.ts';
import { isEnglishUnit, readUnit, unitWordsOf } from '../../recipe-import/units.ts';
import {
  type Amount,
  type Closeness,
  decimalsFor,
  fractionSign,
  metricUnits,
  toNumber,
  toWritten,
} from './kitchen-amounts.ts';

// Writes numbers

interface Language {
  /** The key of a language in kitchen-units.tsv, also for languages that the table lacks. */
  key: string;
  /** BCP 47. */
  tag: string;
  /** The units of the table. */
  units: Map<string, PluralForms>;
  numbers: Intl.NumberFormat;
  /** Singular and plural of words that are no unit of ours, both ways. */
  words: { several: Map<string, string>; one: Map<string, string> };
}

const english = 'en';
const table = openTable('kitchen-units.tsv', { language: '[a-z]{2}(?:-Hant)?', unit: anyText, forms: anyText });

/** Creating formats takes 100 µs. The keys are tags that strangers wrote. */
const languages = createCache<string, Language>({ max: 200 });

function languageOf(locale: string): Language {
  const known = languages.get(locale);
  if (known) return known;
  const likely = likelyLocale(locale);
  const spoken = likely.language === 'no' || likely.language === 'nn' ? 'nb' : likely.language;
  const key = spoken === 'zh' && likely.script === 'Hant' ? 'zh-Hant' : spoken;
  const tag = supportedTag(locale, spoken);
  const made: Language = {
    key,
    tag,
    units: unitsOf(key),
    numbers: new Intl.NumberFormat(tag, { maximumFractionDigits: 15, useGrouping: false }),
    words: pluralsOf(key),
  };
  languages.set(locale, made);
  return made;
}

/** Authors may have written any form of a word. */
function unitsOf(key: string): Language['units'] {
  const rows = table(key).map(({ unit, forms }) => [unit, readForms(forms)] as const);
  const byForm = rows.flatMap(([, forms]) => [...forms.values()].map((form) => [form, forms] as const));
  return new Map([...byForm, ...rows]);
}

/** The signs of a region count, 1.5 in Mexico and 1,5 in Spain, and the extensions of a tag do not. */
function supportedTag(locale: string, spoken: string): string {
  const stated = /^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Z]{2}|\d{3}))?(?=-|$)/.exec(locale)?.[0];
  const tags = [stated ?? spoken, spoken].filter((tag) => !tag.startsWith('und'));
  return tags.find((tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0) ?? english;
}

/** Formats only the numbers: `2–3`, `scant 1`. The unit decides between decimals and fractions. */
export function numbersText({ quantity, quantityMax, unit, closeness }: Amount, locale: string): string {
  const language = languageOf(locale);
  const { numbers } = language;
  const both = commonCloseness({ quantityMax, closeness });
  const texts = [quantity, quantityMax].flatMap((each, at) => {
    if (each === null) return [];
    const text = (metricUnits.has(unit) ? null : withFraction(each, numbers)) ?? decimalText(each, numbers);
    return [both ? text : withCloseness(text, closeness?.[at], language)];
  });
  return withCloseness([...new Set(texts)].join('–'), both, language);
}

/** Returns undefined for a range of which one end is scant, and the other is not. */
const commonCloseness = ({ quantityMax, closeness }: Pick<Amount, 'quantityMax' | 'closeness'>) =>
  quantityMax === null || closeness?.[0] === closeness?.[1] ? closeness?.[0] : undefined;

function withCloseness(text: string, closeness: Closeness = 'exact', language: Language): string {
  if (closeness === 'exact') return text;
  const forms = language.units.get(closeness) ?? languageOf(english).units.get(closeness)!;
  return forms.get('other')!.replace(PLACE, () => text);
}

function withFraction(exact: Rational, numbers: Intl.NumberFormat): string | null {
  const written = fractionSign(exact) === null ? toWritten(exact) : exact;
  if (written === null) return null;
  const whole = Math.floor(toNumber(written));
  const sign = fractionSign(written) ?? '';
  return `${whole > 0 || sign === '' ? numbers.format(whole) : ''}${sign}`;
}

/** Two decimals are written as they are, and others as far as they are more than 2.5 %. */
function decimalText(exact: Rational, numbers: Intl.NumberFormat): string {
  const value = toNumber(exact);
  const isShort = Math.abs(value * 100 - Math.round(value * 100)) < 1e-7;
  return numbers.format(isShort ? Math.round(value * 100) / 100 : Number(value.toFixed(decimalsFor(value))));
}

// Writes units

/** Units that CLDR names. */
const CLDR = new Map([
  ['g', 'gram'],
  ['kg', 'kilogram'],
  ['ml', 'milliliter'],
  ['l', 'liter'],
  ['oz', 'ounce'],
  ['lb', 'pound'],
  ['floz', 'fluid-ounce'],
]);
const NUMBER_PARTS = new Set(['integer', 'decimal', 'fraction', 'group', 'minusSign']);
const PLACE = '#';

/** Written without a space behind the number: 2個, 2개. */
const COUNTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns an empty string if there is no amount. `own` is the author's word for the unit, to be kept.
 */
export function amountText(amount: Amount, locale: string, own: string | null = null): string {
  const closeness = commonCloseness(amount);
  // The word belongs to number and unit: 1カップ弱.
  if (closeness)
    return withCloseness(amountText({ ...amount, closeness: undefined }, locale, own), closeness, languageOf(locale));
  const numbers = numbersText(amount, locale);
  const form = unitForm(amount, languageOf(locale), own);
  if (numbers === '') return form.replace(PLACE, '').trim();
  if (form.includes(PLACE)) return form.replace(PLACE, () => numbers);
  return [numbers, form].filter(Boolean).join(COUNTER.test(form) ? '' : ' ');
}

/** Returns only the word for the unit. */
export const unitText = (amount: Amount, locale: string): string =>
  unitForm(amount, languageOf(locale), null).replace(PLACE, '').trim();

const largestOf = ({ quantity, quantityMax }: Amount): number => {
  const most = quantityMax ?? quantity;
  return most === null ? 1 : toNumber(most);
};

/** Returns the word, with # for the number unless that stands before it. */
function unitForm(amount: Amount, language: Language, own: string | null): string {
  const { unit } = amount;
  const value = largestOf(amount);
  if (unit === null) return '';
  if (own !== null) return inPlural(own, value, language);
  if (unit === 'piece') return '';
  const forms = language.units.get(unit);
  if (forms) return formFor(value, forms, language.tag);
  const word = inPlural(unit, value, language);
  const cldr = CLDR.get(unit);
  if (cldr) return cldrForm(cldr, value, language);
  const fallback = languageOf(english);
  const others = fallback.units.get(unit);
  return others ? formFor(value, others, fallback.tag) : word;
}

function cldrForm(unit: string, value: number, { numbers }: Language): string {
  const { locale } = numbers.resolvedOptions();
  const format = cldrFormats.memo(`${locale} ${unit}`);
  // A language may write one and two without a number: لتران.
  const all = [value, 1.5].map((each) => format.formatToParts(each));
  const parts = all.find((each) => each.some(({ type }) => type === 'integer')) ?? [];
  let isPlaced = false;
  const texts = parts.map(({ type, value: text }) => {
    if (!NUMBER_PARTS.has(type)) return text.replaceAll(/[\u00a0\u202f]/g, ' ');
    if (isPlaced) return '';
    isPlaced = true;
    return PLACE;
  });
  return texts.join('');
}

const cldrFormats = createCache<string, Intl.NumberFormat>({
  max: 500,
  memoMethod: (name) => {
    const [tag = english, unit = 'gram'] = name.split(' ');
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', useGrouping: false });
  },
});

// Finds singular and plural of other words: bunch and bunches, Zweig and Zweige

/** How words end in the plural. A plural counts only if the table of units has it. */
const ENDINGS: Record<string, (word: string) => string[]> = {
  en: (word) => [`${word}s`, `${word}es`, word.replace(/fe?$/, 'ves')],
  de: (word) => [`${word}n`, `${word}en`, `${word}e`, `${withUmlaut(word)}er`, `${withUmlaut(word)}e`],
  es: (word) => [`${word}s`, `${word}es`],
  fr: (word) => [`${word}s`, `${word}x`],
  it: (word) => [word.replace(/io$|o$/, 'i'), word.replace(/a$/, 'e'), word.replace(/e$/, 'i')],
  nl: (word) => [`${word}s`, `${word}en`, `${word}${word.at(-1)}en`],
  pt: (word) => [`${word}s`],
};

/** "Glas" and "Gläser". */
const withUmlaut = (word: string): string =>
  word.replace(/[aou](?=[^aeiouäöü]+$)/, (vowel) => ({ a: 'ä', o: 'ö', u: 'ü' })[vowel]!);

function pluralsOf(language: string): Language['words'] {
  const words = new Set(Object.hasOwn(ENDINGS, language) ? unitWordsOf(language) : []);
  const found = { several: new Map<string, string>(), one: new Map<string, string>() };
  for (const word of words) {
    const plural = ENDINGS[language]!(word).find((each) => each !== word && words.has(each));
    if (plural === undefined) continue;
    found.several.set(word, plural);
    found.one.set(plural, word);
  }
  return found;
}

/** A word of which only one form is known stays. */
function inPlural(word: string, value: number, language: Language): string {
  const key = word.toLowerCase();
  const { one, several } = language.words;
  const other = (isSingular(value, language.tag) ? one : several).get(key);
  if (other === undefined) return word;
  return word[0] === key[0] ? other : `${other[0]!.toUpperCase()}${other.slice(1)}`;
}

/** Returns the word in a text as it is for this amount, or null if the language does not say: Tasse, Tassen. */
export function unitWordFor(word: string, amount: Amount & { unit: string }, locale: string): string | null {
  const language = languageOf(locale);
  const value = largestOf(amount);
  const forms = language.units.get(amount.unit);
  const isForm = [...(forms?.values() ?? [])].some((form) => form.toLowerCase() === word.toLowerCase());
  if (forms && isForm) return formFor(value, forms, language.tag);
  const plural = inPlural(word, value, language);
  return plural === word ? null : plural;
}

// Writes the amount of an ingredient

const MAX_WORDS = 12;

/**
 * Takes the author's word for the unit from the line, where the language has no other, and where the line is not in
 * English although the recipe is, or states no language.
 */
export function ingredientAmount(ingredient: Amount & Pick<IngredientDraft, 'originalText'>, locale: string): string {
  const { unit, originalText } = ingredient;
  const { key, units } = languageOf(locale);
  const mayNeedOwn = unit !== null && !CLDR.has(unit) && (key === english || !units.has(unit));
  const own = mayNeedOwn && originalText ? unitWordIn(originalText, unit) : null;
  return amountText(ingredient, locale, own !== null && key === english && isEnglishUnit(own) ? null : own);
}

function unitWordIn(line: string, unit: string): string | null {
  const plain = plainNumbers(line);
  const starts = [...plain.matchAll(/(?<=\d)\s?(?=\p{L})|\s(?=\p{L})|^/gu)].slice(0, MAX_WORDS);
  for (const { index } of starts) {
    const read = readUnit(plain, index);
    if (read?.unit === unit && read.factor === 1) return plain.slice(index, read.end).trim();
  }
  return null;
}
