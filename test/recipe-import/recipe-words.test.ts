/** Words that we add to a recipe's text are in its language. */
import { describe, expect, it } from 'vitest';
import { durationIn, languageOf, recipeWordTable, servingsIn, wordsFor } from '../../src/domain/recipes/text.ts';

/** Words that are truly the same as in English. */
const same: Record<string, string[]> = {
  fr: ['total', 'source', 'photo'],
  es: ['total'],
  pt: ['total'],
  ro: ['total'],
  ca: ['total'],
  id: ['total'],
};
const { en, ...others } = recipeWordTable;

describe('recipe words', () => {
  it('exist in at least 25 languages', () => {
    expect(Object.keys(others).length).toBeGreaterThanOrEqual(25);
  });

  it.each(Object.entries(others))('of %s differ from English', (language, words) => {
    const equal = Object.keys(words).filter(
      (key) => key !== 'servings' && words[key as 'total'] === en![key as 'total'],
    );
    expect(equal).toEqual(same[language] ?? []);
    expect([...words.servings.values()]).not.toContain('servings');
    // Every number has a form of its plural category.
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = [...words.servings.keys()];
    expect(forms.filter((form) => !(pluralCategories as string[]).includes(form))).toEqual([]);
    expect(durationIn(language, 5_400)).not.toBe('');
    expect(Intl.DurationFormat.supportedLocalesOf(language)).toEqual([language]);
  });

  it.each([
    ['pl', 1, '1 porcja'],
    ['pl', 3, '3 porcje'],
    ['pl', 5, '5 porcji'],
    ['ru', 21, '21 порция'],
    ['sl', 2, '2 porciji'],
    ['ar', 3, '3 حصص'],
    ['ja-JP', 4, '4人分'],
    ['de-AT', 4, '4 Portionen'],
    ['und', 1, '1 serving'],
    ['tlh', 2, '2 servings'],
    ['not a tag', 2, '2 servings'],
  ])('%s: %i servings are "%s"', (locale, serving, text) => {
    expect(servingsIn(locale, serving, 'servings')).toBe(text);
    expect(servingsIn(locale, serving, null)).toBe(text);
  });

  it.each([
    ['en', 2, 'loaf', '2 loaves'],
    ['en', 1, 'loaves', '1 loaf'],
    ['en', 12, 'cookies', '12 cookies'],
    ['de', 2, 'loaf', '2 Brote'],
    ['de', 2, 'brot', '2 Brote'],
    ['fr', 2, 'cake', '2 gâteaux'],
    ['pl', 5, 'pizza', '5 pizz'],
    ['uk', 3, 'pancakes', '3 млинці'],
    ['ja', 4, 'loaf', '4斤'],
    ['en', 2, 'brot', '2 brot'],
    ['en', 750, 'g', '750 g'],
    ['zh-CN', 750, 'g', '750克'],
  ])('%s: %i of %s is "%s"', (locale, serving, type, text) => {
    expect(servingsIn(locale, serving, type)).toBe(text);
  });

  it('a unit that the author chose is kept', () => {
    expect(servingsIn('de', 12, 'kleine-kuchen')).toBe('12 kleine kuchen');
  });

  it('durations are those of the language', () => {
    expect([durationIn('en-GB', 5_400), durationIn('und', 45)]).toEqual(['1 h 30 min', '45 s']);
    expect(durationIn('de', 5_400)).toMatch(/^1 Std\.?,? 30 Min\.?$/);
    expect(durationIn('fr', 90_000)).toMatch(/^1\sj(?:\S*,?\s|\set\s)1\sh$/);
    expect(durationIn('ja', 90)).toMatch(/^1\s?分\s?30\s?秒$/);
  });

  it('regions and scripts find their language', () => {
    expect(['zh-TW', 'zh-HK', 'zh-CN', 'nn', 'no', 'pt-BR', 'iw'].map(languageOf)).toEqual([
      'zh-Hant',
      'zh-Hant',
      'zh',
      'nb',
      'nb',
      'pt',
      'he',
    ]);
    expect(wordsFor('es-MX').preparation).toBe('Preparación');
  });
});
