/** The accent of an instance, and the colour of a picture while it loads. */
import { encode } from 'blurhash';
import { expect, test } from 'vitest';
import { accentColours, averageColourOf, isReadable } from '../../src/lib/colour.ts';

test('a colour is refused as accent if text in it cannot be read on paper', () => {
  expect(['#c4391d', '#2f6b5c', '#000000', '#5b3fa0'].every(isReadable)).toBe(true);
  expect(['#f0805f', '#ffd700', '#ffffff', '#e2a33b'].some(isReadable)).toBe(false);
});

test('the dark theme lightens an accent until it can be read there, and letters on it contrast', () => {
  expect(accentColours('#2f6b5c').light).toEqual({ accent: '#2f6b5c', onAccent: '#ffffff' });
  const { dark } = accentColours('#10106b');
  expect(dark.accent).not.toBe('#10106b');
  expect(dark.onAccent).toBe('#16130f');
});

test('the average colour of a blurhash is that of its picture', () => {
  const tomato = Uint8ClampedArray.from({ length: 16 * 16 * 4 }, (_, at) => [196, 57, 29, 255][at % 4]!);
  expect(averageColourOf(encode(tomato, 16, 16, 4, 3))).toBe('#c4391d');
});

test('a text of another server that is no blurhash has no colour', () => {
  for (const text of [null, '', 'LGF5', 'LG"><i>', 'L~~~~~xx', 'ünïcödé!'])
    expect(averageColourOf(text), String(text)).toBeNull();
});
