/** Hashtags have one spelling. */
import { expect, test } from 'vitest';
import { normaliseHashtag, normaliseHashtags } from '../../src/lib/text.ts';

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
