/** Finding phrases in text, in any script and in linear time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePhrases, normalisePhrase, type Phrase } from '../../src/lib/phrase-matcher.ts';
import { leastProcessorTime } from '../support/processor-time.ts';
import { randomRuns } from '../support/random-runs.ts';

const finds = (phrase: string, text: string, wholeWord = true) =>
  compilePhrases([{ text: phrase, wholeWord }])([text]).length > 0;

test.each([
  // [phrase, text that has it, text that does not]
  ['egg', 'An EGG, please', 'eggplant'],
  ['egg', '(egg)', 'nutmegg'],
  ['crème brûlée', 'Cre\u0300me  Bru\u0302le\u0301e\nfor two', 'crème brûlées'],
  ['bœuf', 'BŒUF!', 'bœufs'],
  ['жар', 'Жар, жар', 'пожар'],
  ['ὀδός', 'ὈΔΌΣ', 'ὀδόςα'],
  ['c++', 'I like C++.', 'c+'],
  ['#soup', 'My #Soup', 'soup'],
  ['soup', 'My #soup', '#soups'],
  ['.*', 'a .* b', 'anything'],
  ['pizza', 'ｐｉｚｚａ', 'pizzaiola'],
  ['नमक', 'नमक डालें', 'नमकीन'],
  ['🍕', 'Party 🍕🍕', '🍔'],
])('the whole word %s is in “%s” and not in “%s”', (phrase, having, lacking) => {
  expect([finds(phrase, having), finds(phrase, lacking)]).toEqual([true, false]);
});

test.each([
  ['納豆', '今日は納豆ご飯です'],
  ['なっとう', 'なっとうを食べる'],
  ['김치', '김치를 먹는다'],
  ['ผักชี', 'ไม่ชอบผักชีมาก'],
  ['pizza', '今晩pizzaを焼く'],
  ['𠮟る', '先生が𠮟ると'],
])('the word %s is found where words are not separated by spaces: %s', (phrase, text) => {
  expect([finds(phrase, text), finds(phrase, 'something else')]).toEqual([true, false]);
});

test('a part of a word is found only if the phrase need not be a whole word', () => {
  expect([finds('egg', 'eggplant', false), finds('egg', 'eggplant', true)]).toEqual([true, false]);
});

test('all phrases are found in one pass, also those within others and repeated ones', () => {
  const phrases = ['she', 'he', 'hers', 'his', 'HE', 'ushers now'].map((text) => ({
    text,
    wholeWord: false,
  }));
  const find = compilePhrases(phrases);
  expect(find(['ushers'])).toEqual([0, 1, 2, 4]);
  expect(find(['us', 'hers'])).toEqual([1, 2, 4]);
  // A phrase does not go across two texts.
  expect(find(['ushers', 'now'])).not.toContain(5);
  expect(find(['ushers  now'])).toContain(5);
});

test('it finds what a search for each phrase finds', () => {
  const phrase = fc.record({
    text: fc.stringMatching(/^[ab]( ?[ab]){0,3}$/),
    wholeWord: fc.boolean(),
  });
  const text = fc.stringMatching(/^[ab ]{0,20}$/);
  const matches = (given: string) => (each: Phrase) =>
    new RegExp(each.wholeWord ? `(?<![ab])${each.text}(?![ab])` : each.text).test(given);
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 6 }), text, (phrases, given) => {
      const isIn = matches(normalisePhrase(given));
      expect(compilePhrases(phrases)([given])).toEqual(phrases.flatMap((each, index) => (isIn(each) ? [index] : [])));
    }),
    randomRuns(500),
  );
});

test('the time grows with the text, and hardly with the number of phrases', () => {
  const phrases = Array.from({ length: 200 }, (_, index) => ({
    text: 'a'.repeat(1 + (index % 100)),
    wholeWord: index % 2 === 0,
  }));
  const find = compilePhrases(phrases);
  const text = `${'a'.repeat(199)}b `.repeat(990);
  expect(find([text])).toHaveLength(100);
  expect(leastProcessorTime(500, () => find([text]))).toBeLessThan(500);
});
