/**
 * Reads the labelled ingredient lines and scores the parser on them. A label states quantity, unit and name, as in
 * `2 EL Öl => 2 | tbsp | Öl`; `-` is nothing, and ` ~ ` separates readings that are equally right. The held-out lines
 * have the same form; nothing is tuned on them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngredientDraft, Rational } from '../../../src/recipe-import/draft.ts';
import { parseIngredientLine } from '../../../src/recipe-import/ingredient-line.ts';
import { sharedPath } from '../../support/shared-documents.ts';

export interface LabelledLine {
  line: string;
  quantities: string[];
  units: string[];
  names: string[];
}

export interface Score {
  lines: number;
  right: number;
  /** The first wrong lines, for a person. */
  wrong: string[];
}

/** Returns the labelled lines by language. `shared` are lines of real sites, known by site and position. */
export function readLabelledLines(): Map<string, LabelledLine[]> {
  const byLanguage = readFolder(import.meta.dirname);
  byLanguage.set('shared', withSharedText(byLanguage.get('shared') ?? []));
  return byLanguage;
}

/** Returns the held-out lines by language. */
export const readHeldOutLines = () => readFolder(join(import.meta.dirname, '../held-out-lines'));

export function scoreLines(lines: LabelledLine[]): Score {
  const wrong = lines.map(mistakeIn).filter((mistake) => mistake !== null);
  return { lines: lines.length, right: lines.length - wrong.length, wrong };
}

function readFolder(folder: string): Map<string, LabelledLine[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  const rowsOf = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n');
  return new Map(
    files.map((name) => [
      name.replace('.txt', ''),
      rowsOf(name)
        .filter((row) => row !== '')
        .map(readLabel),
    ]),
  );
}

function readLabel(row: string): LabelledLine {
  const [line, label] = row.split(' => ');
  const [quantities, units, names] = label!.split(' | ').map((readings) => readings.split(' ~ '));
  return { line: line!, quantities: quantities!, units: units!, names: names! };
}

function withSharedText(labels: LabelledLine[]): LabelledLine[] {
  const folder = sharedPath('recipes');
  if (folder === null) return [];
  return labels.map((label) => {
    const [site, position] = label.line.split(' ');
    return { ...label, line: listedIn(join(folder, `${site}.json`))[Number(position)]! };
  });
}

function listedIn(path: string): string[] {
  const found: unknown[] = [];
  JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
    if (key === 'recipeIngredient' || key === 'ingredients') found.push(value);
    return value;
  });
  const lines = found.flat().filter((line) => typeof line === 'string');
  return lines.map((line) => line.replaceAll('&frac12;', '½').replaceAll('&#8531;', '⅓').replace('&amp;', '&'));
}

function mistakeIn({ line, quantities, units, names }: LabelledLine): string | null {
  const read = parseIngredientLine(line);
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const isRight =
    quantities.includes(amountOf(read)) &&
    units.some((unit) => same(read.unit ?? '-', unit)) &&
    names.some((name) => same(name, read.name));
  if (isRight) return null;
  const expected = [quantities, units, names].map((readings) => readings.join(' ~ ')).join(' | ');
  return `${line} => ${amountOf(read)} | ${read.unit ?? '-'} | ${read.name}  (expected ${expected})`;
}

function amountOf({ quantity, quantityMax }: IngredientDraft): string {
  if (!quantity) return '-';
  return quantityMax ? `${fraction(quantity)}-${fraction(quantityMax)}` : fraction(quantity);
}

const fraction = ({ numerator, denominator }: Rational) =>
  denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
