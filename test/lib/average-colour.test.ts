import { encode } from 'blurhash';
import { expect, test } from 'vitest';
import { averageColourOf } from '../../src/lib/colour.ts';

test('the average colour of a blurhash is that of its picture', () => {
  const tomato = Uint8ClampedArray.from({ length: 16 * 16 * 4 }, (_, at) => [196, 57, 29, 255][at % 4]!);
  expect(averageColourOf(encode(tomato, 16, 16, 4, 3))).toBe('#c4391d');
});

test('a text of another server that is no blurhash has no colour', () => {
  for (const text of [null, '', 'LGF5', 'LG"><i>', 'L~~~~~xx', 'ünïcödé!'])
    expect(averageColourOf(text), String(text)).toBeNull();
});
