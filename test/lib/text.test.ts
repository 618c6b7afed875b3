/** Cleans text before it is stored, and gives hashtags one spelling. */
import { expect, test } from 'vitest';
import { cleanText, isCleanText, normaliseHashtag, normaliseHashtags } from '../../src/lib/text.ts';

test.each(['', 'crème brûlée', '🍞', 'a\n\tb', '\ufffd'])('%j is clean and unchanged', (text) => {
  expect(isCleanText(text)).toBe(true);
  expect(cleanText(text)).toBe(text);
});

test.each([
  ['a\0b', 'ab'],
  ['a\ud83cb', 'ab'],
  ['\udf5e', ''],
  ['\udf5e\ud83c', ''],
  ['🍞\ud83c', '🍞'],
])('%j is not clean and becomes %j', (text, cleaned) => {
  expect(isCleanText(text)).toBe(false);
  expect(cleanText(text)).toBe(cleaned);
});

test.each([
  ['Pizza', 'pizza'],
  ['#Pizza', 'pizza'],
  ['no knead', 'noknead'],
  ['ｐｉｚｚａ', 'pizza'],
  ['Crème_brûlée', 'crème_brûlée'],
  ['寿司', '寿司'],
  ['ΨΩΜΊ', 'ψωμί'],
  ['5minuten', '5minuten'],
  ['🍕', ''],
  ['__', ''],
  ['', ''],
  ['a\ud800\u0000b', 'ab'],
  [`${'x'.repeat(99)}𝒜𝒷`, `${'x'.repeat(99)}a`],
  [`${'x'.repeat(99)}𐐷`, 'x'.repeat(99)],
])('%j is normalised to %j', (text, tag) => {
  expect(normaliseHashtag(text)).toBe(tag);
  expect(normaliseHashtag(tag)).toBe(tag);
});

test('an item has at most 100 hashtags, each once', () => {
  expect(normaliseHashtags(['Soup', 'soup', '#SOUP', '!'])).toEqual(['soup']);
  expect(normaliseHashtags(Array.from({ length: 500 }, (_, n) => `tag${n}`))).toHaveLength(100);
});
