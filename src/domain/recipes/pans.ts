/** Baking pans: finds the one that a recipe names, and compares pans by their area. */
import { lazy } from '../../lib/lazy.ts';
import { anyOf, listWords } from '../../recipe-import/words.ts';
import type { Recipe } from '../items/eventable.ts';
import { temperatureEdits } from './measures.ts';

export const panShapes = ['round', 'square', 'loaf'] as const;
export type PanShape = (typeof panShapes)[number];
export const panUnits = ['cm', 'in'] as const;
export type PanUnit = (typeof panUnits)[number];

export interface Pan {
  shape: PanShape;
  /** In its unit. */
  length: number;
  /** Null for a pan with one size: a diameter, the side of a square, or the length of a loaf pan. */
  width: number | null;
  unit: PanUnit;
}

/** The pan of the recipe, and the one of the cook. */
export interface Pans {
  from: Pan;
  to: Pan;
}

// Compares areas

const cmPerInch = 2.54;
/** Loaf pans differ in length, and hardly in width. */
const loafWidthCm = 11;

function areaOf({ shape, length, width, unit }: Pan): number {
  const factor = unit === 'in' ? cmPerInch : 1;
  const own = length * factor;
  const other = width === null ? (shape === 'loaf' ? loafWidthCm : own) : width * factor;
  return (shape === 'round' ? Math.PI / 4 : 1) * own * other;
}

/** Two integers > 0, which stand in the same ratio as the areas to a ten-thousandth. */
export function ratioOfPans({ from, to }: Pans): { from: number; to: number } {
  const parts = 10_000;
  return { from: parts, to: Math.max(1, Math.round((areaOf(to) / areaOf(from)) * parts)) };
}

// Reads sizes

const fractions: Record<string, number> = { '¼': 1 / 4, '⅓': 1 / 3, '½': 1 / 2, '⅔': 2 / 3, '¾': 3 / 4 };
const number = '(\\d{1,3}(?:[.,]\\d{1,2})?)(?:\\s?([¼⅓½⅔¾])|\\s([123])/([234]))?';
const by = '[\\s-]?(?:x|×|✕|\\*|by|auf|mal|sur|por|per|op|na|на)[\\s-]?';

/** Centimetres. */
const limits = { least: 5, most: 150 };

const toNumber = ([whole, sign, top, bottom]: (string | undefined)[]): number =>
  Number(whole!.replace(',', '.')) + (sign ? fractions[sign]! : top && bottom ? Number(top) / Number(bottom) : 0);

function panOf(shape: PanShape, length: number, width: number | null, unit: PanUnit): Pan | null {
  const isPossible = [length, width ?? length].every((size) => {
    const cm = unit === 'in' ? size * cmPerInch : size;
    return cm >= limits.least && cm <= limits.most;
  });
  return isPossible ? { shape, length, width, unit } : null;
}

const typedSize = new RegExp(`^\\s*${number}(?:${by}${number})?(?:${by}${number})?\\s*$`, 'iu');

/** Reads "26", "20 x 30" and "8½ × 4½ × 3", of which the last is the height. Null for anything else. */
export function readPan(shape: string, size: string, unit: string): Pan | null {
  const read = typedSize.exec(size.slice(0, 60).normalize('NFC'));
  const known = panShapes.find((each) => each === shape);
  const measured = panUnits.find((each) => each === unit);
  if (!read || !known || !measured) return null;
  const width = read[5] === undefined ? null : toNumber(read.slice(5, 9));
  return panOf(known, toNumber(read.slice(1, 5)), width, measured);
}

/** As it is typed: "20 × 30". */
export const panSizeText = ({ length, width }: Pan): string =>
  [length, width]
    .filter((size) => size !== null)
    .map((size) => String(Math.round(size * 100) / 100))
    .join(' × ');

// Finds the pan of a recipe

/** In "bake 20 in the pan", it is no unit. */
const shortInch = 'in(?=\\.|[\\s-](?:x|×|by|round|square|loaf|pan|cake|spring|tart|pie|baking|deep|tin)|$)';
const inch = [
  `inch(?:es)?|${shortInch}|"|″|”|''|zoll|pouces?|pulgadas?|pollici|polegadas?|cali|дюйм\\p{L}{0,2}`,
  'inç|इंच|インチ|인치|英寸|吋|بوصة',
].join('|');
const cm = 'cm|centim\\p{L}{0,8}|см|センチ|厘米|公分|सेमी|सें\\.मी|سم';
const measure = `[\\s-]?(?:(${inch})|(${cm}))?`;
const statedSize = new RegExp(
  `(?<![\\d.,/])${number}${measure}(?:[\\s-]?${by}${number}${measure})?(?:[\\s-]?${by}${number}${measure})?`,
  'giu',
);

/** The words for a pan stand near its size. */
const reach = 40;
const maxText = 20_000;
const maxSizes = 40;
/** Smaller sizes are mostly those of pieces. */
const leastStatedCm = 12;
/** What stands on the stove is not changed with the amounts. */
const ofStove = /frying[\s-]?pan|saut[ée]|skillet|sauce[\s-]?pan|(?<!\p{L})wok(?!\p{L})/iu;

/** In scripts without spaces, a word may stand within a longer run. */
const isUnspaced = ({ language }: { language: string }) => ['ja', 'ko', 'zh'].includes(language);
const panWords = lazy(() => ({
  meanings: new Map(listWords('pan').map(({ word, meaning }) => [word, meaning])),
  any: new RegExp(
    `(?<!\\p{L})(?:${anyOf('pan', (word) => !isUnspaced(word))})(?!\\p{L})|${anyOf('pan', isUnspaced)}`,
    'iu',
  ),
}));

function panIn(text: string): Pan | null {
  const { meanings, any } = panWords();
  let looked = 0;
  for (const found of text.slice(0, maxText).matchAll(statedSize)) {
    const [, ...groups] = found;
    const units = [groups.slice(4, 6), groups.slice(10, 12), groups.slice(16, 18)];
    const isInches = units.some(([inches]) => inches !== undefined);
    if (!isInches && units.every(([, centimetres]) => centimetres === undefined)) continue;
    looked += 1;
    if (looked > maxSizes) return null;
    const near = text.slice(Math.max(0, found.index - reach), found.index + found[0].length + reach);
    const word = any.exec(near)?.[0];
    if (word === undefined || ofStove.test(near)) continue;
    const width = groups[6] === undefined ? null : toNumber(groups.slice(6, 10));
    const meaning = meanings.get(word.toLowerCase()) ?? 'any';
    const shape = panShapes.find((each) => each === meaning) ?? (width === null ? 'round' : 'square');
    const pan = panOf(shape, toNumber(groups.slice(0, 4)), width, isInches ? 'in' : 'cm');
    if (pan && pan.length * (isInches ? cmPerInch : 1) >= leastStatedCm) return pan;
  }
  return null;
}

/** Returns null for a recipe without a pan and an oven. `pan` is null if it does not say which. */
export function findPan({ name, content, steps, ingredients, details }: Recipe): { pan: Pan | null } | null {
  const texts = [
    ...details.equipment,
    ...steps.map((step) => step.content),
    name,
    content,
    ...ingredients.flatMap(({ note }) => note ?? []),
  ];
  const text = texts.join('\n').slice(0, maxText);
  const pan = panIn(text);
  if (pan) return { pan };
  const usesOven = temperatureEdits(text, 'us').length > 0 || temperatureEdits(text, 'metric').length > 0;
  return usesOven ? { pan: null } : null;
}
