/** Every amount of real recipes, scaled and converted, is written within 3 % of the exact one and in its language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eld } from 'eld/extrasmall';
import { describe, expect, it, test } from 'vitest';
import type { Ingredient, Recipe } from '../../src/domain/items/eventable.ts';
import { amountText, ingredientAmount } from '../../src/domain/recipes/amount-text.ts';
import { readableRecipe } from '../../src/domain/recipes/display.ts';
import { toMeasurable, toNumber } from '../../src/domain/recipes/kitchen-amounts.ts';
import { isCommonUnit, kitchenOf, measureOf, readOtherMeasure } from '../../src/domain/recipes/measures.ts';
import { languages } from '../../src/lib/language/languages.ts';
import { anyText, openTable } from '../../src/lib/table.ts';
import type { RecipeDraft } from '../../src/recipe-import/draft.ts';
import { type CanonicalFood, canonicalFood, densityOf } from '../../src/recipe-import/foods/foods.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { plainNumbers } from '../../src/recipe-import/quantity-text.ts';
import { canonicalUnit, readUnit } from '../../src/recipe-import/units.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { isFull } from '../support/test-length.ts';

const rational = (numerator: number, denominator = 1) => ({ numerator, denominator });
const units = openTable('kitchen-units.tsv', { language: anyText, unit: anyText, forms: anyText })();
const wordsOf = (forms: string) => forms.split('|').map((form) => form.split('=')[1]!.replace('#', ''));

describe('units of a kitchen', () => {
  const inexact = ['a pinch', 'a few drops', 'scant', 'generous'];

  it('exist in each language of the pages', () => {
    const needed = ['tsp', 'tbsp', 'cup', 'pinch', 'clove', 'slice', 'can', ...inexact];
    for (const tag of Object.keys(languages)) {
      const [language] = tag.split('-');
      const own = units.filter((row) => row.language === language).map(({ unit }) => unit);
      expect([tag, needed.filter((unit) => !own.includes(unit))]).toEqual([tag, []]);
    }
  });

  it('are words that our own parser reads', () => {
    const read = units.filter(({ unit }) => ![...inexact, 'pint', 'quart', 'stick'].includes(unit));
    const codes = new Set(units.filter(({ language }) => language === 'en').map(({ unit }) => unit));
    const isRead = (word: string, unit: string) =>
      codes.has(unit) || canonicalUnit(unit) ? canonicalUnit(word) === unit : readUnit(word)?.end === word.length;
    const wrong = read.flatMap(({ language, unit, forms }) =>
      wordsOf(forms).flatMap((word) => (isRead(word, unit) ? [] : [`${language} ${word}`])),
    );
    // Romanian joins larger numbers with "de".
    expect(wrong.filter((word) => !word.startsWith('ro de '))).toEqual([]);
  });

  it.each([
    ['en', 'cup', [1, 2], '½ cup'],
    ['en', 'cup', [3, 2], '1½ cups'],
    ['en', 'tbsp', [6], '6 tbsp'],
    ['en', 'bunch', [2], '2 bunches'],
    ['en', 'sticks', [1, 2], '½ stick'],
    ['de', 'tbsp', [6], '6 EL'],
    ['de', 'cup', [3], '3 Tassen'],
    ['de', 'cup', [1, 2], '½ Tasse'],
    ['de', 'kg', [5, 4], '1,25 kg'],
    ['de', 'Zweig', [2], '2 Zweige'],
    ['de-CH', 'kg', [5, 4], '1.25 kg'],
    ['fr', 'cup', [3, 2], '1½ tasse'],
    ['fr', 'tbsp', [2], '2 c. à s.'],
    ['es', 'cup', [3, 2], '1½ tazas'],
    ['pl', 'cup', [3], '3 szklanki'],
    ['pl', 'cup', [5], '5 szklanek'],
    ['pl', 'cup', [1, 2], '½ szklanki'],
    ['uk', 'lb', [5], '5 фунтів'],
    ['pl', 'gałązka', [2], '2 gałązki'],
    ['pl', 'pęczki', [5], '5 pęczków'],
    ['uk', 'пучок', [2], '2 пучки'],
    ['de', 'Glas', [2], '2 Gläser'],
    ['de', 'Köpfe', [1], '1 Kopf'],
    ['ja', '丁', [2], '2丁'],
    ['zh-CN', '根', [1, 2], '½根'],
    ['ar', 'cup', [3], '3 أكواب'],
    ['ja', 'tbsp', [2], '大さじ2'],
    ['ja', 'cup', [1, 2], '½カップ'],
    ['ko', 'tsp', [3, 2], '1½작은술'],
    ['zh-CN', 'g', [250], '250克'],
    ['und', 'clove', [2], '2 cloves'],
    ['not a tag', 'g', [5, 2], '2.5 g'],
  ])('%s: %s of %j is "%s"', (locale, unit, [top, bottom], text) => {
    expect(amountText({ quantity: rational(top!, bottom), quantityMax: null, unit }, locale)).toBe(text);
  });
});

test.each([
  ['cup', [1, 6], '2⅔ tbsp'],
  ['cup', [1, 12], '4 tsp'],
  ['cup', [3, 16], '3 tbsp'],
  ['cup', [3, 8], '6 tbsp'],
  ['cup', [11, 8], '1⅜ cups'],
  ['tbsp', [1, 3], '1 tsp'],
  ['tsp', [1, 16], 'a pinch'],
  ['tsp', [3, 8], '⅜ tsp'],
  ['lb', [5, 8], '10 oz'],
  ['kg', [1, 3], '333 g'],
  ['ml', [1_000], '1 l'],
  ['ml', [1_250], '1.25 l'],
  ['ml', [999], '999 ml'],
  ['g', [1_125], '1125 g'],
  [null, [2, 3], '⅔'],
  [null, [19, 100], '0.19'],
  [null, [24, 25], 'scant 1'],
  [null, [21, 20], 'generous 1'],
  [null, [7, 10], 'scant ¾'],
  [null, [48, 25], '1⅞'],
  ['clove', [24, 25], 'scant 1 clove'],
  ['cup', [24, 25], 'scant 1 cup'],
  ['tbsp', [19, 20], 'scant 1 tbsp'],
  ['tsp', [21, 20], 'generous 1 tsp'],
  ['g', [24, 25], '0.96 g'],
])('of %s, %j is measured as %s', (unit, [top, bottom], text) => {
  const amount = { quantity: rational(top!, bottom), quantityMax: null, unit };
  const kitchen = kitchenOf(canonicalFood('flour', 'en'), 'en', false);
  expect(amountText(toMeasurable(amount, kitchen), 'en')).toBe(text);
});

test.each([
  ['en', 'scant 1 cup'],
  ['de', 'knapp 1 Tasse'],
  ['fr', 'un peu moins de 1 tasse'],
  ['ja', '1カップ弱'],
  ['tr', '1 su bardağı (biraz eksik)'],
  ['uk', '1 склянка (трохи менше)'],
])('in %s, 0.96 cups are %s', (locale, text) => {
  const kitchen = kitchenOf(canonicalFood('flour', 'en'), locale, false);
  const shown = toMeasurable({ quantity: rational(24, 25), quantityMax: null, unit: 'cup' }, kitchen);
  expect(amountText(shown, locale)).toBe(text);
});

test('each end of a range is a number that cooks say', () => {
  const kitchen = kitchenOf(canonicalFood('lemon', 'en'), 'en', false);
  const text = (least: number, most: number) =>
    amountText(
      toMeasurable({ quantity: rational(least, 25), quantityMax: rational(most, 25), unit: null }, kitchen),
      'en',
    );
  expect(text(12, 24)).toBe('scant ½–1');
  expect(text(25, 48)).toBe('1–1⅞');
  expect(text(24, 48)).toBe('scant 1–1⅞');
});

// Reads what people read, with no help from the code that wrote it

const SIGNS: Record<string, number> = { '⅙': 1 / 6, '⅚': 5 / 6 };
const readNumber = (text: string, decimalSign: string) => {
  const [, whole = '', sign = ''] = /^([\d.,]*)(\D?)$/u.exec(text)!;
  const [top, bottom] = sign.normalize('NFKD').split('⁄').map(Number);
  const part = sign === '' ? 0 : (SIGNS[sign] ?? top! / bottom!);
  return Number(whole.replace(decimalSign, '.')) + part;
};

/** What a scant and a generous 1 stand for, 5 to 6 % less and more. */
const CLOSE: Record<string, number> = { scant: 0.945, generous: 1.06 };

