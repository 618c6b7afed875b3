/** Cleans text before it is stored. */
import { expect, test } from 'vitest';
import { cleanText, isCleanText } from '../../src/lib/text.ts';

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
