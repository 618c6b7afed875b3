/** Colours of pictures and of the server. */

// Computes with colours `#rrggbb`: contrast, and the variants of an accent colour for both themes

/** Contrast of text that WCAG 2.2 demands at level AA. */
const minContrast = 4.5;

/** The backgrounds in the style sheet that have least contrast with text: --wash in light and dark. */
const backgrounds = { light: '#f4ece0', dark: '#2e2820' };
const letters = ['#ffffff', '#16130f'] as const;

interface AccentColours {
  accent: string;
  /** Text on the accent. */
  onAccent: string;
}

/** Returns 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [bright, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright! + 0.05) / (dark! + 0.05);
}

/** True if text in this colour can be read on every background of the light theme. */
export const isReadable = (colour: string): boolean => contrast(colour, backgrounds.light) >= minContrast;

/** The dark theme has a lighter variant if the colour cannot be read there. */
export function accentColours(colour: string): { light: AccentColours; dark: AccentColours } {
  let light = 0;
  let variant = colour;
  while (contrast(variant, backgrounds.dark) < minContrast && light < 1) {
    light += 0.05;
    variant = mix(colour, '#ffffff', light);
  }
  return { light: withLetters(colour), dark: withLetters(variant) };
}

function withLetters(accent: string): AccentColours {
  const [white, black] = letters;
  return { accent, onAccent: contrast(accent, white) >= contrast(accent, black) ? white : black };
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mix(from: string, to: string, share: number): string {
  const goals = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + (goals[at]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

// Reads the average colour of a picture from its blurhash

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';

/**
 * Returns `#rrggbb`, or null for a text that is no blurhash. Characters 3 to 6 hold the colour (Blurhash,
 * Algorithm.md).
 */
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