/** Returns the text without the word for scant or generous, and the factor that it stands for. */
function readCloseness(text: string, locale: string): { rest: string; factor: number } {
  const language = locale.split('-')[0]!.replace(/^no$/, 'nb');
  for (const row of units.filter((each) => each.unit in CLOSE && [language, 'en'].includes(each.language))) {
    const [before = '', after = ''] = row.forms.replace('other=', '').split('#');
    const at = after === '' ? -1 : text.indexOf(after);
    if (before === '' ? at > 0 : text.startsWith(before))
      return { rest: text.slice(before.length).replace(after, ''), factor: CLOSE[row.unit]! };
  }
  return { rest: text, factor: 1 };
}

interface ReadText {
  /** In a range, "scant" may be said of the first number, or of both. */
  values: number[];
  word: string;
  closeness: number;
}

/** Reads "1½ cups", "scant 1 cup" and "大さじ2". Null if there is no number. */
function readText(written: string, locale: string): ReadText | null {
  const { rest: text, factor } = readCloseness(written, locale);
  const sign = new Intl.NumberFormat(/^und/.test(locale) ? 'en' : locale).format(1.5).replace(/\d/g, '');
  const match = /[\d½⅓⅔¼¾⅛⅜⅝⅞⅙⅚⅕⅖⅗⅘][\d.,½⅓⅔¼¾⅛⅜⅝⅞⅙⅚⅕⅖⅗⅘–]*/u.exec(text);
  if (!match) return null;
  const word = `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim();
  return { values: match[0].split('–').map((each) => readNumber(each, sign)), word, closeness: factor };
}

const ENGLISH =
  /(?<!\p{L})(?:cups?|tbsp|tsp|cloves?|slices?|cans?|pinch(?:es)?|pieces?|drops|sticks?|bunch(?:es)?)(?!\p{L})/u;
const base = 12;
const servings = isFull ? [1, 2, 3, 4, 5, 6, 8, 16, 18, 24, 30, 60] : [8];
const systems = [null, 'metric', 'us'] as const;
type System = (typeof systems)[number];

interface Case {
  written: Ingredient;
  shown: Ingredient;
  food: CanonicalFood;
  serving: number;
  system: System;
  locale: string;
}

/** Returns what is wrong with a text, or null. */
function faultOf({ written, shown, food, serving, system, locale }: Case): string | null {
  const text = ingredientAmount(shown, locale);
  const isEnglish = /^(?:en|und)/.test(locale);
  if (!isEnglish && ENGLISH.test(text) && !ENGLISH.test(written.originalText ?? '')) return `${text}: English`;
  const sign = new Intl.NumberFormat(isEnglish ? 'en' : locale).format(1.5).replace(/\d/g, '');
  if (/\d[.,]\d/.test(text) && !new RegExp(`\\d[${sign}]\\d`).test(text)) return `${text}: decimal sign`;

  const exact = [written.quantity!, written.quantityMax]
    .filter((each) => each !== null)
    .map((each) => (toNumber(each) * serving) / base);
  const size = (unit: string | null, where: string) => (unit === null ? null : measureOf(unit, food.key, where));
  const stored = size(written.unit, locale);
  const read = readText(text, locale);
  if (read === null) {
    const isTiny = written.unit === 'pinch' ? exact.at(-1)! < 0.45 : exact.at(-1)! * (stored?.size ?? 99) < 0.56;
    return isTiny ? null : `${text}: no number`;
  }

  const code = read.word === '' ? null : canonicalUnit(plainNumbers(read.word));
  const isSame = shown.unit === written.unit;
  const isConverted = system !== null && !isCommonUnit(written.unit, system);
  const now = isSame ? null : size(code, isConverted ? 'en-US' : locale);
  if (isSame && code !== null && code !== written.unit && size(code, locale)?.size !== stored?.size)
    return `${text}: unit ${code} for ${written.unit}`;
  if (!isSame && (!now || !stored)) return `${text}: unknown unit`;
  const density = now && stored && now.kind !== stored.kind ? densityOf(food)!.gramsPerMl : 1;
  const factor = isSame ? 1 : (stored!.size / now!.size) * (now!.kind === 'weight' ? density : 1 / density);
  const wanted = exact.map((each) => each * factor);
  const isRight = (factors: number[]) =>
    read.values.every((each, at) => {
      const should = read.values.length === 1 ? wanted.at(-1)! : wanted[at]!;
      return Math.abs(each * factors[at]! - should) <= 0.0301 * should;
    });
  const { closeness } = read;
  const isWrong = !isRight([closeness, closeness]) && !isRight([closeness, 1]) && !isRight([1, closeness]);
  return isWrong ? `${text}: ${wanted.join('–')}` : null;
}

/** As the server detects it, from more of the text. */
function languageOf({ locale, ingredients, steps }: RecipeDraft): string {
  if (locale) return locale;
  const text = [...ingredients.map(({ name }) => name), ...steps.map(({ content }) => content)].join('\n');
  return eld.detect(text.slice(0, 4_000)).language || 'und';
}

const folder = sharedPath('recipes');

describe.skipIf(folder === null)('amounts of real recipes', () => {
  const files = folder === null ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

  it(`are right for ${servings.length} numbers of servings in 3 systems of units`, () => {
    const faults: string[] = [];
    let count = 0;
    const spoken = new Set<string>();
    for (const file of files) {
      const [read] = readRecipes(readFileSync(join(folder!, file), 'utf8')).recipes;
      if (!read) continue;
      const locale = languageOf(read.draft);
      spoken.add(locale);
      const ingredients = read.draft.ingredients.map((each, position) => ({ ...each, id: position, position }));
      const recipe = { type: 'recipe', serving: base, locale, ingredients, steps: [] as unknown[] } as Recipe;
      const known = ingredients.map((each) => {
        const food = canonicalFood(each.name, locale);
        return { food, hasOther: readOtherMeasure(each, food.key, locale) !== null };
      });
      for (const serving of servings)
        for (const system of systems) {
          const shown = readableRecipe(recipe, { serving, units: system }).recipe;
          for (const [at, written] of recipe.ingredients.entries()) {
            if (written.quantity === null) continue;
            // The author's second measure is preferred to a converted one.
            const { food, hasOther } = known[at]!;
            const isConverted = shown.ingredients[at]!.unit !== written.unit && system !== null;
            if (hasOther && isConverted) continue;
            count += 1;
            const fault = faultOf({ written, shown: shown.ingredients[at]!, food, serving, system, locale });
            if (fault) faults.push(`${file} ×${serving}/${base} ${system}: "${written.originalText}": ${fault}`);
          }
        }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(800 * 3 * servings.length);
    expect(spoken.size).toBeGreaterThan(10);
  });
});
