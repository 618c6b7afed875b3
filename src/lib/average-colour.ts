/** Reads the average colour of a picture from its blurhash. */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';

/** Returns `#rrggbb`, or null for a text that is no blurhash. Characters 3 to 6 hold the colour (Blurhash, Algorithm.md). */
export function averageColourOf(blurhash: string | null): string | null {
  if (!blurhash || blurhash.length < 6) return null;
  let value = 0;
  for (const digit of blurhash.slice(2, 6)) {
    const place = digits.indexOf(digit);
    if (place < 0) return null;
    value = value * digits.length + place;
  }
  return value <= 0xff_ff_ff ? `#${value.toString(16).padStart(6, '0')}` : null;
}
