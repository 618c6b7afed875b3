/** Foods, units and words in src/reference-data/: known languages and units, no duplicates, sorted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from '../../src/lib/paths.ts';
import { anyText, openTable } from '../../src/lib/table.ts';
import { aisleOf, canonicalFood, densityOf, foodName, knownFoods } from '../../src/recipe-import/foods/foods.ts';
import { foodLanguages, stemsOf, wordsOf } from '../../src/recipe-import/foods/word-forms.ts';
import { canonicalUnit, readUnit, unitKey } from '../../src/recipe-import/units.ts';
import { listWords } from '../../src/recipe-import/words.ts';

const read = <Name extends string>(file: string, columns: Name[]) =>
  openTable(file, Object.fromEntries(columns.map((name) => [name, anyText])) as Record<Name, string>)();
const foods = read('foods.tsv', ['food', 'aisle', 'grams_per_cup', 'source', 'measured_by']);
const names = read('food-names.tsv', ['language', 'food', 'names']);
const counted = read('counted-foods.tsv', ['language', 'forms']);
const units = read('units.tsv', ['language', 'unit', 'default_amount', 'words']);
const words = read('words.tsv', ['kind', 'language', 'meaning', 'words']);

const repeated = (list: string[]) => list.filter((each, at) => list.indexOf(each) !== at);
const split = (cell: string) => cell.split(', ');

describe.each(['counted-foods', 'foods', 'food-names', 'kitchen-units', 'units', 'words', 'yields'])(
  '%s.tsv',
  (name) => {
    const text = readFileSync(join(root, `src/reference-data/${name}.tsv`), 'utf8');
    const lines = text.split('\n').filter((line) => !line.startsWith('#'));

    it('is sorted, without duplicates, and ends with a line break', () => {
      const facts = lines.slice(1, -1);
      expect(facts).toEqual([...new Set(facts)].sort());
      expect(facts.length).toBeGreaterThan(190);
      expect(lines.at(-1)).toBe('');
    });

    it('has composed letters, as texts of recipes do', () => {
      expect(lines.filter((line) => line !== line.normalize('NFC'))).toEqual([]);
    });

    it('separates words by a comma and a space', () => {
      expect(lines.filter((line) => /,(?! \S)|\s,| {2}|\t | (?:\t|$)/.test(line))).toEqual([]);
    });
  },
);

test('every language is known', () => {
  const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const tags = new Set([...units, ...words].map(({ language }) => language));
  expect([...tags].filter((tag) => languageNames.of(tag) === undefined)).toEqual([]);
  expect(tags.size).toBeGreaterThan(40);
});

test('words and units are in lower case', () => {
  const written = [...units, ...words].flatMap((row) => split(row.words));
  expect(written.filter((word) => word !== word.toLowerCase())).toEqual([]);
});

describe('names of foods', () => {
  it('are names of a food with an aisle', () => {
    expect(names.filter(({ food }) => aisleOf(food) === undefined)).toEqual([]);
    expect(repeated(names.map(({ language, food }) => `${language} ${food}`))).toEqual([]);
  });

  it('of several pieces belong to the name that is shown, and are read as the same food', () => {
    const plurals = counted.flatMap(({ language, forms }) => {
      const [, name, plural] = /^one=([^|]+)\|other=([^|]+)$/.exec(forms) ?? [];
      return name && plural ? [{ language, plural, name, key: canonicalFood(name, language).key }] : [];
    });
    const shown = plurals.filter(({ language, name, key }) => foodName(key, language) === name);
    expect(shown.length).toBeGreaterThan(200);
    expect(shown.filter(({ language, plural, key }) => foodName(key, language, true) !== plural)).toEqual([]);
    expect(plurals.filter(({ language, plural, key }) => canonicalFood(plural, language).key !== key)).toEqual([]);
  });

  it.each(foodLanguages)('mean one food each in %s', (language) => {
    const keys = language === 'en' ? knownFoods().map((food) => ({ food, names: food })) : [];
    const rows = [...keys, ...names.filter((row) => row.language === language)];
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const { food, names: list } of rows) {
      for (const name of split(list)) {
        const parts = wordsOf(name.replace('=', ''));
        const forms = [`=${parts.join(' ')}`, ...(name.startsWith('=') ? [] : [stemsOf(parts, language)])];
        for (const form of forms) {
          const owner = owners.get(form) ?? food;
          if (owner !== food) shared.push(`${name}: ${owner} and ${food}`);
          owners.set(form, owner);
        }
      }
    }
    expect(shared).toEqual([]);
    const wrong = rows.flatMap(({ food, names: list }) =>
      split(list).filter((name) => canonicalFood(name.replace('=', ''), language).key !== food),
    );
    expect(wrong).toEqual([]);
  });

  it('are listed once', () => {
    expect(names.filter((row) => repeated(split(row.names)).length > 0)).toEqual([]);
  });
});

test('a density has a source, and foods without one are measured by nothing', () => {
  expect(repeated(foods.map(({ food }) => food))).toEqual([]);
  expect(foods.filter(({ grams_per_cup, source }) => (grams_per_cup === '-') !== (source === '-'))).toEqual([]);
  expect(foods.filter(({ grams_per_cup, measured_by }) => grams_per_cup === '-' && measured_by !== '-')).toEqual([]);
  expect(densityOf(canonicalFood('milk', 'en'))).toMatchObject({ isLiquid: true, isWeighedInUs: false });
});

describe('words for units', () => {
  const known = units.flatMap((row) => split(row.words).map((word) => ({ ...row, word, key: unitKey(word) })));

  it('are listed once for a language, whatever their spaces and full stops', () => {
    expect(repeated(known.map(({ language, key }) => `${language} ${key}`))).toEqual([]);
  });

  it('mean the same in every language', () => {
    const meanings = Map.groupBy(known, ({ key }) => key);
    const different = [...meanings].filter(
      ([, uses]) => new Set(uses.map(({ unit, default_amount }) => `${unit} ${default_amount}`)).size > 1,
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('are read as the unit that they name', () => {
    const wrong = known.filter(
      ({ word, unit }) => canonicalUnit(word) !== (unit === '-' ? null : unit.split(' ').at(-1)),
    );
    expect(wrong.map(({ word }) => word)).toEqual([]);
    expect(readUnit('dkg mąki')).toMatchObject({ unit: 'g', factor: 10 });
    expect(readUnit('handful of parsley')).toMatchObject({ unit: 'handful', isOneAlone: true });
  });
});

describe('words', () => {
  const kinds = Map.groupBy(words, ({ kind }) => kind);

  it('are listed once for a language and kind, and mean one thing there', () => {
    const uses = words.flatMap((row) => split(row.words).map((word) => `${row.language} ${row.kind} ${word}`));
    const several = uses.filter((use) => !use.includes(' fullness '));
    expect(repeated(several)).toEqual([]);
    for (const kind of [
      'number',
      'fraction',
      'duration',
      'time-unit',
      'local-time-unit',
      'language',
      'nutrient',
      'recipe-field',
    ] as const) {
      const meanings = Map.groupBy(listWords(kind), ({ word }) => word);
      const different = [...meanings].filter(([, each]) => new Set(each.map(({ meaning }) => meaning)).size > 1);
      expect(different.map(([word]) => word)).toEqual([]);
    }
  });

  it.each([
    ['number', /^\d{1,2}(?:\/\d)?$/],
    ['fraction', /^\d{1,2}(?:\/\d)?$/],
    ['duration', /^\d{1,4}$/],
    ['time-unit', /^(?:second|minute|hour|day|week)$/],
    ['local-time-unit', /^(?:second|minute|hour|day|week)$/],
    ['language', /^[a-z]{2}$/],
    ['category', /^[a-z]+(?: [a-z]+)?$/],
    ['difficulty', /^(?:easy|medium|hard)$/],
    ['fullness', /^(?:-|before-of)$/],
    ['ingredients-heading', /^(?:-|alone)$/],
    ['method-heading', /^(?:-|alone)$/],
    ['other-heading', /^(?:-|notes|nutrition)$/],
    ['time-label', /^(?:prep|cook|rest|total)$/],
    ['yield-label', /^(?:-|for)$/],
    ['nutrient', /^(?:calories|servingSize|[a-zA-Z]{3,}Content)$/],
    ['recipe-field', /^[a-z]{3,}(?:-time)?$/],
    ['pan', /^(?:any|round|square|loaf)$/],
    ['range', /^(?:-|amount)$/],
  ])('of the kind %s have a meaning', (kind, meaning) => {
    expect(kinds.get(kind)!.filter((row) => !meaning.test(row.meaning))).toEqual([]);
  });

  it('of other kinds have none', () => {
    const timed = ['duration', 'time-unit', 'local-time-unit', 'time-label'];
    const headed = ['ingredients-heading', 'method-heading', 'other-heading', 'yield-label'];
    const named = ['language', 'fullness', 'nutrient', 'recipe-field', 'pan', 'category', 'difficulty', 'range'];
    const withMeaning = ['number', 'fraction'].concat(timed, headed, named);
    expect(words.filter(({ kind, meaning }) => meaning !== '-' && !withMeaning.includes(kind))).toEqual([]);
  });

  it('have endings in brackets', () => {
    expect(listWords('preparation').map(({ word }) => word)).toEqual(expect.arrayContaining(['frisch', 'frischer']));
    const all = words.flatMap((row) => split(row.words));
    expect(all.filter((word) => /[()|?]/.test(word.replaceAll(/\([^()]+\)\??/g, '')))).toEqual([]);
  });

  it('of every kind exist, so that no pattern is empty', () => {
    expect(kinds.size).toBe(39);
  });
});
